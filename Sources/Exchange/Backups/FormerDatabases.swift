// The copies of the database that upgrades made beside it: `albums.db.v4-2026-11-22`.

package import Host

package enum FormerDatabases {
  /// A copy is removed when it is older, unless it is the newest. Source: docs/limits.md "Backups".
  package static let milliseconds: Int64 = 90 * 86_400_000

  /// Removes the copies that are too old at `now` (milliseconds since 1970). Returns their names.
  package static func removeOld(
    beside database: String, at now: Int64
  ) throws(HostError) -> [String] {
    let folder = Files.parent(of: database)
    let prefix = "\(database.split(separator: "/").last ?? "").v"
    let copies = try Files.entries(of: folder, startingWith: prefix).map { name in
      (name: name, time: Files.modificationMilliseconds(of: "\(folder)/\(name)") ?? now)
    }
    let newest = copies.max { $0.time < $1.time }
    let old = copies.filter { $0.name != newest?.name && now - $0.time > milliseconds }
    for copy in old { try Files.remove("\(folder)/\(copy.name)") }
    return old.map(\.name)
  }
}
