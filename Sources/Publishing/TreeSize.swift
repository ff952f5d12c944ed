// The size of the published log, compared with the limits of hosting services for static sites.

import Host
package import Site

/// The numbers that hosting services limit.
package struct TreeSize: Equatable, Sendable {
  package let files: Int
  package let bytes: Int

  /// The largest file, and its size.
  package let largest: String
  package let largestBytes: Int

  /// The maximum number of files and folders in one folder.
  package let mostInFolder: Int

  package init(
    files: Int, bytes: Int, largest: String = "", largestBytes: Int = 0, mostInFolder: Int = 0
  ) {
    self.files = files
    self.bytes = bytes
    self.largest = largest
    self.largestBytes = largestBytes
    self.mostInFolder = mostInFolder
  }

  /// Measures the files of the published log `site` in `folder`.
  package init(of site: Site, in folder: PublishedFolder) throws(PublishError) {
    let paths: [String]
    do { paths = try site.archivePaths() + [PublishArchive.name] } catch { throw .site(error) }
    var (bytes, largest, largestBytes) = (0, "", 0)
    var entries: [Substring: Set<Substring>] = [:]
    for path in paths {
      let size = folder.size(of: path)
      bytes += size
      if size > largestBytes { (largest, largestBytes) = (path, size) }
      var parts = path.split(separator: "/")[...]
      while let name = parts.popLast() {
        entries[Substring(parts.joined(separator: "/")), default: []].insert(name)
      }
    }
    self.init(
      files: paths.count, bytes: bytes, largest: largest, largestBytes: largestBytes,
      mostInFolder: entries.values.map(\.count).max() ?? 0)
  }
}

/// The limits of a hosting service. Source: docs/publishing.md.
package struct HostLimits: Equatable, Sendable {
  package let name: String
  package var files = Int.max
  package var bytes = Int.max
  package var fileBytes = Int.max
  package var inFolder = Int.max

  package static let all = [
    HostLimits(name: "Cloudflare Pages (free)", files: 20_000, fileBytes: 25 << 20),
    HostLimits(name: "GitHub Pages", bytes: 1_000_000_000, fileBytes: 100 << 20),
    HostLimits(name: "GitLab Pages", files: 200_000),
    HostLimits(name: "Netlify", inFolder: 54_000),
  ]

  /// The limits that a published log exceeds, as phrases: `more than 20000 files`.
  package func exceeded(by size: TreeSize) -> [String] {
    var exceeded: [String] = []
    if size.files > files { exceeded.append("more than \(files) files") }
    if size.bytes > bytes { exceeded.append("more than \(bytes / 1_000_000) MB") }
    if size.largestBytes > fileBytes {
      exceeded.append("\(size.largest) has more than \(fileBytes >> 20) MiB")
    }
    if size.mostInFolder > inFolder { exceeded.append("more than \(inFolder) files in a folder") }
    return exceeded
  }
}
