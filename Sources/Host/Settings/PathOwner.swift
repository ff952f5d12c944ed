// The user who decides what a path leads to. Root reads a control file, or works in a data folder, only as this user,
// because this user could put another file or a link there at any moment.

import Glibc

/// The owner of a file or folder, seen from the root of the file system. Root and the owner must be the only users
/// who can put another file in its place.
package struct PathOwner: Equatable, Sendable {
  /// The owner of the first file, folder or link of the path that does not belong to root; 0 if all belong to root.
  package private(set) var user: UInt32 = 0

  /// Whether the path exists. The owner of a path that does not exist is the owner of its existing folders.
  package private(set) var exists = true

  /// The last folder. Its rights count only for the entries that the path has in it.
  private var folder: Entry?

  /// The files and folders that a group can change, and their groups.
  private var groups: [(path: String, group: UInt32)] = []

  package static func == (one: PathOwner, other: PathOwner) -> Bool {
    one.user == other.user && one.exists == other.exists
  }

  /// Follows an absolute path and its links. Reads no file.
  package init(of path: String) throws(PathOwnerError) {
    try take("/")
    var (above, rest) = ("/", Self.parts(of: path))
    var links = 0
    while let name = rest.popLast() {
      if name == ".." {
        above = Files.parent(of: above)
        continue
      }
      let next = above == "/" ? "/\(name)" : "\(above)/\(name)"
      guard try take(next) else {
        exists = false
        break
      }
      guard let target = Files.linkTarget(of: next) else {
        above = next
        continue
      }
      links += 1
      guard links <= Self.mostLinks else {
        throw .system(.system(operation: "open", path: path, code: ELOOP))
      }
      if target.hasPrefix("/") { above = "/" }
      rest += Self.parts(of: target)
    }
    try refuseForeignGroups()
  }

  /// The kernel follows as many links. Source: path_resolution(7).
  private static let mostLinks = 40

  /// The parts of a path, the last one first.
  private static func parts(of path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }.reversed()
  }

  /// Adds one file, folder or link of the path; false if it does not exist.
  @discardableResult
  private mutating func take(_ path: String) throws(PathOwnerError) -> Bool {
    if let folder { try check(folder) }
    folder = nil
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      if errno == ENOENT { return false }
      throw .system(.system(operation: "lstat", path: path, code: errno))
    }
    let owner = Self.isOfComputer(facts.st_uid) ? 0 : facts.st_uid
    if owner != 0 {
      guard user == 0 || user == owner else {
        throw .twoOwners(path: path, owner: owner, above: user)
      }
      user = owner
    }
    let entry = Entry(path: path, mode: facts.st_mode, group: facts.st_gid)
    switch facts.st_mode & S_IFMT {
    case S_IFLNK: break  // The mode of a link has no meaning.
    case S_IFDIR: folder = entry
    default: try check(entry)
    }
    return true
  }

  private struct Entry {
    let path: String
    let mode: UInt32
    let group: UInt32
  }

  /// Throws if all users can change a file, or the entries of a folder. In a sticky folder such as /tmp, a user replaces
  /// only own entries.
  private mutating func check(_ entry: Entry) throws(PathOwnerError) {
    guard entry.mode & S_IFMT != S_IFDIR || entry.mode & S_ISVTX == 0 else { return }
    guard entry.mode & S_IWOTH == 0 else { throw .openToAll(path: entry.path) }
    if entry.mode & S_IWGRP != 0, entry.group != 0 { groups.append((entry.path, entry.group)) }
  }

  /// The first group of the owner may have rights: the owner gives them to members of this group.
  private func refuseForeignGroups() throws(PathOwnerError) {
    let own = user == 0 ? nil : getpwuid(user)?.pointee.pw_gid
    if let (path, group) = groups.first(where: { $0.group != own }) {
      throw .openToGroup(path: path, group: group)
    }
  }

  /// Whether a file belongs to root, or to a user of another computer: in a user namespace, the kernel shows the files
  /// of all users outside with one number. Source: user_namespaces(7).
  private static func isOfComputer(_ user: UInt32) -> Bool {
    user == 0 || (user == overflow && isInNamespace)
  }

  private static let overflow: UInt32 = 65_534

  /// Whether the numbers of users here are not those of the computer.
  private static let isInNamespace: Bool = {
    do {
      let map = String(decoding: try Files.read("/proc/self/uid_map", limit: 4096), as: UTF8.self)
      return map.split(whereSeparator: \.isWhitespace) != ["0", "0", "4294967295"]
    } catch {
      return false
    }
  }()
}

/// The reason why no single user decides about a path. The description ends with a command that helps.
package enum PathOwnerError: Error, Equatable, Sendable, CustomStringConvertible {
  /// `above` owns a folder or a link above `path`, and so could replace it.
  case twoOwners(path: String, owner: UInt32, above: UInt32)
  case openToAll(path: String)
  case openToGroup(path: String, group: UInt32)
  case system(HostError)

  package var description: String {
    switch self {
    case .twoOwners(let path, let owner, let above):
      let (owner, above) = (Programs.userName(of: owner), Programs.userName(of: above))
      return
        "\(path) belongs to \(owner), but \(above) owns a folder above it and could replace it, so root uses "
        + "neither; run this as its owner: sudo -u \(owner) albumscan …"
    case .openToAll(let path):
      return
        "every user of this computer can change \(path), so root does not use it; sudo chmod o-w \(path)"
    case .openToGroup(let path, let group):
      return
        "the group \(Self.groupName(group)) can change \(path), so root does not use it; sudo chmod g-w \(path)"
    case .system(let error): return "\(error)"
    }
  }

  private static func groupName(_ group: UInt32) -> String {
    getgrgid(group).map { String(cString: $0.pointee.gr_name) } ?? "\(group)"
  }
}
