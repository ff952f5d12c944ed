// Copies the files of public/. Only the service worker's script and the web app manifest change on
// the way. The web root contains a list of the copied files. A build removes a listed file that is
// no longer in public/, and never removes other files.

import Host

extension Site {
  /// The path of the list. The list contains no secret: the server publishes the files under these
  /// names.
  private static let listPath = Tree.publicList

  /// The files that the site has under their own names, sorted.
  var copiedNames: [String] { plainFiles ?? publicFiles.names }

  /// Copies these files, apart from the script of the service worker, and returns the paths of all.
  func copyPublicFiles() throws(SiteError) -> [String] {
    for name in copiedNames where name != Assets.worker { try writeCopy(of: name) }
    return copiedNames
  }

  /// Copies the script of the service worker. The published log has none.
  package func copyWorker() throws(SiteError) {
    if copiedNames.contains(Assets.worker) { try writeCopy(of: Assets.worker) }
  }

  private func writeCopy(of name: String) throws(SiteError) {
    _ = try tree.write(try copy(of: name), at: name, durably: false)
  }

  private func copy(of name: String) throws(SiteError) -> [UInt8] {
    let bytes = try publicFiles.bytes(of: name)
    switch name {
    case Assets.worker: return settings.assets.replaced(in: bytes, of: name)
    case WebManifest.path: return WebManifest(words: settings.words).filled(bytes)
    default: return bytes
    }
  }

  /// Removes files that an earlier build copied and this build did not copy. Then writes the new
  /// list.
  func replacePublicList(_ names: [String]) throws(SiteError) {
    let kept = Set(names)
    for name in try earlierNames() where !kept.contains(name) && staysInside(name) {
      try tree.remove(name)
    }
    let list = names.map { $0 + "\n" }.joined()
    _ = try tree.write(Array(list.utf8), at: Self.listPath, durably: false)
  }

  private func earlierNames() throws(SiteError) -> [String] {
    guard Files.exists("\(tree.root)/\(Self.listPath)") else { return [] }
    let bytes = try files { () throws(HostError) in
      try Files.read("\(tree.root)/\(Self.listPath)", limit: 1 << 20)
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Whether a path of the list stays inside the web root. A path that leads out of it occurs only
  /// if a person has edited the list.
  private func staysInside(_ name: String) -> Bool {
    !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
  }
}
