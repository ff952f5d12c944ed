// The configuration of a web server as a host gets it: the stock files of the distribution, the host's
// copy of a file of `docs/servers/`, and the rules that it includes. The tests change only names, ports
// and folders.

import Glibc
import Host
import Support

struct ServerFiles {
  let installation: Installation

  /// The folder for all files of the server.
  let run: String

  /// The port of plain HTTP. With HTTPS, it is not the port of the installation.
  let plainPort: UInt16

  private var hasTLS: Bool { installation.scheme == "https" }

  /// The modules that docs/server.md enables.
  static let apacheModules = ["cgid", "headers"]

  /// Writes the configuration of `kind`. Without people, the CGI accepts no request with a
  /// forwarding header, so Caddy then sends none.
  func write(for kind: HostKind, withPeople: Bool) throws {
    if kind.hasServerFile { try writeProgramFile() }
    switch kind {
    case .apacheEvent: try writeApache(modules: Self.apacheModules, without: ["cgi"])
    case .apachePrefork:
      try writeApache(modules: ["mpm_prefork", "cgi", "headers"], without: ["mpm_event", "cgid"])
    case .lighttpd: break
    case .lighttpdDebian: try writeLighttpd()
    case .busybox:
      try write("I:index.html\n", to: "busybox.conf")
      symlink("../cgi-bin", "\(installation.site)/cgi-bin")
    case .nginxFcgiwrap: try writeNginx()
    case .caddy: try writeCaddy(withPeople: withPeople)
    }
  }

  /// Writes the file that the web server runs. It names the CGI program, and the control file in
  /// another folder.
  private func writeProgramFile() throws {
    let text = try ours("albumscan.cgi.in").replacing("@BIN@", with: installation.programs)
    try installation.folder.write(text, to: "cgi-bin/albumscan")
    makeExecutable(installation.folder.file("cgi-bin/albumscan"))
  }

