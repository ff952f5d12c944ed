// `albumscan doctor` asks the web server for protected pages.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct DoctorPagesTests {
  private func told(_ installation: Installation) throws -> (code: Int32, text: String) {
    let output = try ServerUser.run([
      "/bin/sh", "-c", "exec \"$@\" 2>&1", "sh", "\(installation.programs)/albumscan", "--config",
      installation.controlFile, "doctor",
    ])
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }

  private func subject(_ installation: Installation) -> String {
    "protected pages at \(installation.origin)"
  }

  @Test func `pages that albumscan serve protects are well`() throws {
    let site = try ProtectedSite(.lighttpd)
    let told = try told(site.installation)
    #expect(told.text.contains("ok   \(subject(site.installation))\n"), "\(told.text)")
    #expect(told.text.contains("ok   programs for albumscan serve\n"), "\(told.text)")
  }

  @Test func `pages that a web server sends to strangers are a failure with a remedy`() throws {
    let site = try ProtectedSite(.busybox)
    let told = try told(site.installation)
    #expect(told.code == 1)
    let line = try #require(
      told.text.split(separator: "\n").first { $0.contains(subject(site.installation)) })
    #expect(line.hasPrefix("FAIL "), "\(line)")
    for path in [
      "/, ", "/history/, ", "//history/, ", "/%68istory/", "/feed.atom", "/album/", ".jpg",
    ] {
      #expect(line.contains(path), "\(path): \(line)")
    }
    #expect(line.contains("share/albumscan/servers"), "\(line)")
  }

  @Test func `a file that the web server cannot run is found in the file and through the server`()
    throws
  {
    let server = try HostServer(.lighttpdDebian, settings: "cgi-file: ../cgi-bin/albumscan")
    let file = server.installation.folder.file("cgi-bin/albumscan")
    let subject = "the web server at \(server.installation.origin)/cgi-bin/albumscan/session"
    let well = try told(server.installation)
    #expect(well.code == 0 && well.text.contains("ok   \(subject)\n"), "\(well.text)")
    chmod(file, 0o644)
    let ill = try told(server.installation)
    #expect(ill.code == 1, "\(ill.text)")
    #expect(ill.text.contains("FAIL CGI file \(file): the web server cannot run it"), "\(ill.text)")
    #expect(ill.text.contains("FAIL \(subject): it cannot run \(file) (status "), "\(ill.text)")
    // Without the setting, only a request shows the fault.
    try server.installation.edit { $0.replacing("cgi-file:", with: "# cgi-file:") }
    try ServerUser.takeOver(server.installation.folder.path)
    let unnamed = try told(server.installation)
    #expect(unnamed.code == 1, "\(unnamed.text)")
    #expect(unnamed.text.contains("FAIL \(subject): it cannot run "), "\(unnamed.text)")
  }

  @Test(arguments: [(HostKind.busybox, "FAIL"), (.lighttpd, "ok  ")])
  func `notes on pages for this computer that a server sends at a foreign name are a failure`(
    kind: HostKind, mark: String
  ) throws {
    let site = try ProtectedSite(kind)
    try site.installation.edit { $0.replacing("pages: protected", with: "") }
    try site.admit(.thisComputer)
    let told = try told(site.installation)
    let subject = "\(mark) pages with notes at \(site.installation.origin)"
    #expect(told.text.contains(subject), "\(told.text)")
  }

  @Test
  func `if the sign-in page cannot be read, no page is compared with it, and the reason is named`()
    throws
  {
    let site = try ProtectedSite(.busybox)
    try site.installation.edit { "\($0)\n\(TourHouse.deadServices.joined(separator: "\n"))\n" }
    let page = "\(site.installation.site)/sign-in/index.html"
    try Files.remove(page)
    try Files.makeDirectories(page)
    let told = try told(site.installation)
    let line = "FAIL pages at \(site.installation.origin): this could not be checked: "
    #expect(told.code == 1 && told.text.contains(line), "\(told.text)")
    #expect(!told.text.contains("everybody can read"), "\(told.text)")
  }

  @Test func `an answer at a foreign name that is no HTTP is a warning, and https is not asked`()
    throws
  {
    let installation = try Installation(settings: TourHouse.deadServices.joined(separator: "\n"))
    try installation.copySampleFind()
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    let server = try UntrustedServer()
    for (scheme, isAsked) in [("http", true), ("https", false)] {
      let origin = "\(scheme)://127.0.0.1:\(server.port)"
      try installation.edit {
        $0.replacing(#/base-url: .*/#, with: "base-url: \(origin)", maxReplacements: 1)
      }
      let told = try installation.told(["doctor"])
      let line = "WARN pages with notes at \(origin): this could not be checked: "
      #expect(told.text.contains(line) == isAsked, "\(told.text)")
      #expect(told.text.contains("pages with notes") == isAsked, "\(told.text)")
    }
  }

  @Test func `a web server whose file is older than the assets is a warning`() throws {
    let site = try ProtectedSite(.lighttpdDebian)
    #expect(try !told(site.installation).text.contains("assets at"))
    // This asset is no public file for the server, as with an older lighttpd.lua.
    let assets = "\(site.installation.site)/assets"
    let style = try #require(try Files.entries(of: assets, startingWith: "style-").first)
    try Files.move("\(assets)/\(style)", to: "\(assets)/style-old.css", durably: false)
    let told = try told(site.installation)
    #expect(told.text.contains("WARN assets at \(site.installation.origin)"), "\(told.text)")
  }

  @Test(arguments: [
    (HostKind.lighttpdDebian, "lighttpd.lua", #"and not (rest or "x"):find("^%-%d+$")"#, ""),
    (.nginxFcgiwrap, "nginx.conf", "albumscan(-[0-9]+)?=", "albumscan="),
    (.apacheEvent, "apache.conf", "${ALBUMSCAN_COOKIE}", "albumscan"),
  ])
  func `a web server whose rules were copied before the cookie had a port is a failure`(
    kind: HostKind, file: String, present: String, former: String
  ) throws {
    let site = try ProtectedSite(kind)
    let subject = "pages for signed-in people at \(site.installation.origin)"
    let well = try told(site.installation)
    #expect(well.text.contains("ok   \(subject)\n"), "\(well.text)")
    let path = "\(site.server.run)/servers/\(file)"
    let rules = String(decoding: try Files.read(path), as: UTF8.self)
    #expect(rules.contains(present))
    try Files.replace(
      path, with: Array(rules.replacing(present, with: former).utf8), mode: 0o644, durably: false)
    #expect(site.server.stop(SIGTERM))
    try site.server.start()
    let ill = try told(site.installation)
    #expect(ill.code == 1 && ill.text.contains("FAIL \(subject): "), "\(ill.text)")
    #expect(ill.text.contains("share/albumscan/servers"), "\(ill.text)")
    let sessions = try Files.entries(of: site.installation.sessionFiles.folder)
    #expect(sessions.filter { $0.utf8.count == 40 }.count == 1, "the check leaves no session")
  }

  @Test func `a proxy that leads to its own sign-in page is no finding`() throws {
    let server = try HostServer(
      .nginxFcgiwrap, settings: "pages: protected",
      edit: {
        try $0.writeNginxSite("server { listen 80; return 302 https://sign-in.example/; }")
      }, prepare: { _ = try $0.albumscan(["person", "add", "Anna"]) })
    let text = try told(server.installation).text
    for subject in [subject(server.installation), "pages for signed-in people"] {
      #expect(text.contains("ok   \(subject)"), "\(text)")
    }
  }

  @Test func `a server that does not answer is a warning, and open pages are not asked for`()
    throws
  {
    let installation = try Installation(settings: "pages: protected")
    #expect(try !installation.told(["doctor"]).text.contains(subject(installation)))
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    let text = try installation.told(["doctor"]).text
    #expect(text.contains("WARN \(subject(installation)): they could not be checked"), "\(text)")
    #expect(try !installation.told(["doctor", "--offline"]).text.contains(subject(installation)))
  }

  @Test func `over HTTPS the doctor trusts the installation's own authority`() throws {
    let installation = try Installation(settings: "pages: protected", scheme: "https")
    #expect(try installation.albumscan(["person", "add", "Anna"]).exitCode == 0)
    let server = try WebServer(
      installation, options: ["--https", "--certificate-port", "\(freePort())"])
    let text = try installation.told(["doctor"]).text
    #expect(text.contains("ok   \(subject(installation))\n"), "\(text)")
    withExtendedLifetime(server) {}
  }
}
