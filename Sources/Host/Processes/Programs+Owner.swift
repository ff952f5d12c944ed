// The change from root to the owner of the data.

import Glibc

extension Programs {
  /// Gives up root's rights permanently: this process continues as `user`, with the groups and the HOME of this user.
  /// Does nothing if the process does not run as root, or if `user` is root.
  ///
  /// Throws if the system knows no such user. The C functions are `initgroups`, `setgid` and `setuid`.
  package static func become(_ user: UInt32) throws(HostError) {
    guard geteuid() == 0, user != 0 else { return }
    guard let entry = getpwuid(user)?.pointee, let name = entry.pw_name else {
      throw .system(operation: "find the user", path: "\(user)", code: ENOENT)
    }
    guard initgroups(name, entry.pw_gid) == 0, setgid(entry.pw_gid) == 0, setuid(user) == 0 else {
      throw .system(operation: "change to the user", path: String(cString: name), code: errno)
    }
    if let home = entry.pw_dir { setenv("HOME", home, 1) }
    setenv("USER", name, 1)
    setenv("LOGNAME", name, 1)
  }
}

extension Programs {
  /// The ids of a user and of the user's first group; nil if the system knows no user with this name.
  package static func user(named name: String) -> (id: UInt32, group: UInt32)? {
    getpwnam(name).map { ($0.pointee.pw_uid, $0.pointee.pw_gid) }
  }
}
