// The files of a published log to which one of its files leads.

import Text

package enum FileLinks {
  /// The text before an address in pages, feeds and the sitemap, and the byte that ends the
  /// address.
  private static let marks: [(text: [UInt8], end: UInt8)] = [
    (Array(" href=\"".utf8), quote), (Array(" src=\"".utf8), quote),
    (Array(" srcset=\"".utf8), quote), (Array("<loc>".utf8), UInt8(ascii: "<")),
  ]

  /// The paths of the files that the file at `path` links or shows. `base` is the address of the
  /// published log, without a slash at its end. An address that begins at the root of another
  /// published log is returned as it is.
  package static func targets(of bytes: [UInt8], at path: String, base: String) -> Set<String> {
    guard [".html", ".atom", ".xml"].contains(where: path.hasSuffix) else { return [] }
    var targets: Set<String> = []
    var place = 0
    while place < bytes.count {
      guard bytes[place] == space || bytes[place] == lessThan,
        let mark = marks.first(where: { bytes[place...].starts(with: $0.text) })
      else {
        place += 1
        continue
      }
      let start = place + mark.text.count
      let end = bytes[start...].firstIndex(of: mark.end) ?? bytes.count
      let value = String(decoding: bytes[start..<end], as: UTF8.self)
      let isSet = mark.text.starts(with: Array(" srcset".utf8))
      for address in isSet ? addresses(inSet: value) : [value[...]] {
        if let target = target(of: address, on: path, base: base) { targets.insert(target) }
      }
      place = end
    }
    return targets
  }

  /// The addresses in a value of `srcset`: `a 200w, b 500w`.
  private static func addresses(inSet value: String) -> [Substring] {
    value.split(separator: ",").compactMap { $0.split(separator: " ").first }
  }

  /// Nil for an address outside the published log, and for an element of the page itself.
  private static func target(of address: Substring, on page: String, base: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    if path == base || path.hasPrefix("\(base)/") { return file(path.dropFirst(base.count), []) }
    guard !path.isEmpty, !path.contains(":") else { return nil }
    guard path.hasPrefix("/") else {
      return file(path, page.split(separator: "/").dropLast().map(String.init))
    }
    // The links of the 404 page begin at the root of the server.
    let root = base.split(separator: "/").dropFirst(2).map { "/\($0)" }.joined()
    return path.hasPrefix("\(root)/") ? file(path.dropFirst(root.count), []) : String(path)
  }

  /// The file that a server sends for a path below `folders`.
  private static func file(_ path: Substring, _ folders: [String]) -> String {
    var parts = folders
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    let isFolder = path.isEmpty || path.hasSuffix("/") || path.hasSuffix(".")
    let name = (parts + (isFolder ? ["index.html"] : [])).joined(separator: "/")
    let bytes = percentDecoded(Array(name.utf8)[...], plusIsSpace: false) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let space = UInt8(ascii: " ")
  private static let lessThan = UInt8(ascii: "<")
}
