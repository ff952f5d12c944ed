// Writes the files with hashed names. The files of the previous build stay, because an open page or
// a page in a browser's store may still load them. Older files are removed.

import Host

extension Site {
  /// The path of the list: one line for each file, with 1 for the newest generation and 2 for the
  /// generation before it. The list contains no secret.
  private static let listPath = Tree.assetList

  /// Reads the files of public/ that may get hashed names.
  static func hashable(_ publicFiles: PublicFolder) throws(SiteError) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in publicFiles.names where Assets.mayContain(name) {
      files[name] = try publicFiles.bytes(of: name)
    }
    return files
  }

  /// Reads only the files at `paths`, and those that they use. `own` are files that are not in public/.
  static func hashable(
    _ publicFiles: PublicFolder, from paths: Set<String>, _ own: [String: [UInt8]]
  ) throws(SiteError) -> [String: [UInt8]] {
    let present = Set(publicFiles.names)
    var (files, new) = ([String: [UInt8]](), Array(paths))
    while let path = new.popLast() {
      guard Assets.mayContain(path), files[path] == nil, own[path] != nil || present.contains(path)
      else { continue }
      let bytes = if let bytes = own[path] { bytes } else { try publicFiles.bytes(of: path) }
      files[path] = bytes
      new += Assets.paths(in: bytes, of: path)
    }
    return files
  }

  /// Writes the files of this generation. Pages that use them are written later.
  func writeAssets() throws(SiteError) {
    for asset in settings.assets.contents {
      _ = try tree.write(asset.bytes, at: "\(Assets.folder)/\(asset.name)", durably: false)
    }
  }

  /// Removes the files that belong neither to this generation nor to the one before, and writes the
  /// list. `copied` are the paths of the copies of public/, which may lie in the same folder.
  func removeOldAssets(but copied: [String]) throws(SiteError) {
    let newest = Set(settings.assets.contents.map(\.name))
    let listed = try listedAssets()
    let before = listed.newest == newest ? listed.before : listed.newest.subtracting(newest)
    let kept = newest.union(before)
    let copies = Set(copied)
    for name in try tree.names(in: Assets.folder)
    where Assets.isHashed(name) && !kept.contains(name)
      && !copies.contains("\(Assets.folder)/\(name)")
    {
      try tree.remove("\(Assets.folder)/\(name)")
    }
    let lines = newest.sorted().map { "1 \($0)\n" } + before.sorted().map { "2 \($0)\n" }
    _ = try tree.write(Array(lines.joined().utf8), at: Self.listPath, durably: false)
  }

  private func listedAssets() throws(SiteError) -> (newest: Set<String>, before: Set<String>) {
    guard Files.exists("\(tree.root)/\(Self.listPath)") else { return ([], []) }
    let bytes = try files { () throws(HostError) in
      try Files.read("\(tree.root)/\(Self.listPath)", limit: 1 << 20)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    func names(_ generation: String) -> Set<String> {
      Set(lines.filter { $0.hasPrefix("\(generation) ") }.map { String($0.dropFirst(2)) })
    }
    return (names("1"), names("2"))
  }
}
