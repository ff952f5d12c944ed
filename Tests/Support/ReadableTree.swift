// The files of a published log at one moment, and the missing files to which their links lead.

package struct ReadableTree: Sendable {
  /// The files that a reader or a program opens first.
  private static let entrances = ["index.html", "404.html", "feed.atom", "sitemap.xml"]

  /// The ends of the names of files that a page shows or uses.
  private static let parts = [".jpg", ".png", ".svg", ".css", ".js", ".woff2"]

  /// The address of the published log.
  private let base: String

  /// The files that each file links or shows.
  private var targets: [String: Set<String>] = [:]

  package init(_ files: [String: [UInt8]] = [:], base: String) {
    self.base = base
    for (path, bytes) in files { put(path, bytes) }
  }

  package mutating func put(_ path: String, _ bytes: [UInt8]) {
    targets[path] = FileLinks.targets(of: bytes, at: path, base: base)
  }

  package mutating func remove(_ path: String) { targets[path] = nil }

  /// The missing files, each as `page → file`. A reader reaches some pages by links from an
  /// entrance. Such a page may link or show only files that exist. For any other page, such as a
  /// page whose address a reader has kept, only pictures, style sheets and scripts must exist.
  package var missing: [String] { missing { (_) in false } }

  /// The missing files without the links to and from the files for which `isUncertain` is true. A
  /// page to which only such a file leads counts as not reached.
  package func missing(besides isUncertain: (String) -> Bool) -> [String] {
    var missing: [String] = []
    let reached = reached(besides: isUncertain)
    for (path, all) in targets where !isUncertain(path) {
      for target in all where targets[target] == nil && !isUncertain(target) {
        if reached.contains(path) || Self.parts.contains(where: target.hasSuffix) {
          missing.append("\(path) → \(target)")
        }
      }
    }
    return missing.sorted()
  }

  private func reached(besides isUncertain: (String) -> Bool) -> Set<String> {
    var open = Self.entrances.filter { targets[$0] != nil }
    var reached = Set(open)
    while let path = open.popLast() {
      for target in targets[path] ?? [] where targets[target] != nil && !isUncertain(target) {
        if reached.insert(target).inserted { open.append(target) }
      }
    }
    return reached
  }
}
