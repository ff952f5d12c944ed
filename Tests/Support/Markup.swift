// A small parser for the pages of this project: their tags and attributes as a browser sees them.
// It is sufficient to compare pages and to follow links, but it cannot read other HTML.

/// One start or end tag.
package struct PageTag: Equatable {
  package let name: String
  package let attributes: [(name: String, value: String)]

  package static func == (a: PageTag, b: PageTag) -> Bool {
    a.name == b.name && a.attributes.map(\.name) == b.attributes.map(\.name)
  }

  package subscript(_ attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }
}

/// All tags of a page in order, without comments and the doctype. The name of an end tag begins
/// with a slash.
package func tags(of page: String) -> [PageTag] {
  var bytes = Array(page.utf8)[...]
  var tags: [PageTag] = []
  while let open = bytes.firstIndex(of: UInt8(ascii: "<")) {
    bytes = bytes[(open + 1)...]
    guard let first = bytes.first, isLetter(first) || first == UInt8(ascii: "/") else { continue }
    tags.append(readTag(&bytes))
  }
  return tags
}

private func readTag(_ bytes: inout ArraySlice<UInt8>) -> PageTag {
  let name = read(&bytes) { !isSpace($0) && $0 != UInt8(ascii: ">") }
  var attributes: [(String, String)] = []
  while true {
    _ = read(&bytes) { isSpace($0) || $0 == UInt8(ascii: "/") }
    guard let next = bytes.first, next != UInt8(ascii: ">") else { break }
    let attribute = read(&bytes) {
      !isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">")
    }
    attributes.append((attribute, readValue(&bytes)))
  }
  bytes = bytes.dropFirst()
  return PageTag(name: name, attributes: attributes)
}

private func readValue(_ bytes: inout ArraySlice<UInt8>) -> String {
  guard bytes.first == UInt8(ascii: "=") else { return "" }
  bytes = bytes.dropFirst()
  guard let quote = bytes.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
    return read(&bytes) { !isSpace($0) && $0 != UInt8(ascii: ">") }
  }
  bytes = bytes.dropFirst()
  let value = read(&bytes) { $0 != quote }
  bytes = bytes.dropFirst()
  return value
}

private func read(_ bytes: inout ArraySlice<UInt8>, while isWanted: (UInt8) -> Bool) -> String {
  let part = bytes.prefix(while: isWanted)
  bytes = bytes[part.endIndex...]
  return String(decoding: part, as: UTF8.self)
}

private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
private func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

/// The addresses of files of this site that a page contains, in links, pictures, scripts and refreshes. The result
/// leaves out their fragments (the part from "#" on).
package func addresses(in page: String) -> [String] {
  everyAddress(in: page).filter { $0.hasPrefix("/") && !$0.hasPrefix("/cgi-bin/") }
    .map { String($0.prefix { $0 != "#" }) }
}

/// The addresses of a page that lead to no other site and to no other program.
package func allAddresses(in page: String) -> [String] {
  everyAddress(in: page).filter { address in
    !["https://", "mailto:", "#"].contains { address.hasPrefix($0) }
  }
}

private func everyAddress(in page: String) -> [String] {
  var found: [String] = []
  for tag in tags(of: page) {
    for (name, value) in tag.attributes {
      switch name {
      case "href", "src", "data-root": found.append(value)
      case "srcset":
        found += value.split(separator: ",").compactMap { part in
          part.split(separator: " ").first.map(String.init)
        }
      case "content" where tag["http-equiv"] == "refresh":
        found += value.split(separator: "url=").dropFirst().map(String.init)
      default: continue
      }
    }
  }
  return found
}
