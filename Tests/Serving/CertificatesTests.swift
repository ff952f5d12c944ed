// The certificates of a site, made and checked by the real openssl.

import Host
import Support
import Testing

@testable import Serving

@Suite struct CertificatesTests {
  private static let openSSL = "/usr/bin/openssl"
  private let folder: TemporaryFolder
  private let certificates: Certificates
  private let names: CertificateNames

  init() throws {
    folder = try TemporaryFolder()
    certificates = Certificates(folder: folder.file("tls"), program: Self.openSSL)
    names = try Self.names("https://192.168.1.20:8017")
  }

  private static func names(_ base: String, listening: String = "") throws -> CertificateNames {
    try #require(
      CertificateNames(baseURL: base, listening: listening, hostName: "box.example.org"))
  }

  // MARK: The form

  @Test func `the authority may certify exactly the address and the name, for about 10 years`()
    throws
  {
    #expect(try certificates.keepValid(for: names) == .firstAuthority)
    let text = try openssl(["x509", "-in", certificates.authority, "-noout", "-text"]).text
    #expect(text.contains("X509v3 Name Constraints: critical"), "\(text)")
    let permitted = [
      "Permitted:", "IP:192.168.1.20/255.255.255.255", "DNS:box.local",
      "Signature Algorithm: ecdsa-with-SHA256",
    ]
    let lines = text.split(separator: "\n").map { $0.trimmed }
    #expect(lines.drop { $0 != "Permitted:" }.prefix(4) == permitted[...], "\(text)")
    #expect(text.contains("CA:TRUE, pathlen:0") && text.contains("NIST CURVE: P-256"), "\(text)")
    #expect(try certificates.lasts(certificates.authority, days: 3650))
    #expect(try !certificates.lasts(certificates.authority, days: 3660))
  }

  @Test func `the server's certificate is for the address and the name, for 397 days`() throws {
    _ = try certificates.keepValid(for: names)
    let text = try openssl(["x509", "-in", certificates.server, "-noout", "-text"]).text
    #expect(text.contains("IP Address:192.168.1.20, DNS:box.local"), "\(text)")
    #expect(text.contains("CA:FALSE") && text.contains("TLS Web Server Authentication"), "\(text)")
    #expect(try certificates.lasts(certificates.server, days: 396))
    #expect(try !certificates.lasts(certificates.server, days: 397))
  }

  @Test func `a second start changes nothing`() throws {
    _ = try certificates.keepValid(for: names)
    let before = try contents()
    #expect(try certificates.keepValid(for: names) == .none)
    #expect(try contents() == before)
  }

  @Test func `only this user may read a key, and the downloaded certificate has none`() throws {
    _ = try certificates.keepValid(for: names)
    #expect(Files.mode(of: folder.file("tls")) == 0o700)
    #expect(try Files.entries(of: folder.file("tls")) == ["authority.pem", "server.pem"])
    for file in [certificates.authority, certificates.server] {
      #expect(Files.mode(of: file) == 0o400, "\(file)")
      #expect(String(decoding: try Files.read(file), as: UTF8.self).contains("PRIVATE KEY"))
    }
    let download = String(decoding: try certificates.authorityCertificate(), as: UTF8.self)
    #expect(download.hasPrefix("-----BEGIN CERTIFICATE-----") && !download.contains("KEY"))
  }

  // MARK: Constraints

  /// Names for which a thief of the authority's key could make a certificate.
  @Test(arguments: [
    "DNS:bank.example", "DNS:box.local.evil.example", "DNS:local", "IP:192.168.1.21", "IP:::1",
    "DNS:box.local,IP:10.0.0.1",
  ])
  func `openssl refuses a certificate of this authority for another name`(name: String) throws {
    _ = try certificates.keepValid(for: names)
    let file = try leaf(for: name, days: 300)
    let check = try openssl(["verify", "-CAfile", certificates.authority, file])
    #expect(check.code != 0 && check.text.contains("permitted subtree violation"), "\(check.text)")
  }

  @Test func `an authority without an address may certify no address`() throws {
    _ = try certificates.keepValid(for: try Self.names("https://album.lan"))
    let file = try leaf(for: "IP:192.168.1.20", days: 300)
    let check = try openssl(["verify", "-CAfile", certificates.authority, file])
    #expect(check.code != 0 && check.text.contains("excluded subtree violation"), "\(check.text)")
    #expect(try certificates.isServerValid(for: try Self.names("https://album.lan")))
  }

  @Test(arguments: ["https://[fd00::1]:8017", "https://album.lan:8017", "https://localhost"])
  func `every kind of host gets a certificate that its names verify`(base: String) throws {
    let names = try Self.names(base, listening: "fd00:0::7")
    #expect(try certificates.keepValid(for: names) == .firstAuthority)
    #expect(try certificates.isServerValid(for: names))
  }

  // MARK: Renewal

  @Test(arguments: [(29, Certificates.Change.renewed), (31, .none)])
  func `a certificate is renewed when fewer than 30 days remain, by the same authority`(
    days: Int, change: Certificates.Change
  ) throws {
    _ = try certificates.keepValid(for: names)
    let authority = try Files.read(certificates.authority)
    try replaceServer(by: try leaf(for: "IP:192.168.1.20,DNS:box.local", days: days))
    #expect(try certificates.keepValid(for: names) == change)
    #expect(try Files.read(certificates.authority) == authority)
    #expect(try certificates.lasts(certificates.server, days: 396) == (change == .renewed))
  }

  @Test func `an authority that ends before the next certificate is replaced`() throws {
    _ = try certificates.keepValid(for: names)
    let fingerprint = try certificates.fingerprint()
    try endAuthoritySoon()
    try replaceServer(by: try leaf(for: "IP:192.168.1.20,DNS:box.local", days: 20))
    #expect(try certificates.keepValid(for: names) == .newAuthority)
    #expect(try certificates.fingerprint() != fingerprint)
    #expect(try certificates.isServerValid(for: names))
  }

  @Test func `another address needs another authority`() throws {
    _ = try certificates.keepValid(for: names)
    let moved = try Self.names("https://192.168.1.21:8017")
    #expect(try !certificates.isServerValid(for: moved))
    #expect(try certificates.keepValid(for: moved) == .newAuthority)
    #expect(try certificates.isServerValid(for: moved))
    #expect(try !certificates.isServerValid(for: names))
  }

  // MARK: Damage

  @Test func `leftovers of a killed process are removed, and damaged files are made again`() throws
  {
    _ = try certificates.keepValid(for: names)
    try Files.replace(folder.file("tls/.tmp-1-abc"), with: [1], durably: false)
    try Files.replace(certificates.server, with: Array("damaged".utf8), durably: false)
    #expect(try certificates.keepValid(for: names) == .renewed)
    #expect(try Files.entries(of: folder.file("tls")) == ["authority.pem", "server.pem"])
    try Files.replace(certificates.authority, with: Array("damaged".utf8), durably: false)
    #expect(try certificates.keepValid(for: names) == .newAuthority)
    #expect(try certificates.keepValid(for: names) == .none)
  }

  @Test func `wrong modes are corrected at the next start`() throws {
    _ = try certificates.keepValid(for: names)
    try Files.setMode(0o755, of: folder.file("tls"))
    for file in [certificates.authority, certificates.server] {
      try Files.setMode(0o644, of: file)
    }
    #expect(try certificates.keepValid(for: names) == .none)
    #expect(Files.mode(of: folder.file("tls")) == 0o700)
    #expect(Files.mode(of: certificates.authority) == 0o400)
    #expect(Files.mode(of: certificates.server) == 0o400)
  }

  // MARK: A program that fails

  /// The certificates before a start: none, valid ones, and a server's certificate that ends soon.
  enum Before: CaseIterable { case none, valid, ending }

  @Test(arguments: Before.allCases, ["kill -KILL $$", "kill -SEGV $$", "exec sleep 30"])
  func `if openssl fails at any run, the next start keeps a valid authority`(
    before: Before, fault: String
  ) throws {
    if before != .none { _ = try certificates.keepValid(for: names) }
    let ending =
      before == .ending ? try leaf(for: "IP:192.168.1.20,DNS:box.local", days: 20) : nil
    let kept = before == .none ? nil : try Files.read(certificates.authority)
    var run = 0
    var failures = 0
    repeat {
      run += 1
      if let ending { try replaceServer(by: ending) }
      if before == .none {
        for file in [certificates.authority, certificates.server] { try Files.remove(file) }
      }
      try Files.remove(folder.file("runs"))
      let faulty = Certificates(
        folder: folder.file("tls"), program: try failing(at: run, fault),
        mostMilliseconds: fault.contains("sleep") ? 2000 : 30_000)
      if (try? faulty.keepValid(for: names)) == nil { failures += 1 }
      if let kept { #expect(try Files.read(certificates.authority) == kept) }
    } while try Files.read(folder.file("runs")).count >= run
    #expect(failures == run - 1, "the last start has no fault")
    _ = try certificates.keepValid(for: names)
    #expect(try certificates.isServerValid(for: names))
    #expect(try certificates.keepValid(for: names) == .none)
    #expect(try Files.entries(of: folder.file("tls")) == ["authority.pem", "server.pem"])
  }

  /// openssl behind a script that fails at one of its runs. The file `runs` has a byte for each run.
  private func failing(at run: Int, _ fault: String) throws -> String {
    let script = """
      #!/bin/sh
      printf x >> \(folder.file("runs"))
      [ "$(wc -c < \(folder.file("runs")))" != \(run) ] || \(fault)
      exec \(Self.openSSL) "$@"

      """
    let path = try folder.write(script, to: "openssl")
    try Files.setMode(0o755, of: path)
    return path
  }

  // MARK: Helpers

  private func contents() throws -> [[UInt8]] {
    [try Files.read(certificates.authority), try Files.read(certificates.server)]
  }

  /// A certificate of the authority, with its key, for any names.
  private func leaf(for names: String, days: Int) throws -> String {
    let file = folder.file("leaf-\(days).pem")
    let made = try openssl(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc",
        "-keyout", file + ".key", "-out", file, "-config", "/dev/null", "-subj", "/O=test", "-days",
        "\(days)", "-CA", certificates.authority, "-CAkey", certificates.authority, "-addext",
        "subjectAltName=\(names)",
      ])
    try #require(made.code == 0, "\(made.text)")
    let bytes = try Files.read(file + ".key") + Files.read(file)
    try Files.replace(file, with: bytes, durably: false)
    return file
  }

  private func replaceServer(by file: String) throws {
    try Files.replace(certificates.server, with: try Files.read(file), mode: 0o400, durably: false)
  }

  /// Certifies the authority's key again, for 300 days.
  private func endAuthoritySoon() throws {
    let request = CertificateRequest(names: names).authority
    let file = try folder.write(request, to: "request")
    let made = try openssl([
      "req", "-x509", "-new", "-key", certificates.authority, "-config", file, "-days", "300",
    ])
    try #require(made.code == 0, "\(made.text)")
    let key = String(decoding: try Files.read(certificates.authority), as: UTF8.self)
    let end = try #require(key.firstRange(of: "-----END PRIVATE KEY-----\n")).upperBound
    try Files.replace(
      certificates.authority, with: Array((key[..<end] + made.text).utf8), mode: 0o400,
      durably: false)
  }

  /// The exit code, and stdout and stderr together.
  private func openssl(_ arguments: [String]) throws -> (code: Int32, text: String) {
    let output = try Programs.run(
      "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", Self.openSSL] + arguments, input: "/dev/null",
      limit: 1 << 20, timeoutMilliseconds: 30_000)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
