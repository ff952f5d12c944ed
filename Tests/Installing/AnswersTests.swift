// The address and the folder of an installation: the values that setup accepts, and its messages
// about other values.

import Installing
import Testing

@Suite struct AnswersTests {
  @Test(arguments: [
    ("https://records.example", "https://records.example"),
    ("HTTPS://Records.Example/", "https://records.example"),
    ("https://records.example:443", "https://records.example"),
    ("http://192.168.1.20:80", "http://192.168.1.20"),
    ("http://[fe80::1]:8017", "http://[fe80::1]:8017"), ("http://[::1]", "http://[::1]"),
    ("https://xn--pltten-bua.example:8443", "https://xn--pltten-bua.example:8443"),
  ])
  func `an address has a scheme, a host and perhaps a port`(text: String, address: String) throws {
    #expect(try SiteAddress(text).text == address)
  }

  @Test(arguments: [
    ("records.example", "begins with https://"), ("ftp://records.example", "begins with https://"),
    ("https://example.org/records", "not built for a path"),
    ("https://records.example?x", "not built for a path"),
    ("https://records.example:0", "no port"), ("https://records.example:x", "no port"),
    ("https://records.example:99999", "no port"), ("https://", "no name"),
    ("https://plätten.example", "no name"),
    ("https://a\" { include \"/etc", "not built for a path"), ("https://a\"b", "no name"),
    ("https://a b", "no name"),
  ])
  func `another address is refused with the reason`(text: String, reason: String) {
    #expect(throws: InstallingError.self) { try SiteAddress(text) }
    let error = #expect(throws: InstallingError.self) { try SiteAddress(text) }
    #expect(error?.description.contains(reason) == true, "\(text): \(error?.description ?? "")")
  }

  @Test(arguments: [
    "records", "/", "/srv", "/srv/records/", "/srv/Records", "/srv/my records", "/srv/a;b/records",
    "/srv//records",
    "/srv/rec\"ords",
    "/" + String(repeating: "a", count: 120),
  ])
  func `a folder whose name would mean something to a web server is refused`(folder: String) throws
  {
    let address = try SiteAddress("https://records.example")
    #expect(throws: InstallingError.self) {
      try InstallationAnswers(folder: folder, server: .nginx, address: address)
    }
  }

  @Test(arguments: [
    (WebServer.nginx, "https://records.example:8443", "ports 80 and 443"),
    (.caddy, "http://records.example:8080", "ports 80 and 443"),
    (.own, "http://192.168.1.20", "1024 or higher"),
    (.own, "http://192.168.1.20:1000", "1024 or higher"),
  ])
  func `a port that the server cannot have is refused`(
    server: WebServer, address: String, reason: String
  ) throws {
    let address = try SiteAddress(address)
    let error = #expect(throws: InstallingError.self) {
      try InstallationAnswers(folder: "/srv/records", server: server, address: address)
    }
    #expect(error?.description.contains(reason) == true)
  }

  @Test func `an answer with a line break or a tab is refused`() throws {
    let address = try SiteAddress("https://records.example")
    for text in ["/etc/keys\nx", "/etc\tkeys", "\u{1B}[2J"] {
      #expect(throws: InstallingError.self) {
        try InstallationAnswers(
          folder: "/srv/records", server: .nginx, address: address, certificate: text)
      }
      #expect(throws: InstallingError.self) {
        try InstallationAnswers(
          folder: "/srv/records", server: .nginx, address: address, settings: [("contact", text)])
      }
    }
  }

  @Test func `the label is that of README for the first installation, and has the name of others`()
    throws
  {
    let address = try SiteAddress("https://records.example")
    for (folder, label) in [
      ("/srv/albumscan", "albumscan"), ("/home/anna/log-2", "albumscan-log-2"),
    ] {
      let answers = try InstallationAnswers(folder: folder, server: .apache, address: address)
      #expect(answers.label == label)
      #expect(answers.controlFile == "\(folder)/etc/albumscan.conf")
    }
  }
}
