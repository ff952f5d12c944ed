// The mount of a file: whether it is read-only, whether programs may run from it, and its folder.

import Glibc

extension Files {
  /// Whether the disk of `path` is mounted read-only. The C function is `statvfs`.
  package static func isReadOnly(_ path: String) -> Bool { hasMountFlag(path, readOnly) }

  /// Whether the mount of `path` forbids to run programs (`noexec`).
  package static func forbidsPrograms(_ path: String) -> Bool { hasMountFlag(path, noPrograms) }

  /// `ST_RDONLY` and `ST_NOEXEC` of statvfs(3).
  private static let (readOnly, noPrograms): (UInt, UInt) = (1, 8)

  private static func hasMountFlag(_ path: String, _ flag: UInt) -> Bool {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return false }
    return facts.f_flag & flag != 0
  }

  /// The folder at which the disk of `path` is mounted. Source: proc(5), "/proc/[pid]/mounts".
  package static func mountPoint(of path: String) -> String {
    let mounts: [UInt8]
    do { mounts = try read("/proc/self/mounts", limit: 4 << 20) } catch { return "/" }
    let file = resolvingLinks(path)
    let points = String(decoding: mounts, as: UTF8.self).split(separator: "\n").compactMap {
      $0.split(separator: " ").dropFirst().first.map(String.init)
    }
    return points.filter { file == $0 || file.hasPrefix($0 == "/" ? $0 : "\($0)/") }
      .max { $0.utf8.count < $1.utf8.count } ?? "/"
  }

  /// The first folder above `path` that this user cannot enter; nil if the user can enter all of them. `path` is
  /// absolute.
  package static func closedFolder(above path: String) -> String? {
    var folder = ""
    for name in path.split(separator: "/").dropLast() {
      folder += "/\(name)"
      if isDirectory(folder), !allows(.execute, folder) { return folder }
    }
    return nil
  }

  /// Sets the time of the last change to now; false if that fails. The C function is `utimensat`.
  @discardableResult
  package static func touch(_ path: String) -> Bool { utimensat(AT_FDCWD, path, nil, 0) == 0 }
}
