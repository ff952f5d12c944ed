// The scripts of the Debian package take out of a web server what needs the files of the package, put it back, and
// touch nothing else. Each case has a second site. Real web servers examine the files, in a namespace with an /etc of
// its own. Tests/Readme removes whole packages from a running system.

import Glibc
import Host
import Support
import Testing

@Suite struct RemovalTests {
  struct Case: CustomTestStringConvertible {
    /// Makes the installation and the second site, as docs/server.md says.
    let install: String

    /// The installed file of a host; the tests change it.
    let file: String

    /// The web server's test.
    let examination: String
    var links: [String] = []
    let testDescription: String
  }

  private static let lighttpd = Case(
    install: """
      ln -sf $servers/lighttpd-once.conf /etc/lighttpd/conf-enabled/49-albumscan.conf
      cp $servers/lighttpd-host.conf /etc/lighttpd/conf-enabled/50-albumscan.conf
      echo '$HTTP["host"] == "second.example" { server.document-root = "/var/www/html" }' \
        > /etc/lighttpd/conf-enabled/60-second.conf
      """,
    file: "/etc/lighttpd/conf-enabled/50-albumscan.conf",
    examination: "lighttpd -tt -f /etc/lighttpd/lighttpd.conf",
    links: ["/etc/lighttpd/conf-enabled/49-albumscan.conf"], testDescription: "lighttpd")
  private static let apache = Case(
    install: """
      cp $servers/apache-host.conf /etc/apache2/sites-available/albumscan.conf
      a2enmod --quiet cgid headers; a2ensite --quiet albumscan
      printf '<VirtualHost *:80>\\nServerName second.example\\n</VirtualHost>\\n' > /etc/apache2/sites-enabled/second.conf
      """,
    file: "/etc/apache2/sites-available/albumscan.conf", examination: "apache2ctl configtest",
    testDescription: "Apache")
  private static let nginx = Case(
    install: """
      ln -sf $servers/nginx-once.conf /etc/nginx/conf.d/albumscan.conf
      cp $servers/nginx-host.conf /etc/nginx/sites-available/albumscan
      ln -sf /etc/nginx/sites-available/albumscan /etc/nginx/sites-enabled/albumscan
      echo 'server { listen 80; server_name second.example; root /var/www/html; }' > /etc/nginx/sites-enabled/second
      """,
    file: "/etc/nginx/sites-available/albumscan", examination: "nginx -t",
    links: ["/etc/nginx/conf.d/albumscan.conf", "/etc/nginx/sites-enabled/albumscan"],
    testDescription: "nginx")

  /// Both sites are in one file.
  private static let mixed = Case(
    install: """
      ln -sf $servers/nginx-once.conf /etc/nginx/conf.d/albumscan.conf
      rm -f /etc/nginx/sites-enabled/*
      { cat $servers/nginx-host.conf; echo 'server { listen 80; server_name second.example; root /var/www/html; }'; } \
        > /etc/nginx/sites-enabled/all
      """,
    file: "/etc/nginx/sites-enabled/all", examination: "nginx -t",
    links: ["/etc/nginx/conf.d/albumscan.conf"],
    testDescription: "nginx with one file for two sites")

  @Test(arguments: [lighttpd, apache, nginx, mixed])
  func
    `files that a host made by hand stop no other site after a removal, and are back after an installation`(
      of installation: Case
    ) throws
  {
    try play(
      installation,
      """
      take_package; ! examine || fail 'the web server starts with files that name a missing file'
      give_package; before=$(state)
      prerm upgrade 2.0; [ "$(state)" = "$before" ] || fail 'an upgrade changed a file'
      prerm remove; take_package; examine || fail 'the web server would not start after the removal'
      grep -rq second.example /etc/lighttpd/conf-enabled /etc/apache2/sites-enabled /etc/nginx/sites-enabled
      give_package; postinst configure 1.0; examine || fail 'the web server would not start again'
      [ "$(state)" = "$before" ] || fail "the installation changed: $(state)"
      prerm remove; take_package; postrm purge; examine || fail 'the web server would not start after the purge'
      give_package; postinst configure ''; [ "$(state)" = "$before" ] || fail "the host lost files: $(state)"
      """)
  }

