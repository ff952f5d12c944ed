// The addresses in the files of a published log, and the files to which they lead.

import Host
import Support

struct PublishedLinks {
  /// The target of an address.
  enum Target: Hashable {
    /// A file of the published log, and the element of a page.
    case inside(file: String, element: String)

    /// Another site, or a program of the device.
    case outside

    /// A path that leaves the published log or does not begin in it.
    case wrong
  }

  /// An address with its page and its attribute.
  struct Link: Hashable {
    let page: String
    let attribute: String
    let address: String
    let target: Target
  }

  /// The paths of all files.
  let files: Set<String>
  let links: [Link]

  /// The elements that addresses may name, by page.
  let elements: [String: Set<String>]

  init(in log: String) throws {
    files = Set(try contents(of: log).keys)
    var (links, elements): ([Link], [String: Set<String>]) = ([], [:])
    let attributes = "(href|src|srcset|data-root|id)=\"[^\"]*\""
    for (page, text) in try Self.found(attributes, in: log, ending: "*.html") {
      let parts = text.split(separator: "=", maxSplits: 1)
      let value = Self.unescaped(String(parts[1].dropFirst().dropLast()))
      guard parts[0] != "id" else {
        elements[page, default: []].insert(value)
        continue
      }
      for address in parts[0] == "srcset" ? Self.candidates(value) : [value] {
        let target = Self.target(of: address, on: page)
        links.append(
          Link(page: page, attribute: String(parts[0]), address: address, target: target))
      }
    }
    (self.links, self.elements) = (links, elements)
  }

  /// The wrong links: a link to a missing file or a missing element, and an address outside the
  /// published log that is no link for readers.
  var broken: [String] {
    links.filter { link in
      switch link.target {
      case .inside(let file, let element):
        !files.contains(file)
          || !element.isEmpty && elements[file]?.contains(element) != true
      case .outside: link.attribute != "href"
      case .wrong: true
      }
    }.map { "\($0.page) → \($0.address)" }.sorted()
  }

  /// The pages that a reader reaches from the front page by links. `isFollowed` tells whether the links of
  /// a page count.
  func reached(following isFollowed: (String) -> Bool) -> Set<String> {
    let next = Dictionary(grouping: links.filter { $0.attribute == "href" }, by: \.page)
    var (reached, waiting): (Set<String>, [String]) = (["index.html"], ["index.html"])
    while let page = waiting.popLast() {
      guard isFollowed(page) else { continue }
      for link in next[page] ?? [] {
        guard case .inside(let file, _) = link.target, reached.insert(file).inserted else {
          continue
        }
        waiting.append(file)
      }
    }
    return reached
  }

  /// The addresses that begin with `publish-url` in any file of the published log, each with its
  /// target.
  static func absolute(in log: String) throws -> [(file: String, address: String, target: Target)] {
    let pattern = "\(PublishedHouse.url.replacing(".", with: "[.]"))[^]\"'<>&)\\ ]*"
    return try found(pattern, in: log, ending: "*").map { file, address in
      (file, address, target(of: address, on: "index.html"))
    }
  }

  /// The files that style sheets and scripts name: `("style.css", "./record.svg")`.
  static func namedByAssets(in log: String) throws -> [(file: String, name: String)] {
    try found(
      #"(url\(|from |import\()"[^"]+""#, in: "\(log)/assets", ending: "*"
    ).map { file, text in
      (file, String(text.split(separator: "\"")[1]))
    }.filter { !$0.name.hasPrefix("data:") }
  }

  // MARK: Reading

  /// Each match of an extended regular expression with its file, by GNU grep.
  private static func found(
    _ pattern: String, in folder: String, ending names: String
  ) throws -> [(file: String, text: String)] {
    let output = try Programs.run(
      "/bin/sh",
      [
        "-c",
        "cd \"$1\" && LC_ALL=C.UTF-8 exec grep -rIoE --null --include=\"$3\" -e \"$2\" .",
        "sh", folder, pattern, names,
      ], input: "/dev/null", limit: 64 << 20, timeoutMilliseconds: 60_000)
    guard output.exitCode == 0 else {
      throw InstallationError.failed("grep \(pattern): \(output.exitCode)")
    }
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\0", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (String(parts[0].dropFirst(2)), String(parts[1]))
    }
  }

  /// The addresses of `a.jpg 200w, b.jpg 500w`.
  private static func candidates(_ list: String) -> [String] {
    list.split(separator: ", ").compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  private static func target(of address: String, on page: String) -> Target {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let element = parts.count == 2 ? percentDecoded(parts[1]) : ""
    if parts[0].isEmpty { return .inside(file: page, element: element) }
    let path = parts[0].prefix { $0 != "?" }
    let root = "\(PublishedHouse.path)/"
    if path.hasPrefix("\(PublishedHouse.url)/") {
      return inside(path.dropFirst(PublishedHouse.url.count + 1), from: [], element)
    }
    if path.firstMatch(of: #/^[a-z][a-z0-9+.-]*:/#) != nil { return .outside }
    if page == "404.html" {
      return path.hasPrefix(root) ? inside(path.dropFirst(root.count), from: [], element) : .wrong
    }
    guard path.hasPrefix("./") || path.hasPrefix("../") else { return .wrong }
    return inside(path, from: page.split(separator: "/").dropLast().map(String.init), element)
  }

  /// The file at a path that begins in a folder. A folder's page is its `index.html`.
  private static func inside(_ path: Substring, from folder: [String], _ element: String) -> Target
  {
    var parts = folder
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(percentDecoded(part))
      } else if parts.popLast() == nil {
        return .wrong
      }
    }
    let isFolder = path.isEmpty || path.hasSuffix("/")
    return .inside(
      file: (parts + (isFolder ? ["index.html"] : [])).joined(separator: "/"), element: element)
  }

  private static func percentDecoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      guard byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
