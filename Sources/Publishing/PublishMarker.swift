// The marker file, which says to which published log a folder or a remote belongs. Publishing and
// sending delete files there, so a folder with other files and without this file is refused.

/// The content of the marker file.
struct PublishMarker: Equatable, Sendable {
  /// The name of the file. It is no part of the published log: pages do not lead to it, and no list
  /// has it.
  static let name = ".albumscan"

  /// The maximum size of a marker file in bytes.
  static let limit = 1000

  /// The id of the published log's feed; nil for a marker file of an earlier version, which every
  /// published log may take over.
  let log: String?

  init(log: String) { self.log = log }

  init(_ bytes: [UInt8]) {
    log =
      bytes.split(separator: UInt8(ascii: "\n"))
      .first { $0.starts(with: Self.key.utf8) }
      .map { String(decoding: $0.dropFirst(Self.key.utf8.count), as: UTF8.self) }
  }

  /// The bytes of the file, with a sentence for a person who finds it.
  var bytes: [UInt8] {
    let text = """
      AlbumScan writes a published log into this place, and deletes files in it.
      \(Self.key)\(log ?? "")

      """
    return Array(text.utf8)
  }

  private static let key = "log: "
}
