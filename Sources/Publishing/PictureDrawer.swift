// Draws pictures to share with Debian's program `vips`, and knows which characters its fonts have.
// `albumscan-photo` confines `vips`: it reads libraries, fonts and its input, and writes its picture.

package import Host
import Site

/// The installed program `vips`.
package struct PictureDrawer: Sendable {
  /// Debian's program.
  package static let installed = InstalledProgram("vips", package: "libvips-tools")

  /// The limits of a drawing. Source: docs/limits.md.
  private static let mostMilliseconds: Int64 = 15_000
  private static let mostBytes = 4 << 20

  private let vips: String
  private let photoProgram: String

  /// The folder with the covers.
  private let artwork: String

  /// The folder for the document while `vips` reads it.
  private let folder: String

  /// `program` nil stands for Debian's. Nil if `vips` is not installed.
  package init?(
    program: String? = nil, photoProgram: String, configuration: Configuration
  ) {
    guard let vips = program ?? Self.installed.path else { return nil }
    self.vips = vips
    self.photoProgram = photoProgram
    artwork = configuration.artwork
    folder = configuration.pictureQueue
  }

  /// The JPEG of a document. Nil if the cover is missing, or if `vips` fails.
  func jpeg(of document: [UInt8]) throws(PublishError) -> [UInt8]? {
    guard
      let whole = try hosting({ () throws(HostError) in
        try SharePicture.embeddingCover(in: document, from: artwork)
      })
    else {
      return nil
    }
    let file = Files.temporaryPath(for: "\(folder)/picture")
    return try hosting { () throws(HostError) in
      try Files.replace(file, with: whole, mode: 0o600, durably: false)
      let jpeg = try draw(file)
      _ = try Files.remove(file)
      return jpeg
    }
  }

  /// Runs `vips`. Nil if it fails or takes too long.
  private func draw(_ file: String) throws(HostError) -> [UInt8]? {
    let output: Programs.Output
    do throws(HostError) {
      output = try Programs.run(
        photoProgram, ["draw", vips], input: file, limit: Self.mostBytes,
        timeoutMilliseconds: Self.mostMilliseconds, errors: .hidden,
        variables: ["VIPS_CONCURRENCY=1"])
    } catch {
      guard case .childOverran = error else { throw error }
      return nil
    }
    return output.exitCode == 0 && output.bytes.starts(with: [0xFF, 0xD8]) ? output.bytes : nil
  }
}

/// The characters of all installed fonts that `vips` can use.
package struct FontCoverage: Sendable {
  private static let program = "/usr/bin/fc-list"

  /// Sorted by their lower bounds.
  private let ranges: [ClosedRange<UInt32>]

  /// Reads the list of fontconfig. Without it, no character counts as drawable.
  package static func installed() -> FontCoverage {
    do throws(HostError) {
      let output = try Programs.run(
        program, ["--format", "%{fontformat} %{charset}\n"], input: "/dev/null", limit: 64 << 20,
        timeoutMilliseconds: 30_000, errors: .hidden)
      return FontCoverage(output.bytes)
    } catch {
      return FontCoverage([])
    }
  }

  /// Reads lines such as `TrueType 20-7e a0-17f 192`. The program draws no letters of bitmap fonts.
  init(_ list: [UInt8]) {
    var ranges: Set<ClosedRange<UInt32>> = []
    for line in list.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " ")).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard let format = words.first, ["TrueType", "CFF"].contains(format) else { continue }
      for word in words.dropFirst() {
        let ends = word.split(separator: "-").compactMap { UInt32($0, radix: 16) }
        guard let first = ends.first, let last = ends.last, first <= last else { continue }
        ranges.insert(first...last)
      }
    }
    self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The first characters of a document that no font has, at most five. The markup is ASCII.
  package func missing(in document: [UInt8]) -> [Unicode.Scalar] {
    var missing: [Unicode.Scalar] = []
    for letter in String(decoding: document, as: UTF8.self).unicodeScalars
    where missing.count < 5 && !missing.contains(letter) && !has(letter) {
      missing.append(letter)
    }
    return missing
  }

  private func has(_ letter: Unicode.Scalar) -> Bool {
    letter.properties.isWhitespace || letter.properties.isDefaultIgnorableCodePoint
      || ranges.contains { $0.contains(letter.value) }
  }
}
