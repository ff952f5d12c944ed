// Checks of a whole generated site: every link leads to a file, and two sites have the same files.

import Text

/// The links of `files` that lead to no file, each as `page → address`.
package func brokenLinks(in files: [String: [UInt8]]) -> [String] {
  var broken: [String] = []
  for (path, bytes) in files where path.hasSuffix(".html") {
    for address in addresses(in: String(decoding: bytes, as: UTF8.self)) {
      let target = file(of: address)
      if files[target] == nil { broken.append("\(path) → \(address)") }
    }
  }
  return broken.sorted()
}

/// The links of a published log that lead to no file, and those that are not relative, each as
/// `page → address`. The 404 page begins its addresses with `root`. `archive.zip` is written later.
package func brokenRelativeLinks(
  in files: [String: [UInt8]], root: String, but absent: Set<String> = ["archive.zip"]
) -> [String] {
  var broken: [String] = []
  for (path, bytes) in files where path.hasSuffix(".html") {
    for address in allAddresses(in: String(decoding: bytes, as: UTF8.self)) {
      let target = target(of: address, on: path, root: root)
      if let target, files[target] != nil || absent.contains(target) { continue }
      broken.append("\(path) → \(address)")
    }
  }
  return broken.sorted()
}

/// The path of the file to which an address of a page leads; nil for an address that leaves the
/// published log or is not relative.
private func target(of address: String, on page: String, root: String) -> String? {
  if page == "404.html" {
    guard address.hasPrefix(root) else { return nil }
    return file(of: "/" + address.dropFirst(root.count))
  }
  let isRelative = address.hasPrefix("./") || address.hasPrefix("../")
  guard isRelative else { return nil }
  let path = address.prefix { $0 != "?" && $0 != "#" }
  var parts = page.split(separator: "/").dropLast()
  for part in path.split(separator: "/") where part != "." {
    if part != ".." {
      parts.append(part)
    } else if parts.popLast() == nil {
      return nil
    }
  }
  let joined = "/" + parts.joined(separator: "/")
  return file(of: path.hasSuffix("/") && !parts.isEmpty ? "\(joined)/" : joined)
}

/// The file that a server sends for an address of the site, without its query and its fragment.
private func file(of address: String) -> String {
  let path = address.prefix { $0 != "?" && $0 != "#" }.dropFirst()
  let bytes = percentDecoded(Array(path.utf8)[...], plusIsSpace: false) ?? []
  let isFolder = path.isEmpty || path.hasSuffix("/")
  return String(decoding: bytes, as: UTF8.self) + (isFolder ? "index.html" : "")
}

/// The paths at which two sites differ.
package func differences(_ one: [String: [UInt8]], _ other: [String: [UInt8]]) -> [String] {
  Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
}
