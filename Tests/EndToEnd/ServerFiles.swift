// The configuration of a web server as a host gets it: the stock files of the distribution, and the
// project's file in `docs/servers/`. The tests change only ports and folders.

import Glibc
import Host
import Support

struct ServerFiles {
  let installation: Installation

  /// The folder for all files of the server.
  let run: String

  /// The modules that the README enables.
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
      $0.replacing(#/(server\.port *= )80/#, with: { "\($0.output.1)\(installation.port)" })
        .replacing("/var/cache/lighttpd/uploads", with: "\(run)/uploads")
        .replacing("/var/log/lighttpd/", with: "\(run)/")
        .replacing("/run/lighttpd.pid", with: "\(run)/lighttpd.pid")
        .replacing("/etc/lighttpd/conf-enabled", with: "\(run)/lighttpd/conf-enabled")
    }
    try write(try ours("lighttpd.lua"), to: "lighttpd.lua")
    let ours = try ours("lighttpd.conf")
      .replacing("/usr/local/share/albumscan/servers/", with: "\(run)/")
    try write(ours, to: "lighttpd/conf-enabled/50-albumscan.conf")
  }

  /// Enables `modules` and the site as a2enmod and a2ensite do.
  private func writeApache(modules: [String], without others: [String]) throws {
    try copy("/etc/apache2", as: "apache2")
    for folder in ["state", "state/socks", "log"] { try Files.makeDirectories("\(run)/\(folder)") }
    try edit("apache2/ports.conf") {
      $0.replacing("Listen 80", with: "Listen \(installation.port)")
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
    for name in modules.flatMap({ ["\($0).load", "\($0).conf"] })
    where Files.exists("/etc/apache2/mods-available/\(name)") {
      symlink("../mods-available/\(name)", "\(enabled)/\(name)")
    }
    try Files.remove("\(run)/apache2/sites-enabled/000-default.conf")
    try write(
      try ours("apache.conf").replacing("*:80", with: "*:\(installation.port)"),
      to: "apache2/sites-enabled/albumscan.conf")
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
    try writeNginxSite(try ours("nginx.conf"))
  }

  /// Writes the nginx site. `text` already contains the paths of the installation.
  func writeNginxSite(_ text: String) throws {
    try write(
      text.replacing("unix:/run/fcgiwrap.socket", with: "unix:\(run)/socket")
        .replacing("/var/lib/nginx/albumscan", with: "\(run)/check")
        .replacing("listen 80;", with: "listen \(installation.port);")
        .replacing("listen [::]:80;", with: "listen [::]:\(installation.port);"),
      to: "sites-enabled/albumscan")
  }

  /// Debian's Caddyfile is replaced as a whole.
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