  private func writeLighttpd() throws {
    try copy("/etc/lighttpd", as: "lighttpd")
    try Files.makeDirectories("\(run)/uploads")
    try edit("lighttpd/lighttpd.conf") {
      $0.replacing(#/(server\.port *= )80/#, with: { "\($0.output.1)\(plainPort)" })
        .replacing("/var/cache/lighttpd/uploads", with: "\(run)/uploads")
        .replacing("/var/log/lighttpd/", with: "\(run)/")
        .replacing("/run/lighttpd.pid", with: "\(run)/lighttpd.pid")
        .replacing("/etc/lighttpd/conf-enabled", with: "\(run)/lighttpd/conf-enabled")
    }
    try writeRules()
    try write(try rules("lighttpd-once.conf"), to: "lighttpd/conf-enabled/49-albumscan.conf")
    try write(try host("lighttpd-host.conf"), to: "lighttpd/conf-enabled/50-albumscan.conf")
  }

  /// Enables `modules` and the site as a2enmod and a2ensite do.
  private func writeApache(modules: [String], without others: [String]) throws {
    try copy("/etc/apache2", as: "apache2")
    for folder in ["state", "state/socks", "log"] { try Files.makeDirectories("\(run)/\(folder)") }
    try edit("apache2/ports.conf") {
      $0.replacing("Listen 80", with: "Listen \(plainPort)")
        .replacing("Listen 443", with: "Listen \(installation.port)")
    }
    try edit("apache2/envvars") {
      $0.replacing("/var/run/apache2$SUFFIX", with: "\(run)/state")
        .replacing("/var/lock/apache2$SUFFIX", with: "\(run)/state")
        .replacing("/var/log/apache2$SUFFIX", with: "\(run)/log")
    }
    let enabled = "\(run)/apache2/mods-enabled"
    for name in others.flatMap({ ["\($0).load", "\($0).conf"] }) {
      try Files.remove("\(enabled)/\(name)")
    }
    let all = modules + (hasTLS ? ["ssl", "socache_shmcb"] : [])
    for name in all.flatMap({ ["\($0).load", "\($0).conf"] })
    where Files.exists("/etc/apache2/mods-available/\(name)") {
      symlink("../mods-available/\(name)", "\(enabled)/\(name)")
    }
    try Files.remove("\(run)/apache2/sites-enabled/000-default.conf")
    try writeRules()
    try write(try host("apache-host.conf"), to: "apache2/sites-enabled/albumscan.conf")
  }

  private func writeNginx() throws {
    for folder in ["conf.d", "sites-enabled"] { try Files.makeDirectories("\(run)/\(folder)") }
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(run)/\($0);\n" }.joined()
    try write(folders, to: "conf.d/folders.conf")
    try write(
      try stock("/etc/nginx/nginx.conf")
        .replacing("/run/nginx.pid", with: "\(run)/nginx.pid")
        .replacing("/var/log/nginx/", with: "\(run)/")
        .replacing("/etc/nginx/conf.d", with: "\(run)/conf.d")
        .replacing("/etc/nginx/sites-enabled", with: "\(run)/sites-enabled"),
      to: "nginx.conf")
    try writeRules()
    try write(try rules("nginx-once.conf"), to: "conf.d/albumscan.conf")
    try write(try host("nginx-host.conf"), to: "sites-enabled/albumscan")
  }

  /// Replaces the files of nginx by one that needs no rules. `text` already contains the folder of the
  /// installation.
  func writeNginxSite(_ text: String) throws {
    _ = try Files.remove("\(run)/conf.d/albumscan.conf")
    try write(withPlaces(text), to: "sites-enabled/albumscan")
  }

  /// Adds a second installation to the server, under a name of its own and over plain HTTP.
  func addSite(of other: Installation, name: String, for kind: HostKind) throws {
    let (file, place) =
      switch kind {
      case .lighttpdDebian: ("lighttpd-host.conf", "lighttpd/conf-enabled/51-second.conf")
      case .nginxFcgiwrap: ("nginx-host.conf", "sites-enabled/second")
      default: ("apache-host.conf", "apache2/sites-enabled/second.conf")
      }
    let text = try host(file, of: other, name: name)
    try write(text.replacing("=~ \"\"", with: "== \"\(name)\""), to: place)
    let program = try stock(installation.folder.file("cgi-bin/albumscan"))
    try other.folder.write(
      program.replacing(installation.folder.path, with: other.folder.path), to: "cgi-bin/albumscan")
    makeExecutable(other.folder.file("cgi-bin/albumscan"))
  }

  /// Replaces Debian's whole Caddyfile.
  private func writeCaddy(withPeople: Bool) throws {
    let backend = freePort()
    try write("\(backend)", to: "backend")
    let strip = ["For", "Host", "Proto"].map { "\n\t\theader_up -X-Forwarded-\($0)" }.joined()
    try write(
      try ours("caddy")
        .replacing("records.example {", with: "http://127.0.0.1:\(installation.port) {")
        .replacing("127.0.0.1:8017", with: "127.0.0.1:\(backend)")
        .replacing(
          "header_up -Remote*", with: "header_up -Remote*\(withPeople ? "" : strip)"),
      to: "Caddyfile")
  }

  /// Writes the rules that `make install` installs and a host's file includes.
  private func writeRules() throws {
    for folder in ["acme", "servers"] { try Files.makeDirectories("\(run)/\(folder)") }
    for name in try Files.entries(of: "\(Checkout.root)/docs/servers") {
      try write(try rules(name), to: "servers/\(name)")
    }
  }

  /// A file that every host shares. It names no installation.
  private func rules(_ name: String) throws -> String {
    withPlaces(try stock("\(Checkout.root)/docs/servers/\(name)"))
  }

  /// A host's own file, edited as docs/server.md says: with this computer's name and ports, and
  /// with the lines for a certificate if there is one.
  private func host(
    _ file: String, of owner: Installation? = nil, name: String = "127.0.0.1"
  ) throws -> String {
    let text = try stock("\(Checkout.root)/docs/servers/\(file)")
      .replacing("/srv/albumscan", with: (owner ?? installation).folder.path)
      .replacing(#/\/etc\/letsencrypt\/live\/[^\/]+\//#, with: "\(run)/certificate/")
      .replacing("records.example", with: name)
      .replacing("#port Define ALBUMSCAN_COOKIE albumscan-8443", with: cookieLine)
    guard hasTLS else { return withPlaces(text) }
    // Debian's script knows only port 443, so the line that includes it is removed.
    return withPlaces(
      text.replacing("#https ", with: "").replacing(#/include_shell .*443"/#, with: "")
        .replacing(#/(listen |\[::\]:|\*:|0\.0\.0\.0:)443\b/#) {
          "\($0.output.1)\(installation.port)"
        })
  }

  /// The line of Apache's file for a port in `base-url`.
  private var cookieLine: String { "Define ALBUMSCAN_COOKIE albumscan-\(installation.port)" }

  /// A text with the ports and folders of this server.
  private func withPlaces(_ text: String) -> String {
    text.replacing("/usr/local/share/albumscan/servers/", with: "\(run)/servers/")
      .replacing("/var/www/albumscan-acme", with: "\(run)/acme")
      .replacing("unix:/run/fcgiwrap.socket", with: "unix:\(run)/socket")
      .replacing("/var/lib/nginx/albumscan", with: "\(run)/check")
      .replacing("listen 80;", with: "listen \(plainPort);")
      .replacing("listen [::]:80;", with: "listen [::]:\(plainPort);")
      .replacing("*:80>", with: "*:\(plainPort)>")
  }

  /// A file of `docs/servers/` for this installation.
  private func ours(_ name: String) throws -> String {
    try stock("\(Checkout.root)/docs/servers/\(name)")
      .replacing("/srv/albumscan", with: installation.folder.path)
  }

  private func stock(_ path: String) throws -> String {
    String(decoding: try Files.read(path), as: UTF8.self)
  }

  func edit(_ name: String, _ change: (String) -> String) throws {
    try write(change(try stock("\(run)/\(name)")), to: name)
  }

  private func write(_ text: String, to name: String) throws {
    try Files.replace("\(run)/\(name)", with: Array(text.utf8), durably: false)
  }

  private func copy(_ folder: String, as name: String) throws {
    _ = try Programs.run(
      "/bin/cp", ["-R", folder, "\(run)/\(name)"], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 20_000)
  }
}
