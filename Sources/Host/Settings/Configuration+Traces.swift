// The traces that a log leaves beside its database. If the database is missing or empty beside them, it was lost.

extension Configuration {
  /// A path that only the installation of a log has; nil in a new installation. A folder of backups or of a published log
  /// may belong to another installation, so these two count only if the file of the database exists.
  package func traceOfLog() throws(HostError) -> String? {
    guard Files.isDirectory(data) else { return nil }
    if try Self.hasFiles(artwork) { return artwork }
    if try Self.hasFiles(photos) { return photos }
    if sessionFiles.requiresSender { return sessionFiles.peopleMarker }
    if try !sessionFiles.names().isEmpty { return sessionFiles.folder }
    if Files.exists(backupMarker) { return backupMarker }
    if let copy = try Files.entries(of: data, startingWith: "albums.db.v").first {
      return "\(data)/\(copy)"
    }
    guard Files.exists(database) else { return nil }
    if let backupFolder, try Self.hasFiles(backupFolder, startingWith: "albumscan-") {
      return backupFolder
    }
    let published = publishing.map { "\($0.folder)/index.html" }
    return published.flatMap { Files.exists($0) ? $0 : nil }
  }

  /// Whether a folder has a file whose name begins like this. Hidden files do not count.
  private static func hasFiles(
    _ folder: String, startingWith prefix: String = ""
  ) throws(HostError) -> Bool {
    let path = Files.resolvingLinks(folder)
    guard Files.isDirectory(path) else { return false }
    return try Files.entries(of: path, startingWith: prefix).contains { !$0.hasPrefix(".") }
  }
}
