// The first sign-in that `albumscan serve` shows: at a terminal only, and only while no device is
// signed in. Source: docs/interface.md "Command line".

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct FirstSignInTests {
  private let installation: Installation
  private let certificatePort = freePort()

  init() throws {
    installation = try Installation(settings: "https: on", scheme: "https")
  }

  private var options: [String] {
    [
      "--https", "--host", "127.0.0.1", "--port", "\(installation.port)", "--certificate-port",
      "\(certificatePort)",
    ]
  }

  /// Makes base-url an address that other devices open.
  private func openToOthers() throws {
    try installation.edit {
      $0.replacing(
        installation.origin, with: "https://192.168.77.1:\(installation.port)")
    }
  }

  private func add(_ name: String) throws -> Person {
    try installation.store().addPerson(
      name: try Household.name(name), plan: .owner, files: installation.sessionFiles,
      at: Household.now)
  }

  /// Runs `serve` at a terminal of its own and returns its output until "Ready:".
  private func terminal() throws -> String {
    let output = installation.folder.file("typescript")
    try Files.remove(output)
    let command =
      "exec \(installation.programs)/albumscan --config \(installation.controlFile) serve "
      + options.joined(separator: " ")
    try Programs.startDetached("/usr/bin/script", ["-qefc", command, output])
    func text() -> String {
      String(decoding: (try? Files.read(output)) ?? [], as: UTF8.self)
    }
    try #require(eventually { text().contains("Ready:") }, "\(text())")
    let shown = text()
    // The function waits until the web server has started, which may happen after "Ready:", and
    // then ends it: the next server needs the port.
    #expect(
      eventually {
        RunningProcess.all()
          .filter { $0.arguments.contains("\(installation.data)/lighttpd.conf") }
          .forEach { $0.signal(9) }
        return text().contains("Script done")
      })
    return shown
  }

  private func links(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
      .filter { $0.contains("/sign-in/#") }
  }

  @Test func `the first start at a terminal adds the owner and shows two QR codes`() throws {
    try openToOthers()
    let shown = try terminal()
    let people = try installation.store().people()
    #expect(people.map(\.plan) == [.owner], "\(shown)")
    #expect(people.first?.name.text == "Host")
    let both = links(shown)
    #expect(both.count == 2, "one link for the phone, one for this computer: \(shown)")
    let codes = both.compactMap { $0.split(separator: "#").last.map(String.init) }
    #expect(Set(codes).count == 2)
    for code in codes {
      let known = try installation.store().person(
        behind: try #require(SignInCode(code)), at: Household.now)
      #expect(known?.person.id == .owner)
    }
    #expect(shown.contains("▀") || shown.contains("▄"))
    // The code is not in the address of the certificate page, which uses plain HTTP.
    #expect(!shown.contains("http://192.168.77.1:\(certificatePort)/sign-in"))
    #expect(installation.sessionFiles.readers == .signedIn, "with people, the pages are protected")
  }

  @Test func `a journal gets the command, and no secret`() throws {
    try openToOthers()
    let server = try WebServer(installation, options: options)
    #expect(installation.served.contains("albumscan person add NAME"), "\(installation.served)")
    server.stop()
    _ = try add("Anna")
    let again = try WebServer(installation, options: options)
    #expect(installation.served.contains(#"albumscan person invite "Anna""#))
    #expect(links(installation.served).isEmpty)
    #expect(try installation.store().people().count == 1)
    again.stop()
  }

  @Test func `once a device is signed in, the terminal shows no link`() throws {
    try openToOthers()
    let anna = try add("Anna")
    #expect(links(try terminal()).count == 2)
    _ = try Household.session(of: anna, in: installation)
    #expect(links(try terminal()).isEmpty)
  }

  @Test func `on this computer alone, a scan needs no account, and the first person gets one link`()
    throws
  {
    #expect(links(try terminal()).isEmpty)
    #expect(try installation.store().people().isEmpty)
    _ = try add("Anna")
    #expect(links(try terminal()).count == 1)
  }
}
