// The checks of `albumscan doctor` about HTTPS.

import Glibc
import Host
import Support
import Testing

@Suite struct DoctorHTTPSTests {
  private let installation: Installation

  /// An installation whose `serve --https` has made the certificates and was then killed.
  init() throws {
    installation = try Installation(scheme: "https")
    try installation.albumscan(
      ["serve", "--https", "--certificate-port", "\(freePort())"], kill: "certificate:after")
  }

  private func pem(_ name: String) -> String { "\(installation.data)/tls/\(name).pem" }

  private func told() throws -> String { try installation.told(["doctor", "--offline"]).text }

  @Test func `the first start with HTTPS opens no folder of the data to other users`() throws {
    let server = try WebServer(
      installation, options: ["--https", "--certificate-port", "\(freePort())"])
    let text = try told()
    #expect(Files.exists("\(installation.data)/certificate/index.html"))
    #expect(text.contains("ok   rights on \(installation.data)\n"), "\(text)")
    withExtendedLifetime(server) {}
  }

  @Test func `new certificates are well`() throws {
    let text = try told()
    #expect(text.contains("ok   programs for HTTPS\n"), "\(text)")
    #expect(text.contains("ok   keys of the certificates"), "\(text)")
    #expect(text.contains(#/ok   certificate until 20\d\d-\d\d-\d\d\n/#), "\(text)")
  }

  @Test(arguments: [
    (31, "ok   certificate until"), (29, "WARN certificate until"),
    (-1, "FAIL certificate until"),
  ])
  func `a certificate that ends in fewer than 30 days is a warning, and an ended one a failure`(
    days: Int, line: String
  ) throws {
    try replaceServer(endingAfter: days)
    let text = try told()
    #expect(text.contains(line), "\(text)")
    #expect(text.contains("restart albumscan serve") == (days < 30), "\(text)")
  }

  @Test(arguments: [
    ("authority", 0o440, "FAIL"), ("server", 0o404, "FAIL"), ("authority", 0o600, "WARN"),
  ])
  func `a key with a wrong mode is named`(name: String, mode: UInt32, mark: String) throws {
    try Files.setMode(mode, of: pem(name))
    let text = try told()
    #expect(text.contains("\(mark) keys of the certificates"), "\(text)")
    #expect(text.contains(pem(name)) && text.contains("chmod 400"), "\(text)")
  }

  @Test func `a certificate for another address is a failure`() throws {
    try installation.edit { $0.replacing("127.0.0.1", with: "127.0.0.2") }
    let text = try told()
    #expect(text.contains("FAIL certificate until"), "\(text)")
    #expect(text.contains("it is not valid for 127.0.0.2"), "\(text)")
  }

  @Test func `https with a plain base-url is a failure, and old certificates alone are not`() throws
  {
    try installation.edit { $0.replacing("https://", with: "http://") }
    #expect(try !told().contains("HTTPS"))
    try installation.edit { "\($0)\nhttps: on\n" }
    let text = try told()
    #expect(text.contains("FAIL https: on: base-url http://127.0.0.1"), "\(text)")
  }

  /// Replaces the certificate of the server by one of the same authority. It ends after `days`
  /// days, or has ended if `days` is negative.
  private func replaceServer(endingAfter days: Int) throws {
    let (key, certificate) = (installation.folder.file("key"), installation.folder.file("leaf"))
    let start = Clock.wallMilliseconds() / 1000 - 864_000
    let configuration = try installation.folder.write(
      """
      [ca]
      default_ca = authority
      [authority]
      database = \(installation.folder.file("index"))
      new_certs_dir = \(installation.folder.path)
      rand_serial = yes
      default_md = sha256
      policy = policy
      x509_extensions = extensions
      [policy]
      organizationName = supplied
      [extensions]
      subjectAltName = IP:127.0.0.1,DNS:\(Self.localName)
      [req]
      distinguished_name = subject
      [subject]
      """, to: "ca.conf")
    try installation.folder.write("", to: "index")
    try openssl([
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-keyout",
      key, "-out", "\(key).request", "-config", configuration, "-subj", "/O=test",
    ])
    try openssl([
      "ca", "-batch", "-notext", "-config", configuration, "-in", "\(key).request", "-out",
      certificate, "-cert", pem("authority"), "-keyfile", pem("authority"), "-startdate",
      Self.time(start), "-enddate",
      Self.time(Clock.wallMilliseconds() / 1000 + Int64(days) * 86_400),
    ])
    try Files.replace(
      pem("server"), with: try Files.read(key) + Files.read(certificate), mode: 0o400,
      durably: false)
  }

  /// `YYYYMMDDHHMMSSZ`. The corresponding C functions are `gmtime_r` and `strftime`.
  private static func time(_ seconds: Int64) -> String {
    var (moment, fields) = (time_t(seconds), tm())
    gmtime_r(&moment, &fields)
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y%m%d%H%M%SZ", &fields)
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func openssl(_ arguments: [String]) throws {
    let output = try Programs.run(
      "/usr/bin/openssl", arguments, input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 20_000, errors: .hidden)
    #expect(output.exitCode == 0, "openssl \(arguments[0])")
  }

  private static let localName =
    "\(Programs.hostName.lowercased().prefix { $0 != "." }).local"
}
