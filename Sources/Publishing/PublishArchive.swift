// The whole published log as one file, `archive.zip`, for readers who want to keep it. The same
// published log gives the same bytes.

import Exchange
import Host
import Site

/// The archive in the folder of the published log.
struct PublishArchive: Sendable {
  static let name = Site.archivePath

  /// The maximum size of a file in the archive. AlbumScan writes no larger file. A larger file that
  /// the host put into the folder is left out.
  private static let fileLimit = 64 << 20

  let folder: PublishedFolder

  /// Writes an empty archive if the folder has none: the first pages already link to the archive.
  func begin() throws(PublishError) {
    if !folder.has(Self.name) { try write([]) }
  }

  /// Whether the archive has no files, because the first publish has not written it yet.
  var isEmpty: Bool { folder.size(of: Self.name) <= Self.emptySize }

  /// The size of an archive without files.
  private static let emptySize = 22

  /// Writes the files at `paths`, which are sorted, below the folder. Leaves out files of the host that
  /// this user cannot read, and pictures to share, which no link of a page leads to.
  func write(_ paths: [String]) throws(PublishError) {
    try hosting { () throws(HostError) in
      try Files.replace(folder.file(Self.name), mode: Files.publicMode, durably: false) {
        (file) throws(HostError) in
        var zip = ZipWriter()
        for path in paths
        where path != Self.name && !SharePicture.isPath(path) && !folder.mustSkip(path) {
          do throws(HostError) {
            try zip.add(path, Files.read(folder.file(path), limit: Self.fileLimit), to: file)
          } catch {
            guard case .tooLarge = error else { throw error }
          }
        }
        try zip.finish(to: file)
      }
    }
  }
}
