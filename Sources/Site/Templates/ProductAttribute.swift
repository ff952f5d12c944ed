// The attribute `data-albumscan` in the tag `<html>` of every page. The scripts of a browser recognise by it a page of
// AlbumScan: a proxy, a firewall or a network with a sign-in page of its own may send another page in its place. The
// attribute is added to a rendered page, so the pages of a host's own templates have it, too.
// Source: docs/interface.md "In the browser".

/// Adds the attribute to a page, and the tag `</html>` at its end, which HTML allows to leave out: a page without this tag
/// was cut off on its way.
enum ProductAttribute {
  private static let attribute = Array(" data-albumscan".utf8)
  private static let tag = Array("<html".utf8)
  private static let endTag = Array("</html>".utf8)
  private static let doctype = Array("<!doctype".utf8)
  private static let comment = (start: Array("<!--".utf8), end: Array("-->".utf8))

  /// The page with the attribute. A page without the tag `<html>`, which HTML allows after the doctype, gets the tag.
  /// Feeds, pictures and parts of pages stay as they are.
  static func added(to bytes: [UInt8]) -> [UInt8] {
    var position = skippedSpace(bytes, 0)
    let hasDoctype = isText(doctype, bytes, at: position)
    if hasDoctype {
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { return bytes }
      position = skippedSpace(bytes, end + 1)
    }
    let end = position + tag.count
    if isText(tag, bytes, at: position), end < bytes.count, endsName(bytes[end]) {
      return bytes[..<end] + attribute + bytes[end...] + missingEnd(of: bytes)
    }
    guard hasDoctype else { return bytes }
    return bytes[..<position] + tag + attribute + [UInt8(ascii: ">")] + bytes[position...]
      + missingEnd(of: bytes)
  }

  private static func missingEnd(of bytes: [UInt8]) -> [UInt8] {
    let end = bytes.lastIndex { $0 != UInt8(ascii: " ") && !(9...13).contains($0) } ?? 0
    let start = max(0, end + 1 - endTag.count)
    return isText(endTag, bytes, at: start) ? [] : endTag + [UInt8(ascii: "\n")]
  }

  /// The index after white space and comments.
  private static func skippedSpace(_ bytes: [UInt8], _ start: Int) -> Int {
    var position = start
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: " ") || (9...13).contains(bytes[position]) {
        position += 1
      } else if isText(comment.start, bytes, at: position),
        let end = bytes[position...].firstRange(of: comment.end)
      {
        position = end.upperBound
      } else {
        break
      }
    }
    return position
  }

  /// Whether the bytes at `position` are this text of small letters and signs. Upper and lower case make no difference.
  private static func isText(_ text: [UInt8], _ bytes: [UInt8], at position: Int) -> Bool {
    bytes[min(position, bytes.count)...].prefix(text.count).map { byte in
      (65...90).contains(byte) ? byte + 32 : byte
    } == text
  }

  /// Whether a byte after a name ends it.
  private static func endsName(_ byte: UInt8) -> Bool {
    " />".utf8.contains(byte) || (9...13).contains(byte)
  }
}
