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

  var testDescription: String { rawValue }

  /// Three of the servers. Each test draws other servers; `make torture` uses all servers.
  static var sample: [HostKind] { sampled(allCases, 3, of: "web servers", name: \.rawValue) }

  /// The servers that run with the distribution's stock configuration and the project's file in
  /// `servers/`.
  static let withServerFile: [HostKind] = [
    .apachePrefork, .apacheEvent, .lighttpdDebian, .nginxFcgiwrap,
  ]

  var hasServerFile: Bool { Self.withServerFile.contains(self) }

  private var programs: [(path: String, package: String)] {
    switch self {
    case .apachePrefork, .apacheEvent: [(Self.apache, "apache2")]
    case .lighttpd, .lighttpdDebian: [(Self.lighttpdProgram, "lighttpd")]
    case .busybox: [(Self.busyboxProgram, "busybox")]
    case .nginxFcgiwrap: [(Self.nginx, "nginx"), (Self.fcgiwrap, "fcgiwrap")]
    }
  }

  /// The Debian packages that are not installed; `./setup test` installs them.
  var missingPackages: [String] {
    programs.filter { !Files.exists($0.path) }.map(\.package)
  }

  private static let apache = "/usr/sbin/apache2"
  private static let lighttpdProgram = "/usr/sbin/lighttpd"
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
      "exec \(installation.programs)/albumscan --config \(installation.controlFile) serve --port \(installation.port)"
    case .lighttpdDebian: "exec \(Self.lighttpdProgram) -D -f \(run)/lighttpd/lighttpd.conf"
    case .busybox:
      "exec \(Self.busyboxProgram) httpd -f -p 127.0.0.1:\(installation.port) -h \(installation.site) -c \(run)/busybox.conf"
    case .nginxFcgiwrap:
      "\(wrapper(run)); exec \(Self.nginx) -e \(run)/error.log -c \(run)/nginx.conf -g 'daemon off;'"
    }
  }

  /// Starts fcgiwrap in the background and waits for its socket.
  private func wrapper(_ run: String) -> String {
    "\(Self.fcgiwrap) -c 4 -s unix:\(run)/socket & "
      + "until [ -S \(run)/socket ]; do sleep 0.01; done"
  }
}
