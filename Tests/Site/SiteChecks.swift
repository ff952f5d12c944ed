// Checks of a whole generated site: every link leads to a file, and a build makes the same files.

import Albums
import Host
import Site
import Text

/// The links of `files` that lead to no file, each as `page → address`.
func brokenLinks(in files: [String: [UInt8]]) -> [String] {
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
func brokenRelativeLinks(
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

/// The files that a clean build of `log` makes, from the same artwork.
func cleanBuild(_ log: SampleLog, like sample: SampleSite) throws -> [String: [UInt8]] {
  let clean =
    if let appearance = sample.site.appearance { try SampleSite(publishing: appearance) } else {
      try SampleSite()
    }
  for name in try Files.entries(of: "\(sample.folder)/artwork") {
    let bytes = try Files.read("\(sample.folder)/artwork/\(name)")
    try Files.replace("\(clean.folder)/artwork/\(name)", with: bytes, durably: false)
  }
  try clean.site.build(log.contents)
  return try clean.files()
}

/// The paths at which two sites differ.
func differences(_ one: [String: [UInt8]], _ other: [String: [UInt8]]) -> [String] {
  Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
}

/// A generator that gives the same numbers for the same seed. Source: SplitMix64,
/// <https://prng.di.unimi.it/splitmix64.c>.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
