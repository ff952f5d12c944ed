// What several commands of one process read once: the texts of a language, and the templates and files of a site.

import Albums
import Host
import Site
import Synchronization

/// Values by the paths and the times of the files from which they were read. A changed file has another key.
package final class SourceCache: Sendable {
  private let phrasebooks = Mutex<[String: Phrasebook]>([:])
  private let sites = Mutex<[String: SiteSources]>([:])

  package init() {}

  /// The texts for the files of `folders`; `read` reads them if they are not stored. `name` stands for everything else
  /// on which they depend.
  func phrasebook(
    _ name: String, folders: [String], read: () throws -> Phrasebook
  ) throws -> Phrasebook {
    let key = "\(name) \(Self.times(of: folders))"
    if let known = phrasebooks.withLock({ $0[key] }) { return known }
    let new = try read()
    phrasebooks.withLock { $0[key] = new }
    return new
  }

  /// As `phrasebook`, for the templates and the files of a site.
  func sources(
    _ name: String, folders: [String], read: () throws(SiteError) -> SiteSources
  ) throws(SiteError) -> SiteSources {
    let key = "\(name) \(Self.times(of: folders))"
    if let known = sites.withLock({ $0[key] }) { return known }
    let new = try read()
    sites.withLock { $0[key] = new }
    return new
  }

  /// The paths below some folders with their times and sizes.
  private static func times(of folders: [String]) -> String {
    folders.map { folder in
      let names: [String]
      do { names = try Files.entries(of: folder) } catch { return "\(folder): \(error)" }
      return "\(folder): "
        + names.map { name in
          let path = "\(folder)/\(name)"
          return Files.isDirectory(path) ? times(of: [path]) : "\(name) \(Programs.build(of: path))"
        }.joined(separator: " ")
    }.joined(separator: "; ")
  }
}
