// The files in `docs/servers/`, together with the stock files of the distribution, behave as
// docs/server.md says.

import Host
import Support
import Testing

@Suite(.serialized) struct ServerFilesTests {
  private static let program = "/cgi-bin/albumscan"

  /// Paths for which a wrong configuration would send the control file or the program's file as
  /// text.
  private static let files = [
    program, "\(program)/", "\(program)/session", "/cgi-bin/", "/cgi-bin/albumscan.conf",
    "/etc/albumscan.conf", "/../etc/albumscan.conf", "/%2e%2e/etc/albumscan.conf",
  ]

  /// The parameter is the server and not its installation, because the server ends when its value
  /// is destroyed.
  private func expectNoFile(_ server: HostServer, _ name: String) {
    for path in Self.files {
      let answer = server.installation.ask("GET", path)
      #expect(answer.status >= 200, "\(name) \(path): no answer")
      #expect(!answer.text.contains("base-url"), "\(name) \(path): \(answer.text)")
      #expect(!answer.text.contains("albumscan-cgi"), "\(name) \(path): \(answer.text)")
    }
  }

  @Test(arguments: HostKind.withServerFile)
  func `neither the control file nor the program's file is sent as text`(kind: HostKind) throws {
    expectNoFile(try HostServer(kind), kind.rawValue)
  }

  @Test(arguments: HostKind.protecting)
  func `the pages that a server itself sends for 401, 404 and 413 have the product attribute`(
    kind: HostKind
  ) throws {
    var cookie = ""
    let server = try HostServer(
      kind, settings: "pages: protected", withPeople: true,
      prepare: { installation in
        let anna = try installation.store().addPerson(
          name: try Household.name("Anna"), plan: .owner, files: installation.sessionFiles,
          at: Household.now)
        cookie = try Household.session(of: anna, in: installation)
        try installation.albumscan(["refresh"])
      })
    let installation = server.installation
    let host = ["Host: 127.0.0.1:\(installation.port)", "Connection: close"]
    let signedIn = host + ["Cookie: albumscan=\(cookie)", "Origin: \(installation.origin)"]
    let (missing, scans) = ("GET /album/none/ HTTP/1.1", "POST \(Self.program)/scans HTTP/1.1")
    let large = ["Content-Type: image/jpeg", "Content-Length: 70000000"]
    for (status, lines) in [
      (401, [missing] + host), (404, [missing] + signedIn), (413, [scans] + signedIn + large),
    ] {
      let answer = installation.raw(lines)
      #expect(answer.status == status, "\(kind) \(status): \(answer.text.prefix(400))")
      let isOwn = answer.body.contains("<html data-albumscan")
      #expect(isOwn, "\(kind) \(status): \(answer.text.prefix(400))")
    }
    withExtendedLifetime(server) {}
  }

  @Test func `lighttpd runs the program when mod_staticfile comes first`() throws {
    let server = try HostServer(.lighttpdDebian) { files in
      for name in ["49-albumscan.conf", "50-albumscan.conf"] {
        let last = "\(files.run)/lighttpd/\(name)"
        try Files.move(
          "\(files.run)/lighttpd/conf-enabled/\(name)", to: last, durably: false)
        try files.edit("lighttpd/lighttpd.conf") { "\($0)\ninclude \"\(last)\"\n" }
      }
    }
    let session = server.installation.ask("GET", "\(Self.program)/session")
    #expect(session.status == 200 && session.body.contains(#""who":"owner""#), "\(session.text)")
    expectNoFile(server, "mod_staticfile first")
  }

  @Test func `Apache without a CGI module refuses the program's address`() throws {
    let server = try HostServer(.apacheEvent) { files in
      for name in ["cgid.load", "cgid.conf"] {
        try Files.remove("\(files.run)/apache2/mods-enabled/\(name)")
      }
    }
    #expect(server.installation.ask("GET", "\(Self.program)/session").status == 403)
    expectNoFile(server, "no CGI module")
  }

  @Test func `nginx may send a variable twice, as after include fastcgi_params`() throws {
    let server = try HostServer(.nginxFcgiwrap) { try writeParameters(of: $0, "") }
    let session = server.installation.ask("GET", "\(Self.program)/session")
    #expect(session.status == 200, "\(session.text)")
  }

  @Test func `a variable that nginx sends twice with different values is named in the log`() throws
  {
    let server = try HostServer(.nginxFcgiwrap) {
      try writeParameters(of: $0, "fastcgi_param REMOTE_ADDR 203.0.113.5;")
    }
    #expect(server.installation.ask("GET", "\(Self.program)/session").status == 400)
    let log = try server.installation.folder.text("data/log")
    #expect(log.contains("refused: the environment has REMOTE_ADDR twice"), "\(log)")
  }

