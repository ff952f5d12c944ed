// Listening sockets that are passed to a web server. The kernel accepts connections from the moment
// when `albumscan serve` prints "Ready".

import CHost
import Glibc

/// A TCP socket that listens; closed when the value ends. The corresponding C functions are
/// `getaddrinfo`, `socket`, `bind` and `listen`.
package struct ListeningSocket: ~Copyable {
  let file: FileDescriptor

  /// `address` is numeric, IPv4 or IPv6.
  package init(address: String, port: UInt16) throws(HostError) {
    let endpoint = "\(address):\(port)"
    let number = albumscan_listen(address, String(port))
    guard number >= 0 else {
      throw .system(operation: "listen", path: endpoint, code: -number)
    }
    file = FileDescriptor(taking: number, path: endpoint)
  }
}

extension Programs {
  /// Replaces this process by a program that gets `socket` as descriptor 0. Returns only on
  /// failure. The corresponding C function is `execv`.
  package static func become(
    _ path: String, _ arguments: [String], serving socket: consuming ListeningSocket
  ) -> HostError {
    dup2(socket.file.number, 0)
    signal(SIGPIPE, SIG_DFL)
    unblockSignals()
    withCStrings([path] + arguments) { argv in _ = execv(path, argv) }
    return .system(operation: "exec", path: path, code: errno)
  }

  /// Replaces this process by a program that gets two sockets as descriptors 3 and 4, as systemd
  /// passes sockets. Returns only on failure. Source: sd_listen_fds(3).
  package static func become(
    _ path: String, _ arguments: [String], serving first: consuming ListeningSocket,
    and second: consuming ListeningSocket
  ) -> HostError {
    // Either socket may have the number 3 or 4 now.
    let copies = [first.file.number, second.file.number].map { fcntl($0, F_DUPFD_CLOEXEC, 5) }
    for (copy, number) in zip(copies, [Int32(3), 4]) { dup2(copy, number) }
    setenv("LISTEN_PID", "\(getpid())", 1)
    setenv("LISTEN_FDS", "2", 1)
    signal(SIGPIPE, SIG_DFL)
    unblockSignals()
    withCStrings([path] + arguments) { argv in _ = execv(path, argv) }
    return .system(operation: "exec", path: path, code: errno)
  }

  /// The effective user. The corresponding C function is `geteuid`.
  package static var userID: UInt32 { geteuid() }

  /// The effective user's name.
  package static var userName: String { userName(of: geteuid()) }

  /// The name of a user. For a user without a name, `'#<id>'`, which `sudo` accepts. The
  /// corresponding C function is `getpwuid_r`.
  package static func userName(of id: UInt32) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    let code = getpwuid_r(id, &entry, &buffer, buffer.count, &found)
    guard code == 0, let found, let name = found.pointee.pw_name else { return "'#\(id)'" }
    return String(cString: name)
  }
}
