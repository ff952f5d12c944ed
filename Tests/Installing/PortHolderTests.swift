// The program that holds a port which a web server needs.

import Installing
import Testing

@Suite struct PortHolderTests {
  private static let listing = """
    LISTEN 0      1024         0.0.0.0:80        0.0.0.0:*    users:(("lighttpd",pid=613,fd=4))
    LISTEN 0      511             [::]:443          [::]:*    users:(("nginx",pid=7,fd=6),("nginx",pid=8,fd=6))
    LISTEN 0      4096       127.0.0.1:8080      0.0.0.0:*    users:(("node",pid=9,fd=3))
    LISTEN 0      4096       127.0.0.1:5432      0.0.0.0:*
    """

  @Test(
    arguments: [(80, "lighttpd"), (443, "nginx"), (8080, "node"), (5432, nil), (180, nil)]
      as [(UInt16, String?)])
  func `the line of a port names its program`(port: UInt16, name: String?) {
    #expect(PortHolder.name(at: port, in: Self.listing) == name)
  }

  @Test func `a lighttpd that runs at another port needs no port 80`() throws {
    let listing = Self.listing.split(separator: "\n").map(String.init).map {
      $0.contains("lighttpd") ? $0.replacing("0.0.0.0:80 ", with: "0.0.0.0:8080 ") : $0
    }
    let front = "LISTEN 0 511 0.0.0.0:80 0.0.0.0:* users:((\"nginx\",pid=7,fd=6))"
    let all = (listing + [front]).joined(separator: "\n")
    try WebServer.lighttpd.refuseHeldPorts(isHTTPS: false, listing: all)
    #expect(throws: InstallingError.self) {
      try WebServer.lighttpd.refuseHeldPorts(isHTTPS: true, listing: all)
    }
    let foreign = front.replacing("nginx", with: "docker-proxy")
    let error = #expect(throws: InstallingError.self) {
      try WebServer.nginx.refuseHeldPorts(isHTTPS: false, listing: foreign)
    }
    #expect(error?.description.contains("systemctl") == false)
  }

  @Test(
    arguments: [
      (.nginx, false, "lighttpd listens at port 80"), (.lighttpd, false, nil),
      (.lighttpd, true, "nginx listens at port 443"), (.own, true, nil),
      (.caddy, false, "--server lighttpd"), (.apache, false, "systemctl disable --now lighttpd"),
    ] as [(WebServer, Bool, String?)])
  func `a web server whose port another program holds is refused`(
    server: WebServer, isHTTPS: Bool, text: String?
  ) {
    func refuse() throws(InstallingError) {
      try server.refuseHeldPorts(isHTTPS: isHTTPS, listing: Self.listing)
    }
    guard let text else {
      #expect(throws: Never.self) { try refuse() }
      return
    }
    let error = #expect(throws: InstallingError.self) { try refuse() }
    #expect(error?.description.contains(text) == true)
  }
}
