// The pictures to share that wait to be drawn: an SVG document for each page and form. A newer document of
// a page replaces the older one. The folder is outside the web root.

package import Albums
package import Host
import Text

/// A page with a picture to share.
package enum SharingPage: Hashable, Sendable {
  case find(WorkKind, FindID)
  case front
  case year(Int)

  /// The folder of the page and of its pictures, below the web root; empty for the root.
  package var folder: String {
    switch self {
    case .find(let kind, let id): "\(kind.folder)/\(id)"
    case .front: ""
    case .year(let year): "\(StatisticsAddress.folder)/\(year)"
    }
  }

  /// The path of the page.
  var path: String { path(of: "index.html") }

  /// The path of a file beside the page.
  func path(of name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

  /// The name in the queue: `album-<id>`, `front` or `year-2026`.
  fileprivate var name: String {
    switch self {
    case .find(let kind, let id): "\(kind.folder)-\(id)"
    case .front: "front"
    case .year(let year): "year-\(year)"
    }
  }

  fileprivate init?(name: Substring) {
    let parts = name.split(separator: "-").map(String.init)
    let kind = WorkKind.allCases.first { $0.folder == parts[0] }
    if parts == ["front"] {
      self = .front
    } else if parts.count == 2, parts[0] == "year", let year = Int(parts[1]) {
      self = .year(year)
    } else if parts.count == 2, let kind, let id = FindID(parts[1]) {
      self = .find(kind, id)
    } else {
      return nil
    }
  }
}

/// A picture to share as a document, and its path in the published log.
struct ShareDocument {
  let page: SharingPage
  let form: ShareForm
  let svg: [UInt8]

  /// The name in the queue.
  fileprivate var name: String { "\(page.name).\(form.rawValue)" }

  /// The path of the drawn picture. Its name is a digest of the document, which contains the digest of the
  /// cover. So a page does not depend on the bytes of the picture, and an unchanged picture is not drawn
  /// again.
  var path: String { SharePicture.path(beside: page, svg) }
}

/// The names of drawn pictures.
package enum SharePicture {
  static func path(beside page: SharingPage, _ svg: [UInt8]) -> String {
    let digest = hexadecimal(SHA256.digest(of: svg)).prefix(32)
    return page.path(of: "\(PictureToShare.beginning)\(digest).jpg")
  }

  /// The document with the cover in it, so that the program that draws opens no picture. `folder` has the
  /// artwork. Nil if the cover is missing.
  package static func embeddingCover(
    in document: [UInt8], from folder: String
  ) throws(HostError) -> [UInt8]? {
    let text = String(decoding: document, as: UTF8.self)
    guard let start = text.firstRange(of: " href=\"")?.upperBound else { return nil }
    let name = text[start...].prefix { $0 != "\"" }
    let cover = "\(folder)/\(name)"
    guard Artwork.isFileName(String(name)), Files.exists(cover) else { return nil }
    var whole = Array(text[..<start].utf8)
    whole += "data:image/jpeg;base64,".utf8
    whole += base64(try Files.read(cover, limit: 8 << 20))
    return whole + Array(text[name.endIndex...].utf8)
  }

  /// Whether a path of the published log is that of a picture to share.
  package static func isPath(_ path: String) -> Bool {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) }
    return name.map { $0.hasPrefix(PictureToShare.beginning) && $0.hasSuffix(".jpg") } ?? false
  }
}

/// A document that waits, or that could not be drawn.
package struct WaitingPicture: Sendable {
  package let page: SharingPage

  /// The file below the folder of the queue, without its ending.
  fileprivate let name: String
}

/// The folder of the documents.
package struct PictureQueue: Sendable {
  private static let waiting = ".svg"
  private static let setAside = ".failed"

  /// The maximum size of a document in bytes. Source: docs/limits.md.
  private static let mostBytes = 1 << 16

  package let folder: String

  package init(_ folder: String) { self.folder = folder }

  /// Whether a document waits.
  package var isEmpty: Bool {
    do throws(HostError) {
      return try names(Self.waiting).isEmpty
    } catch {
      // The next publish fails with the reason.
      return false
    }
  }

  /// The documents that wait, sorted by their names.
  package func pictures() throws(HostError) -> [WaitingPicture] { try pictures(Self.waiting) }

  /// The documents that could not be drawn.
  package func picturesSetAside() throws(HostError) -> [WaitingPicture] {
    try pictures(Self.setAside)
  }

  private func pictures(_ ending: String) throws(HostError) -> [WaitingPicture] {
    try names(ending).compactMap { name in
      let parts = name.split(separator: ".")
      guard parts.count == 2, let page = SharingPage(name: parts[0]) else { return nil }
      return WaitingPicture(page: page, name: name)
    }
  }

  private func names(_ ending: String) throws(HostError) -> [String] {
    guard Files.isDirectory(folder) else { return [] }
    return try Files.entries(of: folder).filter { $0.hasSuffix(ending) }
      .map { String($0.dropLast(ending.utf8.count)) }
  }

  /// Nil if the document has vanished.
  package func document(of picture: WaitingPicture) throws(HostError) -> [UInt8]? {
    for ending in [Self.waiting, Self.setAside] where Files.exists(file(picture.name, ending)) {
      return try Files.read(file(picture.name, ending), limit: Self.mostBytes)
    }
    return nil
  }

  /// Whether a document of the same page and form waits.
  func has(_ document: ShareDocument) -> Bool { Files.exists(file(document.name, Self.waiting)) }

  func add(_ document: ShareDocument) throws(HostError) {
    let name = document.name
    try Files.makeDirectories(folder, mode: 0o750)
    try Files.replace(file(name, Self.waiting), with: document.svg, durably: false)
    _ = try Files.remove(file(name, Self.setAside))
  }

  /// Removes a document.
  package func remove(_ picture: WaitingPicture) throws(HostError) {
    for ending in [Self.waiting, Self.setAside] {
      _ = try Files.remove(file(picture.name, ending))
    }
  }

  /// Removes the files that a killed process was writing.
  package func removeTemporaryFiles() throws(HostError) {
    guard Files.isDirectory(folder) else { return }
    for name in try Files.entries(of: folder, startingWith: ".tmp-") {
      _ = try Files.remove("\(folder)/\(name)")
    }
  }

  /// Keeps a document that cannot be drawn, for the doctor. When its page is written again, the document
  /// waits again.
  package func setAside(_ picture: WaitingPicture) throws(HostError) {
    try Files.move(
      file(picture.name, Self.waiting), to: file(picture.name, Self.setAside), durably: false)
  }

  /// Removes the queue of a site without pictures to share.
  package func removeAll() throws(HostError) {
    if Files.isDirectory(folder) { try Files.removeTree(folder) }
  }

  private func file(_ name: String, _ ending: String) -> String { "\(folder)/\(name)\(ending)" }
}
