// Root acts only as the owner of an installation. Rule: docs/decisions/160-whose-word-counts-for-root.md.

extension Programs {
  /// Root becomes the owner of a control file, before the first byte of the file is read. Root stays root if only root
  /// can change the file; `becomeOwner(of:isOfCheckout:)` decides then.
  package static func becomeOwner(ofControlFile path: String) throws(ConfigurationError) {
    guard userID == 0 else { return }
    let file = Files.absolutePath(path, from: Files.workingDirectory)
    try become(try existing(file), for: file)
  }

  /// Throws if root reads its own control file again, and another user has become the owner of the file.
  package static func refuseOwner(ofControlFile path: String) throws(ConfigurationError) {
    guard userID == 0 else { return }
    let file = Files.absolutePath(path, from: Files.workingDirectory)
    let owner = try existing(file).user
    guard owner != 0 else { return }
    throw ConfigurationError(
      file: file, line: nil,
      message: "it belongs to \(userName(of: owner)) now; start the command again")
  }

  /// The owner of a file. A file that does not exist could be made by another user before root reads it.
  private static func existing(_ file: String) throws(ConfigurationError) -> PathOwner {
    let owner = try pathOwner(of: file, for: file)
    guard owner.exists else { throw .missing(file) }
    return owner
  }

  /// Root becomes the owner of the data that root's own control file names. Only a program of a checkout continues as
  /// root, if everything belongs to root.
  package static func becomeOwner(
    of configuration: Configuration, isOfCheckout: Bool
  ) throws(ConfigurationError) {
    guard userID == 0 else { return }
    let (file, data, site) = (
      configuration.file, configuration.namedData, configuration.namedSite
    )
    let owner = try pathOwner(of: data, for: file)
    guard owner.user == 0 else { return try become(owner, for: file) }
    if isOfCheckout, try pathOwner(of: site, for: file).user == 0 { return }
    throw ConfigurationError(
      file: file, line: nil,
      message: owner.exists
        ? "root works only as the owner of the data, and \(data) belongs to root; give the data and the pages to the "
          + "user of the web server: sudo chown -R www-data: \(data) \(site)"
        : "there is no folder \(data), whose owner root would become; make it for the user of the web server: "
          + "sudo install -d -o www-data -g www-data -m 750 \(data)")
  }

  private static func pathOwner(
    of path: String, for file: String
  ) throws(ConfigurationError) -> PathOwner {
    do {
      return try PathOwner(of: path)
    } catch {
      throw ConfigurationError(file: file, line: nil, message: "\(error)")
    }
  }

  private static func become(_ owner: PathOwner, for file: String) throws(ConfigurationError) {
    do {
      try become(owner.user)
    } catch {
      throw ConfigurationError(
        file: file, line: nil, message: "root cannot become its owner: \(error)")
    }
  }
}
