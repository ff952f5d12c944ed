// The web servers that `albumscan setup` configures: their user, programs, packages, services, and the command that
// examines their configuration. Source: docs/server.md.

/// A web server of an installation. `own` is `albumscan serve` without a proxy.
package enum WebServer: String, CaseIterable, Sendable {
  case lighttpd, apache, nginx, caddy, own

  /// Whether the program of the server is `albumscan serve`, directly or behind a proxy.
  package var isServe: Bool { self == .caddy || self == .own }

  /// The owner of the data: the user under which the CGI program runs.
  package var owner: String { isServe ? "albumscan" : "www-data" }

  /// The programs that must exist.
  package var programs: [String] {
    switch self {
    case .lighttpd, .own: ["/usr/sbin/lighttpd"]
    case .apache: ["/usr/sbin/apache2", "/usr/sbin/a2ensite"]
    case .nginx: ["/usr/sbin/nginx", "/usr/sbin/fcgiwrap"]
    case .caddy: ["/usr/bin/caddy", "/usr/sbin/lighttpd"]
    }
  }

  /// The packages of Debian with these programs and their modules.
  package var packages: String {
    let modules = "lighttpd lighttpd-modules-lua lighttpd-mod-deflate"
    return switch self {
    case .lighttpd: "\(modules) lighttpd-mod-openssl"
    case .apache: "apache2"
    case .nginx: "nginx fcgiwrap"
    case .caddy: "caddy \(modules)"
    case .own: modules
    }
  }

  /// The services of Debian that read the configuration when they start. For `serve`, systemd has a unit of the
  /// installation.
  package var services: [String] {
    switch self {
    case .lighttpd: ["lighttpd"]
    case .apache: ["apache2"]
    case .nginx: ["fcgiwrap", "nginx"]
    case .caddy: ["caddy"]
    case .own: []
    }
  }

  /// A command that reads the whole configuration and fails if the server could not start with it.
  package var examination: [String]? {
    switch self {
    case .lighttpd: ["/usr/sbin/lighttpd", "-tt", "-f", "/etc/lighttpd/lighttpd.conf"]
    case .apache: ["/usr/sbin/apache2ctl", "configtest"]
    case .nginx: ["/usr/sbin/nginx", "-t"]
    case .caddy: ["/usr/bin/caddy", "validate", "--config", "/etc/caddy/Caddyfile"]
    case .own: nil
    }
  }
}
