// The ids of feed entries. A feed reader uses the id to tell a known entry from a new entry, so an
// id never changes. Source: docs/decisions/068-feed-ids.md.

import Albums
import Host

enum FeedID {
  /// A random UUID. It makes these ids different from the ids of other programs.
  private static let namespace: [UInt8] = [
    0xCF, 0x21, 0xE6, 0xD3, 0x85, 0xC6, 0x42, 0xE3, 0x90, 0x24, 0xDA, 0x19, 0xA0, 0x72, 0xFF, 0x40,
  ]

  /// The id that earlier versions published; otherwise a URN made from the find's id.
  static func entry(of find: Find) -> String { find.feedID ?? urn("find/\(find.id)") }

  /// The id of the entry of a shelf. The feed of a tag has an entry of its own, because it has only the
  /// finds with the tag.
  static func entry(of shelf: ShelfKey, tag: String?) -> String {
    urn("shelf/\(shelf)" + (tag.map { "/tags/\($0)" } ?? ""))
  }

  /// `urn:uuid:…` of version 8, from the SHA-256 of `name`.
  /// Source: RFC 9562 §5.8 and appendix B.2.
  static func urn(_ name: String) -> String {
    var bytes = Array(SHA256.digest(of: namespace + Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { hexadecimal(Array(bytes[$0])) }
    return "urn:uuid:" + groups.joined(separator: "-")
  }
}