  /// The lines are those of the version of commit 13475c23.
  @Test(arguments: [lighttpd, apache, nginx])
  func `a removal keeps the record of setup, and a purge removes what the record names`(
    of installation: Case
  ) throws {
    let links = installation.links.map { "link\t$(readlink \($0))\t\($0)" }
    let lines = [
      "server\t\(installation.testDescription.lowercased())\t/srv/albumscan",
      "link\t/srv/albumscan/etc/albumscan.conf\t/etc/albumscan/albumscan.conf",
      "text\t$(sha256sum < \(installation.file) | cut -d ' ' -f 1)\t\(installation.file)",
      "text\t0000\t/etc/albumscan-changed",
    ]
    try play(
      installation,
      """
      mkdir -p /etc/albumscan/albumscan.old; ln -s /srv/albumscan/etc/albumscan.conf /etc/albumscan/albumscan.conf
      echo mine > /etc/albumscan-changed; cat > /etc/albumscan/albumscan.setup <<END
      \((lines + links).joined(separator: "\n"))
      END
      before=$(state)
      prerm remove; take_package; examine || fail 'the web server would not start after the removal'
      [ -s /etc/albumscan/albumscan.setup ] || fail 'the record is lost'
      give_package; postinst configure 1.0; [ "$(state)" = "$before" ] || fail "the installation changed: $(state)"
      prerm remove; take_package; postrm remove; postrm purge
      examine || fail 'the web server would not start after the purge'
      [ ! -e /etc/albumscan ] || fail "records are left: $(find /etc/albumscan)"
      left=$(find /etc/lighttpd /etc/apache2 /etc/nginx -name '*albumscan*'); [ -z "$left" ] || fail "left: $left"
      grep -q mine /etc/albumscan-changed || fail 'a changed file is gone'
      """)
  }

  @Test func `the line in Caddyfile is a comment while the package is removed`() throws {
    let caddy = Case(
      install: """
        printf 'http://second.example {\\n}\\nimport /etc/caddy/albumscan.caddy\\n' > /etc/caddy/Caddyfile
        printf 'http://records.example {\\n}\\n' > /etc/caddy/albumscan.caddy
        mkdir -p /etc/albumscan
        printf 'line\\timport /etc/caddy/albumscan.caddy\\t/etc/caddy/Caddyfile\\n' > /etc/albumscan/albumscan.setup
        """,
      file: "/etc/caddy/albumscan.caddy",
      examination: "HOME=/root caddy validate --config /etc/caddy/Caddyfile",
      testDescription: "Caddy")
    try play(
      caddy,
      """
      before=$(state); prerm remove; examine || fail 'Caddy refuses its file'
      grep -qx '#albumscan-removed import /etc/caddy/albumscan.caddy' /etc/caddy/Caddyfile || fail "$(cat /etc/caddy/Caddyfile)"
      postinst configure 1.0; [ "$(state)" = "$before" ] || fail "the installation changed: $(state)"
      prerm remove; postrm purge; [ "$(grep -c albumscan /etc/caddy/Caddyfile)" = 0 ] || fail 'a line is left'
      examine || fail 'Caddy refuses its file'
      """)
  }