  /// Writes an nginx site like an earlier README: with Debian's parameters, some of which occur
  /// twice.
  private func writeParameters(of files: ServerFiles, _ more: String) throws {
    let folder = files.installation.folder.path
    try files.writeNginxSite(
      """
      server {
        listen 80;
        root \(folder)/site;
        client_max_body_size 64m;
        location /cgi-bin/albumscan {
          include /etc/nginx/fastcgi_params;
          fastcgi_param SCRIPT_FILENAME \(folder)/cgi-bin/albumscan;
          fastcgi_split_path_info (?s)^(/cgi-bin/albumscan)(.*)$;
          fastcgi_param PATH_INFO $fastcgi_path_info;
          fastcgi_param REMOTE_ADDR $remote_addr;
          \(more)
          fastcgi_pass unix:/run/fcgiwrap.socket;
        }
      }
      """)
  }

  @Test(arguments: HostKind.withServerFile)
  func `files have the headers and types that albumscan serve sends`(kind: HostKind) throws {
    // A server ends when its value is destroyed, so both values stay in variables.
    let served = try HostServer(.lighttpd)
    let server = try HostServer(kind)
    let names = try Files.entries(of: "\(server.installation.site)/assets")
    let assets = ["style-", "icons-camera-", "offline-", "icons-icon-192-"].compactMap { start in
      names.first { $0.hasPrefix(start) }.map { "/assets/\($0)" }
    }
    #expect(assets.count == 4)
    let paths = [
      "/", "/style.css", "/camera.js", "/manifest.webmanifest", "/icons/icon.svg", "/sw.js",
      "/offline/", "/icons/icon-192.png",
    ]
    for path in paths + assets {
      let expected = served.installation.ask("GET", path)
      let answer = server.installation.ask("GET", path)
      #expect(expected.status == 200 && answer.status == 200, "\(path)")
      for name in Self.headers {
        #expect(answer.header(name) == expected.header(name), "\(path): \(name)")
      }
      let type = expected.header("Content-Type")?.split(separator: ";").first
      let isScript = path.hasSuffix(".js")
      let given = answer.header("Content-Type")?.split(separator: ";").first
      #expect(isScript ? given?.hasSuffix("/javascript") == true : given == type, "\(path)")
    }
    let style = server.installation.ask("GET", "/style.css", ["Accept-Encoding: gzip"])
    #expect(style.header("Content-Encoding") == "gzip", "\(style.head)")
    let session = server.installation.ask(
      "GET", "\(Self.program)/session", ["Accept-Encoding: gzip"])
    #expect(session.status == 200 && session.header("Content-Encoding") == nil, "\(session.head)")
    for asset in assets {
      let cache = server.installation.ask("GET", asset).header("Cache-Control")
      #expect(cache == "public, max-age=31536000, immutable", "\(asset)")
    }
    #expect(server.installation.ask("GET", "/sw.js").header("Cache-Control") == "no-cache")
    let manifest = server.installation.ask("GET", "/manifest.webmanifest")
    #expect(manifest.header("Content-Type")?.hasPrefix("application/manifest+json") == true)
    let noAsset = server.installation.ask("GET", "/assets/style-0123456789ab.css")
    #expect(noAsset.status == 404 && noAsset.header("Cache-Control") == "no-cache")
    let missing = server.installation.ask("GET", "/nowhere")
    #expect(missing.status == 404)
    #expect(missing.body.contains("<h1>Not found</h1>"), "\(missing.text)")
  }

  private static let headers = [
    "X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options", "Cross-Origin-Opener-Policy",
    "Cross-Origin-Resource-Policy", "Permissions-Policy", "Cache-Control",
  ]

  /// Every command of docs/server.md about a web server names installed files and existing modules.
  @Test func `the commands of docs/server.md enable the files that make install installs`() throws {
    let readme = String(
      decoding: try Files.read("\(Checkout.root)/docs/server.md"), as: UTF8.self)
    let named = readme.matches(of: #/share\/albumscan\/servers\/([\w.-]+\w)/#).map(\.output.1)
    #expect(
      Set(named).isSuperset(of: [
        "lighttpd-once.conf", "lighttpd-host.conf", "apache-host.conf", "nginx-once.conf",
        "nginx-host.conf", "caddy",
      ]), "\(named)")
    for name in named {
      #expect(Files.exists("\(Checkout.root)/docs/servers/\(name)"), "\(name)")
    }
    let modules = try #require(readme.firstMatch(of: #/a2enmod ([a-z ]+) &&/#)).output.1
    #expect(modules.split(separator: " ").map(String.init) == ServerFiles.apacheModules)
    let packages = readme.matches(of: #/apt-get install ([a-z0-9 -]+)/#)
      .flatMap { $0.output.1.split(separator: " ").map(String.init) }
    let setup = String(decoding: try Files.read("\(Checkout.root)/setup"), as: UTF8.self)
    // `make test` needs no certbot. It has the packages with headers in place of the libraries.
    for package in packages where !package.hasPrefix("lib") && package != "certbot" {
      #expect(setup.contains(package), "`make test` does not install \(package)")
    }
  }

  @Test func `a request through a proxy is denied although insecure-lan is on`() throws {
    let server = try HostServer(.lighttpdDebian, settings: "insecure-lan: on")
    let installation = server.installation
    let forwarded = try installation.post(Sample.photo, ["-H", "X-Forwarded-For: 203.0.113.5"])
    #expect(forwarded.status == 403)
    #expect(try installation.photos.isEmpty)
    #expect(try installation.post(Sample.photo).status == 303)
  }
}
