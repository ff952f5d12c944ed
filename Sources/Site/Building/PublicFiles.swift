// Copies all files of public/ unchanged. The web root contains a list of the copied files. A build
// removes a listed file that is no longer in public/, and never removes other files.

import Host

extension Site {
  /// The path of the list. The list contains no secret: the server publishes the files under these
  /// names.
  private static let listPath = "public.txt"

  /// The maximum size of a file in public/, in bytes.
  private static let fileLimit = 16 << 20

  /// Copies all files and returns their paths, sorted.
  func copyPublicFiles() throws(SiteError) -> [String] {
    let names = try publicNames(in: "")
    for name in names {
      _ = try tree.write(try publicFile(name), at: name, durably: false)
    }
    return names
  }

  /// The bytes of a file of public/.
  func publicFile(_ name: String) throws(SiteError) -> [UInt8] {
    try files { () throws(HostError) in
      try Files.read("\(publicFiles)/\(name)", limit: Self.fileLimit)
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

  /// The paths of the files below `folder`, sorted. The empty name means public/ itself.
  func publicNames(in folder: String) throws(SiteError) -> [String] {
    let directory = folder.isEmpty ? publicFiles : "\(publicFiles)/\(folder)"
    var names: [String] = []
    for name in try files({ () throws(HostError) in try Files.entries(of: directory) })
    where !name.hasPrefix(".") {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let isFolder = Files.isDirectory("\(publicFiles)/\(path)")
      names += isFolder ? try publicNames(in: path) : [path]
    }
    return names
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
