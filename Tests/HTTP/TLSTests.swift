// The certificates that the transport trusts (docs/faults.md E5). The tests make the certificates,
// and `openssl` serves pages with them.

import Glibc
import Host
import Support
import Testing

@testable import HTTP

/// A temporary certificate authority and its certificates.
struct Authority {
  let folder: TemporaryFolder
  var caFile: String { folder.file("ca.pem") }

  static let program = "/usr/bin/openssl"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "index.txt")
    try folder.write(
      """
      [ca]
      default_ca = own
      [own]
      database = \(folder.path)/index.txt
      new_certs_dir = \(folder.path)
      rand_serial = yes
      default_md = sha256
      unique_subject = no
      policy = any
      [any]
      commonName = supplied
      """, to: "ca.conf")
    try openssl(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=Test "
        + "-keyout ca.key -out ca.pem")
  }

  /// Writes `name`.key and `name`.pem for `host`. `from` and `to` have the form `YYYYMMDDHHMMSSZ`.
  func issue(
    _ name: String, host: String = "IP:127.0.0.1", from: String = "20200101000000Z",
    to: String = "20900101000000Z"
  ) throws {
    try folder.write("subjectAltName = \(host)\n", to: "\(name).ext")
    try openssl(
      "req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=\(name) "
        + "-keyout \(name).key -out \(name).csr")
    try openssl(
      "ca -batch -config ca.conf -cert ca.pem -keyfile ca.key -in \(name).csr -out \(name).pem "
        + "-startdate \(from) -enddate \(to) -extfile \(name).ext -notext")
  }

  private func openssl(_ arguments: String) throws {
    let command = "cd '\(folder.path)' && \(Self.program) \(arguments) 2>&1"
    let output = try Programs.run(
      "/bin/sh", ["-c", command], input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 10_000)
    if output.exitCode != 0 { throw Refused(words: String(decoding: output.bytes, as: UTF8.self)) }
  }

  struct Refused: Error { let words: String }
}

/// `openssl s_server`, which answers every request with a page about the connection.
final class TLSServer: Sendable {
  let port: UInt16
  private let pidFile: String

  init(_ authority: Authority, _ name: String, options: String = "") throws {
    port = try LoopbackServer { _ in }.port
    pidFile = authority.folder.file("\(name)-\(port).pid")
    try Programs.startDetached(
      "/bin/sh",
      [
        "-c",
        "cd '\(authority.folder.path)' && echo $$ >\(name)-\(port).pid && exec "
          + "\(Authority.program) s_server -accept 127.0.0.1:\(port) -www -quiet \(options) "
          + "-cert \(name).pem -key \(name).key",
      ])
  }

  deinit {
    if let bytes = try? Files.read(pidFile),
      let pid = pid_t(String(decoding: bytes, as: UTF8.self).filter(\.isNumber))
    {
      kill(pid, SIGTERM)
    }
  }

  /// The outcome of a request, sent again until the server listens.
  func ask(trusting caFile: String) async -> Result<Int, HTTPError> {
    let request = HTTPRequest(
      .get, "https://127.0.0.1:\(port)/", limits: .test(),
      destination: .configured(host: "127.0.0.1", port: port))
    let transport = live(caFile: caFile)
    for _ in 0..<100 {
      do {
        return .success(try await transport.send(request, nil).status)
      } catch {
        if error != .connect { return .failure(error) }
        pause(milliseconds: 30)
      }
    }
    return .failure(.connect)
  }
}

@Suite(.enabled(if: Files.exists(Authority.program), "needs openssl"))
struct TLSTests {
  @Test func `a valid certificate is accepted`() async throws {
    let authority = try Authority()
    try authority.issue("good")
    let server = try TLSServer(authority, "good")
    #expect(await server.ask(trusting: authority.caFile) == .success(200))
  }

  @Test func `a certificate of an unknown authority is refused, also on this machine`()
    async throws
  {
    let authority = try Authority()
    let server = try TLSServer(authority, "ca")
    let other = try Authority()
    expectRefusal(await server.ask(trusting: other.caFile), saying: "self")
    let debian = Transport.caFile { _ in nil }
    expectRefusal(await server.ask(trusting: debian), saying: "self")
  }

  @Test(arguments: [
    ("expired", "IP:127.0.0.1", "20200101000000Z", "20210101000000Z", "clock right?"),
    ("early", "IP:127.0.0.1", "20890101000000Z", "20900101000000Z", "clock right?"),
    ("elsewhere", "DNS:archive.org", "20200101000000Z", "20900101000000Z", "127.0.0.1"),
  ])
  func `a certificate of another time or host is refused with the reason`(
    name: String, host: String, from: String, to: String, reason: String
  ) async throws {
    let authority = try Authority()
    try authority.issue(name, host: host, from: from, to: to)
    let server = try TLSServer(authority, name)
    expectRefusal(await server.ask(trusting: authority.caFile), saying: reason)
  }

  @Test func `TLS 1.1 is not spoken`() async throws {
    let authority = try Authority()
    try authority.issue("old")
    let server = try TLSServer(authority, "old", options: "-tls1_1 -cipher ALL:@SECLEVEL=0")
    expectRefusal(await server.ask(trusting: authority.caFile), saying: "")
  }

  @Test func `without a bundle no certificate is trusted`() async throws {
    let authority = try Authority()
    try authority.issue("good")
    let server = try TLSServer(authority, "good")
    expectRefusal(await server.ask(trusting: "/nowhere/ca.pem"), saying: "/nowhere/ca.pem")
  }

  @Test func `a broken-off handshake is no request, and the next one may succeed`()
    async throws
  {
    let server = try LoopbackServer { _ in }
    let request = HTTPRequest(
      .get, "https://127.0.0.1:\(server.port)/", limits: .test(), destination: server.destination)
    #expect(await live().failure(of: request) == .connect)
  }

  @Test func `the bundle is Debian's or the one the environment names`() {
    #expect(Transport.caFile { _ in nil } == "/etc/ssl/certs/ca-certificates.crt")
    #expect(Transport.caFile { _ in "" } == "/etc/ssl/certs/ca-certificates.crt")
    #expect(Transport.caFile { $0 == "SSL_CERT_FILE" ? "/own.pem" : nil } == "/own.pem")
  }

  private func expectRefusal(_ result: Result<Int, HTTPError>, saying words: String) {
    guard case .failure(.tls(let reason)) = result else {
      Issue.record("not refused: \(result)")
      return
    }
    #expect(reason.contains(words))
    note("refused: \(reason)")
  }
}
