// The pictures to share that could not be drawn, for the doctor.

package import Host
package import Site

/// The pictures that were set aside.
package struct PictureFailures: Sendable {
  private let count: Int

  /// The characters in these pictures that no font has now.
  private let missing: [Unicode.Scalar]

  /// The first page whose picture has another problem.
  private let broken: String?

  package init(in queue: PictureQueue) throws(HostError) {
    var (count, missing, broken) = (0, [Unicode.Scalar](), String?.none)
    let pictures = try queue.picturesSetAside()
    let fonts = pictures.isEmpty ? FontCoverage([]) : FontCoverage.installed()
    for picture in pictures {
      guard let document = try queue.document(of: picture) else { continue }
      count += 1
      let letters = fonts.missing(in: document)
      missing += letters.filter { !missing.contains($0) }
      if letters.isEmpty { broken = broken ?? picture.page.folder }
    }
    (self.count, self.missing, self.broken) = (count, missing, broken)
  }

  /// The remedy for the host; nil if every picture was drawn.
  package var remedy: String? {
    guard count > 0 else { return nil }
    let letters = missing.prefix(5).map {
      "\($0) (U+\(String($0.value, radix: 16, uppercase: true)))"
    }
    let reasons = [
      letters.isEmpty
        ? nil
        : "no font has \(letters.joined(separator: ", ")); install one, for Chinese, Japanese and Korean "
          + "fonts-noto-cjk",
      broken.map { "vips could not draw that of \($0)/ when it was tried last" },
    ].compactMap(\.self)
    return
      "\(count) could not be drawn: \(reasons.joined(separator: "; ")); then run albumscan publish --all"
  }
}
