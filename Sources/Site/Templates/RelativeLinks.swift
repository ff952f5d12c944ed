// Makes the addresses of a page relative, so that the published log works at any address and from a
// folder on a disk. Templates contain addresses from the root. One pass over the page's bytes
// replaces the first slash of each address.
//
// A quotation mark in a text of a page is always escaped, and so `="` only occurs in tags. The pass
// changes only attributes that contain addresses, because other attributes, such as a title, may
// also begin with a slash.

/// Addresses relative to the page that contains them.
enum RelativeLinks {
  /// The attributes whose value is one address. `data-root` is the root for scripts.
  static let attributes = ["href", "src", "action", "poster", "data-root"].map {
    Array($0.utf8)
  }

  /// The attribute with several addresses: `/a.jpg 200w, /b.jpg 500w`.
  static let list = Array("srcset".utf8)

  /// The root as a page at `path` writes it: `../../` for `album/<id>/index.html`.
  static func root(for path: String) -> String {
    let depth = path.utf8.count { $0 == UInt8(ascii: "/") }
    return depth == 0 ? "./" : String(repeating: "../", count: depth)
  }

  /// The page with `root` in place of the first slash of each address.
  static func rewritten(_ page: [UInt8], root: String) -> [UInt8] {
    let root = Array(root.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(page.count + page.count / 4)
    page.withUnsafeBufferPointer { bytes in
      var (copied, index) = (0, 0)
      while index + 2 < bytes.count {
        guard bytes[index] == equals, bytes[index + 1] == quote else {
          index += 1
          continue
        }
        var position = index + 2
        switch name(before: index, in: bytes) {
        case .address:
          if isFromRoot(bytes, position) {
            result += bytes[copied..<position]
            result += root
            copied = position + 1
          }
        case .addresses:
          while position < bytes.count, bytes[position] != quote {
            if isFromRoot(bytes, position), isStart(bytes, position) {
              result += bytes[copied..<position]
              result += root
              copied = position + 1
            }
            position += 1
          }
        case .other: break
        }
        index = position
      }
      result += bytes[copied...]
    }
    return result
  }

  /// The reason why a template's addresses cannot be made relative, with the line; nil if they can.
  static func objection(to template: String) -> String? {
    let bytes = Array(template.utf8)
    for index in bytes.indices where bytes[index] == equals {
      let form = AddressForm(at: index, in: bytes)
      guard form.isMistake else { continue }
      let line = bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1
      return "line \(line): \(form.text(in: bytes)): write an address as in href=\"/album/\" or "
        + "srcset=\"/a.jpg 1x, /b.jpg 2x\" (small letters, double quotation marks, no other spaces), "
        + "so that it can become relative"
    }
    return nil
  }

  /// The kind of an attribute's value.
  private enum Kind { case address, addresses, other }

  private static func name(before end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Kind {
    var start = end
    while start > 0, isNamePart(bytes[start - 1]) { start -= 1 }
    let name = bytes[start..<end]
    if name.elementsEqual(list) { return .addresses }
    return attributes.contains { name.elementsEqual($0) } ? .address : .other
  }

  /// Whether an address from the root begins here. `//host/` would be an address of another server.
  private static func isFromRoot(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
    bytes[position] == slash && (position + 1 == bytes.count || bytes[position + 1] != slash)
  }

  /// Whether a candidate of a list begins here: after the quotation mark, or after a comma and a
  /// space.
  private static func isStart(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
    bytes[position - 1] == quote
      || bytes[position - 1] == 0x20 && bytes[position - 2] == UInt8(ascii: ",")
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || byte == UInt8(ascii: "-")
  }

  private static let quote = UInt8(ascii: "\"")
  private static let equals = UInt8(ascii: "=")
  private static let slash = UInt8(ascii: "/")
}
