// `albumscan serve` becomes a web server, and stops like any web server.

import Glibc
import Host
import Support
import Testing

@Suite(.serialized) struct ServeTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a served site ends with SIGTERM and SIGINT`(signal: Int32) throws {
    let server = try HostServer(.lighttpd)
    if signal == SIGHUP {
      // lighttpd handles these signals: it opens its logs again and continues.
      server.processes.forEach { $0.signal(signal) }
      #expect(isListening(server.installation.port))
    } else {
      #expect(server.stop(signal), "signal \(signal) was not heard")
    }
  }

  @Test func `behind a proxy's sign-in, no other spelling of the header names a person`() throws {
    let house = try Household(
      settings: "proxy-user-header: Remote-User\ntrusted-proxy: 127.0.0.1")
    let server = try WebServer(house.installation)
    let path = "/cgi-bin/albumscan/settings"
    let status = { (header: String) in
      try house.installation.curl(["-H", header], path).status
    }
    #expect(try status("Remote-User: Anna") == 200)
    for name in ["Remote_User", "Remote.User", "Remote~User", "Remote!User", "REMOTE_USER"] {
      #expect([400, 403].contains(try status("\(name): Anna")), "\(name)")
    }
    withExtendedLifetime(server) {}
  }

  /// lighttpd itself fails, before the CGI runs.
  @Test func `an upload on a full disk gets a page of the site`() throws {
    guard geteuid() == 0 else { return note("only root can mount a small disk") }
    let installation = try Installation(settings: "language: de")
    let (data, copy) = (installation.data, installation.folder.file("copy"))
    let server = try WebServer(
      installation,
      prefix: "/usr/bin/unshare --mount /bin/sh -c 'cp -a \(data) \(copy) && "
        + "mount -t tmpfs -o size=8m none \(data) && cp -a \(copy)/. \(data) && exec \"$@\"' sh")
    let photo = try installation.bodyFile([UInt8](repeating: 7, count: 16 << 20))
    let answer = try installation.curl(
      ["-F", "photo=@\(photo)"], "/cgi-bin/albumscan/scans")
    #expect(answer.status == 500)
    #expect(answer.body.contains("Der Server konnte nicht antworten"), "\(answer.body)")
    #expect(answer.body.contains("Nichts wurde gespeichert."))
    withExtendedLifetime(server) {}
  }

  @Test func `a served site leaves no zombie processes`() throws {
    let server = try HostServer(.lighttpd)
    for _ in 0..<5 {
      let answer = server.installation.ask("GET", "/cgi-bin/albumscan/session")
      #expect(answer.status == 200)
    }
    let servers = server.processes.map(\.id)
    #expect(
      eventually {
        !RunningProcess.all().contains { $0.state == "Z" && servers.contains($0.parent) }
      })
  }

  @Test func `an asset is compressed once, and its compressed copy goes with the next start`()
    throws
  {
    let installation = try Installation()
    let style = try #require(
      try installation.text("index.html").firstMatch(of: #/\/assets\/style-[0-9a-f]+\.css/#)
    ).output
    let size = try Files.read("\(installation.site)\(style)").count
    let compressed = "\(installation.data)/compressed"
    for start in 1...2 {
      let server = try WebServer(installation)
      #expect(try Files.entries(of: compressed).isEmpty, "start \(start)")
      for _ in 0..<2 {
        let answer = try installation.curl(["-H", "Accept-Encoding: br"], String(style))
        #expect(answer.status == 200 && answer.body.utf8.count < size)
      }
      #expect(try !Files.entries(of: compressed).isEmpty)
      let plain = try installation.curl([], String(style))
      #expect(plain.status == 200 && plain.body.utf8.count == size)
      server.stop()
    }
  }

  @Test func `uploads that a killed server left behind are removed at the next start`() throws {
    let server = try HostServer(.lighttpd)
    let data = server.installation.data
    server.stop(SIGKILL)
    let leftover = "\(data)/uploads/lighttpd-upload-def456"
    try Files.replace(leftover, with: [1, 2, 3], durably: false)
    try ServerUser.takeOver(data)
    try server.start()
    #expect(!Files.exists(leftover))
    #expect(server.installation.ask("GET", "/cgi-bin/albumscan/session").status == 200)
  }
}
