// Exactly one file of lighttpd sets the port for HTTPS, whatever setup changes or removes.

import Host
import Installing
import Support
import Testing

@Suite struct LighttpdPortTests {
  let folder: TemporaryFolder
  private var enabled: String { folder.file("conf-enabled") }
  private var records: String { folder.file("albumscan") }
  private var shared: String { "\(Checkout.root)/docs" }

  init() throws {
    folder = try TemporaryFolder()
    try Files.makeDirectories(folder.file("conf-enabled"))
    for name in ["fullchain.pem", "privkey.pem"] { try folder.write("", to: "keys/\(name)") }
  }

  private static let socket = "$SERVER[\"socket\"] == \"0.0.0.0:443\" { ssl.engine = \"enable\" }\n"

  @Test(arguments: [
    ("10-ssl.conf", LighttpdPortTests.socket, true),
    ("10-ssl.conf", "  " + LighttpdPortTests.socket, true),
    ("10-ssl.conf", "$SERVER[\"socket\"] == \":443\" {\n}\n", true),
    ("10-ssl.conf", "#" + LighttpdPortTests.socket, false),
    ("10-ssl.conf", "$SERVER[\"socket\"] == \":8443\" {\n}\n", false),
    ("50-albumscan.conf.old", LighttpdPortTests.socket, false),
    ("50-albumscan.conf.new", LighttpdPortTests.socket, false),
    ("50-albumscan.conf~", LighttpdPortTests.socket, false),
    ("50-albumscan.conf", LighttpdPortTests.socket, false),
    ("50-albumscan-records.conf", LighttpdPortTests.socket, true),
  ])
  func `another file sets the port if lighttpd reads it and it has the line`(
    name: String, text: String, isSet: Bool
  ) throws {
    try folder.write(text, to: "conf-enabled/\(name)")
    try Files.makeLink(to: "/nowhere", at: "\(enabled)/49-dangling.conf")
    let own = "\(enabled)/50-albumscan.conf"
    #expect(try LighttpdPort.isSet(besides: own, in: enabled) == isSet)
  }

  /// Writes the file and the record of an installation.
  private func install(
    _ name: String, isOtherHTTPS: Bool, hasCertificate: Bool = true, server: WebServer = .lighttpd
  ) throws -> String {
    let answers = try InstallationAnswers(
      folder: "/srv/\(name)", server: .lighttpd, address: SiteAddress("https://\(name).example"),
      certificate: folder.file("keys"))
    let plan = InstallationPlan(
      answers, shared: shared,
      computer: .init(
        hasSystemd: false, hasCertificate: hasCertificate, isOtherHTTPS: isOtherHTTPS))
    let planned = try #require(
      plan.files().first { $0.path == InstallationPlan.lighttpdFile(answers) })
    let path = "\(enabled)/\(planned.path.split(separator: "/").last ?? "")"
    let file = PlannedFile(path, planned.content)
    var record = try InstallationRecord(of: name, in: records)
    record.add(RecordedFile(kind: .server, proof: server.rawValue, path: "/srv/\(name)"))
    let kept = KeptTexts(of: name, in: records)
    record.add(try #require(try file.make(file.change(after: nil), keeping: kept)))
    try record.write()
    return path
  }

  private func heir(leaving path: String) throws -> LighttpdHeir? {
    try LighttpdHeir(leaving: path, shared: shared, records: records, in: enabled)
  }

  private func setters() throws -> [String] {
    try Files.entries(of: enabled).filter { name in
      let lines = try folder.text("conf-enabled/\(name)").split(separator: "\n")
      return LighttpdPort.isSet(by: lines)
    }
  }

  /// The order of names is that of lighttpd: `50-albumscan-second.conf` comes before `50-albumscan.conf`.
  @Test(arguments: [("albumscan", "second"), ("first", "second"), ("second", "albumscan")])
  func
    `if the file that sets the port goes, the file of another installation sets it as its setup would`(
      first: String, second: String
    ) throws
  {
    let leaving = try install(first, isOtherHTTPS: false)
    let staying = try install(second, isOtherHTTPS: true)
    #expect(try setters() == [String(leaving.split(separator: "/").last ?? "")])
    let heir = try #require(try heir(leaving: leaving))
    #expect(heir.file.path == staying)
    let former = String(decoding: try Files.read(staying), as: UTF8.self)
    try Files.remove(leaving)
    try heir.write()
    let name = String(staying.split(separator: "/").last ?? "")
    #expect(try setters() == [name])
    let text = try folder.text("conf-enabled/\(name)")
    #expect(text.contains("\"/srv/\(second)\"") && text.contains("\"\(second).example\""))
    #expect(text.contains("\nssl.pemfile = \"\(folder.file("keys"))/fullchain.pem\""))
    let record = try InstallationRecord(of: second, in: records)
    #expect(try record[staying]?.isUnchanged == true, "a later run takes the file as its own")
    try heir.takeBack()
    #expect(try folder.text("conf-enabled/\(name)") == former)
  }

  @Test func `no installation takes the port over without a certificate, or while a file sets it`()
    throws
  {
    let first = try install("first", isOtherHTTPS: false)
    _ = try install("plain", isOtherHTTPS: false, hasCertificate: false)
    #expect(try heir(leaving: first) == nil)
    let second = try install("second", isOtherHTTPS: true)
    #expect(try heir(leaving: second) == nil, "the first one still sets it")
    try folder.write(Self.socket, to: "conf-enabled/10-ssl.conf")
    #expect(try heir(leaving: first) == nil, "the file of the host sets it")
    try Files.remove("\(enabled)/10-ssl.conf")
    #expect(try heir(leaving: first)?.file.path == second)
  }

  @Test func `files with a certificate are named if no file sets the port`() throws {
    #expect(try LighttpdPort.filesWithoutPort(in: folder.file("nowhere")).isEmpty)
    let first = try install("first", isOtherHTTPS: false)
    let second = try install("second", isOtherHTTPS: true)
    try folder.write("#ssl.pemfile = \"a\"\n", to: "conf-enabled/60-plain.conf")
    #expect(try LighttpdPort.filesWithoutPort(in: enabled).isEmpty)
    try Files.remove(first)
    #expect(try LighttpdPort.filesWithoutPort(in: enabled) == [second])
  }

  @Test func `a file that the host has changed, and one of another server, stay as they are`()
    throws
  {
    let first = try install("first", isOtherHTTPS: false)
    let changed = try install("changed", isOtherHTTPS: true)
    let bytes = try Files.read(changed)
    try Files.replace(changed, with: bytes + Array("# mine\n".utf8), durably: false)
    _ = try install("former", isOtherHTTPS: true, server: .nginx)
    #expect(try heir(leaving: first) == nil)
    let last = try install("last", isOtherHTTPS: true)
    #expect(try heir(leaving: first)?.file.path == last)
  }
}
