// The web servers behind which the tests run AlbumScan, and the way to start each of them.

import Host
import Support
import Testing

/// A web server that runs CGI programs.
enum HostKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case apachePrefork = "Apache prefork, mod_cgi"
  case apacheEvent = "Apache event, mod_cgid"
  case lighttpd = "lighttpd, mod_cgi (albumscan serve)"
  case lighttpdDebian = "lighttpd, mod_cgi (Debian's configuration)"
  case busybox = "busybox httpd"
  case nginxFcgiwrap = "nginx, fcgiwrap"
  case caddy = "Caddy, albumscan serve"

  var testDescription: String { rawValue }

  /// Three of the servers.
  static var sample: [HostKind] { drawn(3, of: allCases) }

  /// `count` of the servers. Each test gets another sample; `make tour` and `make torture` use all
  /// servers.
  static func drawn(_ count: Int, of kinds: [HostKind]) -> [HostKind] {
    sampled(kinds, count, of: "web servers", whole: .tour, name: \.rawValue)
  }

  /// The servers that run with the distribution's stock configuration and the project's file in
  /// `docs/servers/`.
  static let withServerFile: [HostKind] = [
    .apachePrefork, .apacheEvent, .lighttpdDebian, .nginxFcgiwrap,
  ]

  /// The servers that refuse protected pages to strangers.
  static let protecting: [HostKind] = withServerFile + [.lighttpd, .caddy]

  var hasServerFile: Bool { Self.withServerFile.contains(self) }

  /// Milliseconds after which a server knows that a session has ended.
  var checkMilliseconds: UInt32 { self == .nginxFcgiwrap ? 6000 : 0 }

  private var programs: [(path: String, package: String)] {
    switch self {
    case .apachePrefork, .apacheEvent: [(Self.apache, "apache2")]
    case .lighttpd, .lighttpdDebian: Self.lighttpdPrograms
    case .busybox: [(Self.busyboxProgram, "busybox")]
    case .nginxFcgiwrap: [(Self.nginx, "nginx"), (Self.fcgiwrap, "fcgiwrap")]
    case .caddy: Self.lighttpdPrograms + [(Self.caddyProgram, "caddy")]
    }
  }

  /// The Debian packages that are not installed; `./setup test` installs them.
  var missingPackages: [String] {
    programs.filter { !Files.exists($0.path) }.map(\.package)
  }

  private static let apache = "/usr/sbin/apache2"
  private static let lighttpdProgram = "/usr/sbin/lighttpd"
  private static let lighttpdPrograms = [
    (lighttpdProgram, "lighttpd"), ("/usr/lib/lighttpd/mod_magnet.so", "lighttpd-modules-lua"),
    ("/usr/lib/lighttpd/mod_deflate.so", "lighttpd-mod-deflate"),
  ]
  private static let caddyProgram = "/usr/bin/caddy"
  private static let nginx = "/usr/sbin/nginx"
  private static let fcgiwrap = "/usr/sbin/fcgiwrap"
  private static let busyboxProgram =
    ["/bin/busybox", "/usr/bin/busybox"].first(where: Files.exists) ?? "/bin/busybox"

  /// The shell command that starts the server in the foreground, after `ServerFiles.write`.
  func command(for installation: Installation, run: String) -> String {
    switch self {
    case .apachePrefork, .apacheEvent:
      ". \(run)/apache2/envvars; exec \(Self.apache) -D FOREGROUND -d \(run)/apache2"
    case .lighttpd:
      "exec \(serve(installation)) --port \(installation.port)"
    case .lighttpdDebian: "exec \(Self.lighttpdProgram) -D -f \(run)/lighttpd/lighttpd.conf"
    case .busybox:
      "exec \(Self.busyboxProgram) httpd -f -p 127.0.0.1:\(installation.port) -h \(installation.site) -c \(run)/busybox.conf"
    case .nginxFcgiwrap:
      "\(wrapper(run)); exec \(Self.nginx) -e \(run)/error.log -c \(run)/nginx.conf -g 'daemon off;'"
    case .caddy:
      "rm -f \(run)/serve.log; \(serve(installation)) --port $(cat \(run)/backend) > \(run)/serve.log 2>&1 & "
        + "until grep -q ^Ready: \(run)/serve.log; do sleep 0.01; done; "
        + "HOME=\(run) XDG_CONFIG_HOME=\(run) XDG_DATA_HOME=\(run) CADDY_ADMIN=unix//\(run)/admin "
        + "exec \(Self.caddyProgram) run --adapter caddyfile --config \(run)/Caddyfile"
    }
  }

  private func serve(_ installation: Installation) -> String {
    "\(installation.programs)/albumscan --config \(installation.controlFile) serve"
  }

  /// Starts fcgiwrap in the background and waits for its socket.
  private func wrapper(_ run: String) -> String {
    "\(Self.fcgiwrap) -c 16 -s unix:\(run)/socket & "
      + "until [ -S \(run)/socket ]; do sleep 0.01; done"
  }
}
