// A listening socket handed to a web server, so that "ready" is said when it is true.

import CHost
import Glibc

/// A TCP socket that listens; closed when the value ends. The corresponding C functions are
/// `getaddrinfo`, `socket`, `bind` and `listen`.
package struct ListeningSocket: ~Copyable {
  let file: FileDescriptor

  /// `address` is numeric, IPv4 or IPv6.
  package init(address: String, port: UInt16) throws(HostError) {
    let where_ = "\(address):\(port)"
    let number = albumscan_listen(address, String(port))
    guard number >= 0 else {
      throw .system(operation: "listen", path: where_, code: -number)
    }
    file = FileDescriptor(taking: number, path: where_)
  }
}

extension Programs {
  /// Replaces this process by a program that finds `socket` as descriptor 0; returns only on failure.
  package static func become(
    _ path: String, _ arguments: [String], serving socket: consuming ListeningSocket
  ) -> HostError {
    dup2(socket.file.number, 0)
    signal(SIGPIPE, SIG_DFL)
    // A thread of the concurrency runtime blocks every signal, and `exec` hands that on: the server
    // could then be stopped by nothing but kill -9.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    withCStrings([path] + arguments) { argv in _ = execv(path, argv) }
    return .system(operation: "exec", path: path, code: errno)
  }

  /// The effective user. The corresponding C function is `geteuid`.
  package static var userID: UInt32 { geteuid() }
}
