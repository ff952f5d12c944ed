// The programs that `albumscan serve` runs, and the Debian package of each one.

import Host

package enum ServingProgram: CaseIterable, Sendable {
  case lighttpd
  /// lighttpd's module for TLS.
  case lighttpdTLS
  case openSSL

  /// The programs that `serve --https` cannot do without.
  package static let neededForHTTPS: [ServingProgram] = [.lighttpd, .lighttpdTLS, .openSSL]

  /// The Debian package.
  package var package: String {
    switch self {
    case .lighttpd: "lighttpd"
    case .lighttpdTLS: "lighttpd-mod-openssl"
    case .openSSL: "openssl"
    }
  }

  /// The installed file; nil when there is none.
  package var path: String? { places.first(where: Files.exists) }

  private var places: [String] {
    switch self {
    case .lighttpd: ["/usr/sbin/lighttpd", "/usr/local/sbin/lighttpd", "/usr/bin/lighttpd"]
    case .lighttpdTLS:
      [
        "/usr/lib/lighttpd/mod_openssl.so", "/usr/local/lib/mod_openssl.so",
        "/usr/local/lib/lighttpd/mod_openssl.so",
      ]
    case .openSSL: ["/usr/bin/openssl", "/usr/local/bin/openssl"]
    }
  }
}
