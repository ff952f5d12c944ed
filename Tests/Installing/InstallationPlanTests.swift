// The files that setup plans come from the server files of docs/servers, with the values of the host.

import Installing
import Support
import Testing

@Suite struct InstallationPlanTests {
  private func plan(
    _ server: WebServer, _ address: String, folder: String = "/srv/records",
    hasSystemd: Bool = true,
    hasCertificate: Bool = false, isOtherHTTPS: Bool = false
  ) throws -> (plan: InstallationPlan, texts: [String: String], links: [String: String]) {
    let answers = try InstallationAnswers(
      folder: folder, server: server, address: SiteAddress(address), certificate: "/etc/keys",
      innerPort: 8020, settings: [("contact", ""), ("language", "de")])
    let computer = InstallationPlan.Computer(
      hasSystemd: hasSystemd, hasCertificate: hasCertificate, isOtherHTTPS: isOtherHTTPS)
    let plan = InstallationPlan(answers, shared: "\(Checkout.root)/docs", computer: computer)
    var (texts, links) = ([String: String](), [String: String]())
    for file in try plan.files() {
      switch file.content {
      case .text(let text), .line(let text): texts[file.path] = text
      case .link(let target): links[file.path] = target.replacing(Checkout.root, with: "")
      }
    }
    for (path, text) in texts {
      #expect(
        !text.contains("records.example") && !text.contains("/srv/albumscan"), "\(path): \(text)")
    }
    for (path, text) in texts where text.hasPrefix("#") {
      #expect(text.contains("/etc/albumscan/records.new"), "\(path) names the folder of new texts")
    }
    #expect(links["/etc/albumscan/records.conf"] == "/srv/records/etc/albumscan.conf")
    return (plan, texts, links)
  }

  @Test func `lighttpd gets one name, and the lines for HTTPS with the certificate only`() throws {
    let path = "/etc/lighttpd/conf-enabled/50-albumscan-records.conf"
    let plain = try plan(.lighttpd, "https://vinyl.example")
    let text = try #require(plain.texts[path])
    #expect(text.contains("$HTTP[\"host\"] == \"vinyl.example\" {"))
    #expect(text.contains("var.albumscan = \"/srv/records\""))
    #expect(text.contains("#https ssl.pemfile = \"/etc/keys/fullchain.pem\""))
    #expect(!plain.plan.isHTTPSReady)
    #expect(
      plain.links["/etc/lighttpd/conf-enabled/49-albumscan.conf"]
        == "/docs/servers/lighttpd-once.conf")

    let secure = try plan(.lighttpd, "https://vinyl.example", hasCertificate: true)
    let lines = try #require(secure.texts[path]).split(separator: "\n")
    #expect(
      lines.contains("ssl.pemfile = \"/etc/keys/fullchain.pem\"")
        && !lines.contains { $0.contains("#https") })

    let second = try plan(
      .lighttpd, "https://vinyl.example", hasCertificate: true, isOtherHTTPS: true)
    let block = try #require(second.texts[path]).split(separator: "\n")
    #expect(block.contains("  ssl.pemfile = \"/etc/keys/fullchain.pem\"") && block.last == "}")
    #expect(!block.contains { $0.hasPrefix("$SERVER") || $0.hasPrefix("server.modules") })
  }

  /// The files of docs/servers have the name records.example, which is also the name of a folder of certbot.
  @Test(arguments: [WebServer.lighttpd, .apache, .nginx])
  func `the folder of the certificate stays as the host names it`(server: WebServer) throws {
    let folder = "/etc/letsencrypt/live/records.example"
    let answers = try InstallationAnswers(
      folder: "/srv/second", server: server, address: SiteAddress("https://vinyl.example"),
      certificate: folder)
    let computer = InstallationPlan.Computer(
      hasSystemd: false, hasCertificate: true, isOtherHTTPS: true)
    let files = try InstallationPlan(
      answers, shared: "\(Checkout.root)/docs", computer: computer
    ).files()
    let texts = files.compactMap { if case .text(let text) = $0.content { text } else { nil } }
    #expect(texts.contains { $0.contains("\(folder)/fullchain.pem") }, "\(texts)")
  }

  @Test func `Apache and nginx get their file, their links and their modules`() throws {
    let apache = try plan(.apache, "https://vinyl.example", hasCertificate: true)
    let site = try #require(apache.texts["/etc/apache2/sites-available/albumscan-records.conf"])
    #expect(
      site.contains("Define ALBUMSCAN /srv/records") && site.contains("/etc/keys/privkey.pem"))
    #expect(apache.plan.commands.map { $0.last } == ["ssl", "albumscan-records"])

    let nginx = try plan(.nginx, "http://192.168.1.20")
    #expect(
      nginx.links["/etc/nginx/sites-enabled/albumscan-records"]
        == "/etc/nginx/sites-available/albumscan-records")
    let server = try #require(nginx.texts["/etc/nginx/sites-available/albumscan-records"])
    #expect(
      server.contains("server_name 192.168.1.20;")
        && server.contains("set $albumscan /srv/records;"))
    #expect(nginx.plan.commands.isEmpty)
  }

  @Test
  func
    `the units have the folder, the owner and the port, and a CGI program asks systemd for its worker`()
    throws
  {
    let behind = try plan(.caddy, "https://vinyl.example")
    let service = try #require(behind.texts["/etc/systemd/system/albumscan@records.service"])
    #expect(service.contains("\nUser=albumscan\n"))
    #expect(service.contains("--config /srv/records/etc/albumscan.conf serve --port 8020\n"))
    #expect(behind.texts["/etc/caddy/albumscan-records.caddy"]?.contains("127.0.0.1:8020") == true)
    #expect(behind.texts["/etc/caddy/Caddyfile"] == "import /etc/caddy/albumscan-records.caddy")
    #expect(behind.plan.started == ["albumscan@records.service"])

    let own = try plan(.own, "http://192.168.1.20:8017")
    #expect(
      own.texts["/etc/systemd/system/albumscan@records.service"]?.contains(
        " serve --host 192.168.1.20 --port 8017\n") == true)

    let cgi = try plan(.nginx, "https://vinyl.example")
    #expect(
      cgi.texts["/etc/systemd/system/albumscan-work@records.path"]?.contains(
        "PathExists=/srv/records/data/worker-wanted") == true)
    #expect(cgi.plan.started == ["albumscan-work@records.path"])
    #expect(cgi.links["/etc/tmpfiles.d/albumscan.conf"] == "/docs/servers/albumscan.tmpfiles")
    #expect(try plan(.nginx, "https://vinyl.example", hasSystemd: false).plan.started.isEmpty)
  }

  @Test(arguments: [
    (
      WebServer.nginx, "https://vinyl.example", true,
      ["base-url: https://vinyl.example", "language: de", "worker: systemd"]
    ),
    (.nginx, "https://vinyl.example", false, ["base-url: https://vinyl.example", "language: de"]),
    (
      .own, "https://192.168.1.20:8017", true,
      ["base-url: https://192.168.1.20:8017", "language: de", "https: on"]
    ),
    (.caddy, "https://vinyl.example", true, ["base-url: https://vinyl.example", "language: de"]),
  ])
  func `the control file gets the answers, and the settings that follow from them`(
    server: WebServer, address: String, hasSystemd: Bool, settings: [String]
  ) throws {
    let plan = try plan(server, address, hasSystemd: hasSystemd).plan
    #expect(plan.settings.map { "\($0.key): \($0.value)" } == settings)
  }
}
