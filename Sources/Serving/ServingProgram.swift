// The programs that `albumscan serve` runs, and the Debian package of each one.

import Host

package enum ServingProgram: CaseIterable, Sendable {
  case lighttpd
  /// lighttpd's module that checks sessions.
  case lighttpdLua
  /// lighttpd's module that compresses; the only module that `serve` does not need.
  case lighttpdDeflate
  /// lighttpd's module for TLS.
  case lighttpdTLS
  case openSSL

  /// The programs that `serve` needs.
  package static let needed: [ServingProgram] = [.lighttpd, .lighttpdLua]

  /// The programs that `serve --https` needs.
  package static let neededForHTTPS: [ServingProgram] = needed + [.lighttpdTLS, .openSSL]

  /// The Debian package.
  package var package: String {
    switch self {
    case .lighttpd: "lighttpd"
    case .lighttpdLua: "lighttpd-modules-lua"
    case .lighttpdDeflate: "lighttpd-mod-deflate"
    case .lighttpdTLS: "lighttpd-mod-openssl"
    case .openSSL: "openssl"
    }
  }

  /// The installed file; nil when there is none.
  package var path: String? { paths.first(where: Files.exists) }

  private var paths: [String] {
    switch self {
    case .lighttpd: ["/usr/sbin/lighttpd", "/usr/local/sbin/lighttpd", "/usr/bin/lighttpd"]
    case .lighttpdLua: Self.paths(ofModule: "magnet")
    case .lighttpdDeflate: Self.paths(ofModule: "deflate")
    case .lighttpdTLS: Self.paths(ofModule: "openssl")
    case .openSSL: ["/usr/bin/openssl", "/usr/local/bin/openssl"]
    }
  }

  private static func paths(ofModule name: String) -> [String] {
    ["/usr/lib/lighttpd", "/usr/local/lib", "/usr/local/lib/lighttpd"].map {
      "\($0)/mod_\(name).so"
    }
  }
}