  @Test(arguments: [(lighttpd, "lighttpd"), (apache, "apache2"), (nginx, "nginx")])
  func `an upgrade restarts the web server that reads the rules, unless it refuses its files`(
    of installation: Case, service: String
  ) throws {
    try play(
      installation,
      """
      printf '#!/bin/sh\n' > well; printf '#!/bin/sh\necho "$@" >> /run/restarted\n' > told; chmod +x well told
      mount --bind well "$(command -v service)"; mount --bind told "$(command -v invoke-rc.d)"
      before=$(state); postinst configure 1.0; [ "$(state)" = "$before" ] || fail "the upgrade changed: $(state)"
      [ "$(cat /run/restarted)" = '\(service) restart' ] || fail "restarted: $(cat /run/restarted)"
      rm /run/restarted; postinst configure ''; [ ! -e /run/restarted ] || fail 'a first installation restarts a server'
      echo 'nonsense {' >> $(readlink -f \(installation.file)); postinst configure 1.0 2>/dev/null
      [ ! -e /run/restarted ] || fail 'a server that refuses its files was restarted'
      """)
  }

  @Test func `files that a web server refuses are not put back`() throws {
    try play(
      Self.nginx,
      """
      prerm remove; echo nonsense >> /etc/nginx/sites-available/albumscan
      told=$(postinst configure 1.0 2>&1); examine || fail 'nginx would not start'
      case $told in *'refuse them: nginx'*) ;; *) fail "$told" ;; esac
      [ -L /etc/albumscan/removed/etc/nginx/sites-enabled/albumscan ] || fail 'the link is lost'
      """)
  }

  /// Runs a script of the shell with the functions of `surroundings`.
  private func play(_ installation: Case, _ steps: String) throws {
    guard geteuid() == 0 else { return note("only root can show another /etc") }
    let folder = try TemporaryFolder()
    let installed = try run(
      "make --no-print-directory -C \"$1\" install-files BIN=\"$2\" DESTDIR=\"$3\" PREFIX=/usr 2>&1",
      [Checkout.root, Checkout.releasePrograms, folder.file("tree")])
    try #require(installed.code == 0, "\(installed.text)")
    let functions = try text("package/servers.sh")
    for name in ["prerm", "postinst", "postrm"] {
      let script = try text("package/\(name)").replacing("# @SERVERS@\n", with: functions)
      makeExecutable(try folder.write(script, to: name))
    }
    try folder.write(
      """
      examine() { \(installation.examination) >/dev/null 2>&1; }
      \(Self.surroundings)
      \(installation.install)
      examine || fail "the web server refuses the installation: $(\(installation.examination) 2>&1)"
      \(steps)
      """, to: "steps")
    let played = try run(
      "cd \"$1\" && exec unshare --mount --propagation private sh -eu ./steps 2>&1", [folder.path])
    #expect(played.code == 0, "\(played.text)")
  }

  /// An /etc of its own, no systemd, and the files of the package below /usr/share.
  private static let surroundings = """
    PATH=/usr/sbin:/usr/bin:/sbin:/bin
    fail() { echo "FAILED: $*"; exit 1; }
    give_package() { mount -t overlay none -o "lowerdir=$PWD/tree/usr/share:/usr/share" /usr/share; }
    take_package() { umount /usr/share; }
    prerm() { ./prerm "$@" || fail "prerm $*"; }
    postinst() { ./postinst "$@" || fail "postinst $*"; }
    postrm() { ./postrm "$@" || fail "postrm $*"; }
    state() { (cd /etc; find albumscan* lighttpd apache2 nginx caddy -type f -exec sha256sum {} + -o -type l -printf '%p %l\\n' | sort); }
    servers=/usr/share/albumscan/servers
    mkdir upper work
    mount -t overlay none -o "lowerdir=/etc,upperdir=$PWD/upper,workdir=$PWD/work" /etc
    mount -t tmpfs none /run
    mkdir -p /run/lock /run/apache2
    rm -rf /etc/albumscan /etc/*/*/*albumscan* /etc/nginx/sites-enabled/default
    give_package

    """

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.read("\(Checkout.root)/\(path)"), as: UTF8.self)
  }

  private func run(_ script: String, _ words: [String]) throws -> (code: Int32, text: String) {
    let output = try Programs.run(
      "/bin/sh", ["-c", script, "sh"] + words, input: "/dev/null", limit: 1 << 20,
      timeoutMilliseconds: 120_000)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }
}
