// The folder of the published log. Publishing deletes files in it, so the folder must be new, empty, or
// marked as ours.

import Host

/// The folder that the setting `publish-to` names.
package struct PublishedFolder: Sendable {
  let path: String

  package init(_ path: String) { self.path = path }

  /// Makes the folder and its marker file. Throws `.refused` if the folder has other files and no
  /// marker file, or the marker file of another published log. With `takesOver`, the marker file of
  /// another published log is replaced.
  package func prepare(for log: String, takesOver: Bool = false) throws(PublishError) {
    if let objection = try objection(for: takesOver ? nil : log) { throw .refused(objection) }
    guard try marker?.log != log else { return }
    do {
      try Files.makeDirectories(path)
      let marker = PublishMarker(log: log)
      try Files.replace(markerFile, with: marker.bytes, mode: Files.publicMode, durably: true)
    } catch {
      guard error.isNotWritable else { throw .host(error) }
      throw .refused(
        "\(error). Make the folder of publish-to, and give it to this user: "
          + "sudo install -d -o \(Programs.userName) \(path)")
    }
  }

  /// The reason why publishing would destroy files here, with the remedy; nil if it would not.
  /// `log` is the id of the feed of the published log; without it, the folder may belong to any
  /// published log.
  package func objection(for log: String?) throws(PublishError) -> String? {
    guard Files.exists(path) else { return nil }
    guard Files.isDirectory(path) else {
      return "publish-to (\(path)) is no folder; name a folder of its own"
    }
    if let marker = try marker {
      guard let log, let other = marker.log, other != log else { return nil }
      return "publish-to (\(path)) belongs to another published log, and publishing deletes files "
        + "there; name a folder of its own, or, if that log is gone, run albumscan publish --all "
        + "--take-over"
    }
    let names = try hosting { () throws(HostError) in try Files.entries(of: path) }
    guard let name = names.first else { return nil }
    return "publish-to (\(path)) is not empty, and AlbumScan did not make it: it has \"\(name)\". "
      + "Publishing deletes files there; name a new or an empty folder"
  }

  /// Whether the folder has the marker file.
  package var isOurs: Bool { Files.isRegular(markerFile) }

  /// The marker file of the folder; nil if it has none.
  private var marker: PublishMarker? {
    get throws(PublishError) {
      guard isOurs else { return nil }
      return try hosting { () throws(HostError) in
        PublishMarker(try Files.read(markerFile, limit: PublishMarker.limit))
      }
    }
  }

  private var markerFile: String { file(PublishMarker.name) }

  /// Removes the temporary files that a killed process left at the root and in the folders of the
  /// root. The refresh of an album's page removes the temporary files beside the page.
  func removeTemporaryFiles() throws(PublishError) {
    try hosting { () throws(HostError) in
      for name in try [""] + Files.entries(of: path) where Files.isDirectory(file(name)) {
        for temporary in try Files.entries(of: file(name), startingWith: ".tmp-") {
          _ = try Files.remove("\(file(name))/\(temporary)")
        }
      }
    }
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes links that have the names of the folders and files at the root that only a
  /// published log has. Follows no link. Returns whether it removed a link; then everything has to
  /// be written again.
  func removeLinks() throws(PublishError) -> Bool {
    var isChanged = false
    for name in RemoteTree.ownNames where Files.isLink(file(name)) {
      try hosting { () throws(HostError) in _ = try Files.remove(file(name)) }
      isChanged = true
    }
    return isChanged
  }

  /// Removes links and files that cannot be read from our folders, and makes folders of this user usable.
  /// Returns whether something changed; then everything has to be written again.
  func repair() throws(PublishError) -> Bool {
    var isChanged = try removeLinks()
    for name in RemoteTree.ownNames {
      if try hosting({ () throws(HostError) in try Self.repair(file(name)) }) { isChanged = true }
    }
    return isChanged
  }

  private static func repair(_ path: String) throws(HostError) -> Bool {
    if Files.isDirectory(path) {
      let isUsable = [Files.Access.read, .write, .execute].allSatisfy { Files.allows($0, path) }
      if !isUsable { try Files.setMode(0o755, of: path) }
      var isChanged = !isUsable
      for name in try Files.entries(of: path) where try repair("\(path)/\(name)") {
        isChanged = true
      }
      return isChanged
    }
    let isUnreadable = Files.isRegular(path) && !Files.allows(.read, path)
    guard Files.isLink(path) || isUnreadable else { return false }
    return try Files.remove(path)
  }

  /// Whether the folder has a regular file at `name`. rclone sends nothing else.
  func has(_ name: String) -> Bool { Files.isRegular(file(name)) }

  /// Whether a file can neither be sent nor archived: the host put it there, and this user cannot read
  /// it. AlbumScan can read its own files; if not, that is an error.
  func mustSkip(_ name: String) -> Bool {
    has(name) && !Files.allows(.read, file(name)) && !RemoteTree.isOwn(name)
  }
}
