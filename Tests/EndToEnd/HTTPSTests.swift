// `albumscan serve --https`, tested with curl and openssl, which trust the certificate from its
// certificate page.

import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct HTTPSTests {
  private let installation: Installation
  private let certificatePort = freePort()

  init() throws { installation = try Installation(scheme: "https") }

  private var options: [String] { ["--https", "--certificate-port", "\(certificatePort)"] }

  // MARK: The site

  @Test func `an upload over HTTPS becomes a find, and only from the site's own pages`() throws {
    try installation.copySample()
    let server = try WebServer(installation, options: options)
    let page = try installation.curl(["-i"], "/")
    #expect(page.status == 200 && page.body.lowercased().contains("x-frame-options: deny"))
    #expect(!page.body.lowercased().contains("strict-transport-security"))
    for origin in ["http://127.0.0.1:\(installation.port)", "https://evil.example", "null"] {
      #expect(try installation.post(Sample.photo, ["-H", "Origin: \(origin)"]).status == 403)
    }
    #expect(try installation.photos.isEmpty)
    let sent = try installation.post(Sample.photo, ["-H", "Origin: \(installation.origin)"])
    #expect(sent.status == 303 && sent.location.hasPrefix("\(installation.origin)/scan/"))
    #expect(try eventually { try installation.store().countFinds() == 1 })
    withExtendedLifetime(server) {}
  }

  /// lighttpd gives the CGI the whole body of a request, so a refusal of the CGI arrives over HTTP/2.
  @Test func `over HTTP/2, refusals of uploads arrive, and files are compressed`() throws {
    let server = try WebServer(installation, options: options)
    let large = try installation.folder.write(String(repeating: "no photo", count: 50_000), to: "p")
    for version in ["2", "1.1"] {
      let option = "--http\(version)"
      let page = try installation.curl([option, "-i", "-H", "Accept-Encoding: gzip"], "/")
      #expect(page.body.hasPrefix("HTTP/\(version) 200"))
      #expect(page.body.lowercased().contains("content-encoding: gzip"))
      #expect(try installation.post(large, [option]).status == 415)
      let foreign = [option, "-H", "Origin: https://evil.example"]
      #expect(try installation.post(large, foreign).status == 403)
    }
    withExtendedLifetime(server) {}
  }

  @Test func `TLS begins at version 1.2`() throws {
    let server = try WebServer(installation, options: options)
    for (version, isAccepted) in [("-tls1_1", false), ("-tls1_2", true), ("-tls1_3", true)] {
      let answer = try run(
        "/usr/bin/openssl",
        [
          "s_client", "-connect", "127.0.0.1:\(installation.port)", version, "-cipher",
          "DEFAULT@SECLEVEL=0", "-CAfile", installation.certificate, "-verify_ip", "127.0.0.1",
          "-verify_return_error",
        ])
      #expect((answer.code == 0) == isAccepted, "\(answer.text)")
      #expect(answer.text.contains("-----BEGIN CERTIFICATE") == isAccepted, "\(answer.text)")
    }
    withExtendedLifetime(server) {}
  }

  @Test func `without options the server listens at base-url, also at an IPv6 address`() throws {
    try installation.edit { $0.replacing("127.0.0.1", with: "[::1]") + "\nhttps: on\n" + setting }
    let server = try WebServer(installation, options: [])
    let address = "https://[::1]:\(installation.port)/"
    #expect(installation.served.contains("Ready: \(address)"))
    #expect(try fetch(address, ["--cacert", installation.certificate]).status == 200)
    #expect(try fetch("http://[::1]:\(certificatePort)/", []).status == 200)
    withExtendedLifetime(server) {}
  }

  // MARK: The certificate page

  @Test func `the second port sends the certificate and its page, and nothing of the site`() throws
  {
    let server = try WebServer(installation, options: options)
    let page = try second("/")
    #expect(page.status == 200 && !page.body.contains("<script"))
    let certificate = try second("/albumscan.crt", ["-i"])
    #expect(certificate.body.contains("Content-Type: application/x-x509-ca-cert\r\n"))
    #expect(certificate.body.contains("-----BEGIN CERTIFICATE-----"))
    #expect(!certificate.body.contains("PRIVATE"))
    let digits =
      try run(
        "/usr/bin/openssl",
        ["x509", "-in", installation.certificate, "-noout", "-fingerprint", "-sha256"]
      ).text.split(separator: "=").last?.filter { $0.isHexDigit } ?? ""
    let shown = page.body.matches(of: #/<code>([0-9A-F ]+)</code>/#)
      .map { $0.output.1.filter { $0 != " " } }.joined()
    #expect(digits.count == 64 && shown == digits, "\(page.body)")
    #expect(installation.served.filter { $0 != " " }.contains(digits), "\(installation.served)")
    withExtendedLifetime(server) {}
  }

  /// Paths of the site, of the CGI and of the data folder, as a stranger tries them.
  private static let paths = [
    "/history/", "/index.html", "/cgi-bin/albumscan/session", "/cgi-bin/albumscan", "/404.html",
    "/../tls/authority.pem", "/..%2ftls%2fserver.pem", "/%2e%2e/lighttpd.conf", "//evil.example/",
    "/albumscan.crt/", "/style.css.map", "/feed.json?a=b", "/public.txt", "/.", "/./index.html",
  ]

  @Test func `the second port redirects everything else to base-url`() throws {
    let server = try WebServer(installation, options: options)
    for path in Self.paths {
      let answer = try second(path, ["--path-as-is", "-H", "Host: evil.example"])
      if answer.status == 302 {
        #expect(answer.location.hasPrefix("\(installation.origin)/"), "\(path): \(answer)")
      } else {
        let isPage = path == "/." && answer.status == 200
        #expect(isPage || [400, 404].contains(answer.status), "\(path): \(answer)")
      }
      #expect(!answer.body.contains("KEY") && !answer.body.contains("ssl.pemfile"), "\(path)")
      let sent = try second(path, ["--path-as-is", "-d", "a=b"])
      #expect(sent.status == 403 || sent.status == 400, "\(path): \(sent)")
    }
    withExtendedLifetime(server) {}
  }

  // MARK: Certificates

  @Test func `a changed address is told, and its certificate needs the new authority`() throws {
    var server = try WebServer(installation, options: options)
    #expect(installation.served.contains("Each phone must trust it once"), "\(installation.served)")
    server.stop()
    let old = try installation.folder.write(
      String(decoding: try Files.read(installation.certificate), as: UTF8.self), to: "old.crt")
    server = try WebServer(installation, options: options)
    #expect(!installation.served.contains("trust"), "\(installation.served)")
    server.stop()
    try installation.edit { $0.replacing("127.0.0.1", with: "127.0.0.2") }
    server = try WebServer(installation, options: options)
    #expect(
      installation.served.contains("Made a NEW certificate authority for 127.0.0.2"),
      "\(installation.served)")
    let address = "https://127.0.0.2:\(installation.port)/"
    #expect(try fetch(address, ["--cacert", old]).exit == 60)
    #expect(try fetch(address, ["--cacert", installation.certificate]).status == 200)
  }

  @Test func `curl refuses a certificate of the authority for another name`() throws {
    let server = try WebServer(installation, options: options)
    server.stop()
    // A certificate for 127.0.0.2, an address that the authority may not certify.
    let pem = "\(installation.data)/tls/authority.pem"
    let leaf = installation.folder.file("leaf.pem")
    let made = try run(
      "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-keyout",
        "\(leaf).key", "-out", leaf, "-config", "/dev/null", "-subj", "/O=test", "-days", "300",
        "-CA", pem, "-CAkey", pem, "-addext", "subjectAltName=IP:127.0.0.2,DNS:evil.example",
      ])
    #expect(made.code == 0, "\(made.text)")
    let lighttpd = "\(installation.data)/lighttpd.conf"
    let configuration = String(decoding: try Files.read(lighttpd), as: UTF8.self)
    try Files.replace(
      lighttpd,
      with: Array(
        configuration.replacing("server.systemd-socket-activation = \"enable\"", with: "")
          .replacing("\(installation.data)/tls/server.pem", with: "\(leaf).both")
          .replacing("server.bind = \"127.0.0.1\"", with: "server.bind = \"127.0.0.2\"").utf8),
      durably: false)
    try Files.replace(
      "\(leaf).both", with: try Files.read("\(leaf).key") + Files.read(leaf), durably: false)
    let thief = try Thief(lighttpd, installation.folder.file("thief.pid"))
    let address = "https://127.0.0.2:\(installation.port)/"
    let answer = try retried { try fetch(address, ["--cacert", installation.certificate]) }
    #expect(answer.exit == 60, "\(answer)")
    withExtendedLifetime(thief) {}
  }

  @Test(arguments: [
    "authority:before", "authority:after", "certificate:before", "certificate:after",
  ])
  func `a start that is killed while it makes certificates leaves a state for the next start`(
    point: String
  ) throws {
    var server = try WebServer(installation, options: options)
    server.stop()
    try installation.edit { $0.replacing("127.0.0.1", with: "127.0.0.3") }
    #expect(try installation.albumscan(["serve"] + options, kill: point).exitCode == 137)
    let files = try Files.entries(of: "\(installation.data)/tls")
    #expect(files.allSatisfy { Files.mode(of: "\(installation.data)/tls/\($0)") == 0o400 })
    server = try WebServer(installation, options: options)
    #expect(
      installation.served.contains("NEW certificate authority") == (point != "certificate:after"))
    let address = "https://127.0.0.3:\(installation.port)/"
    #expect(try fetch(address, ["--cacert", installation.certificate]).status == 200)
    #expect(
      try Files.entries(of: "\(installation.data)/tls") == ["authority.pem", "server.pem"])
  }

  @Test func `no file of a key is created with a mode that others may read`() throws {
    let trace = installation.folder.file("trace")
    let words = try Strace.words(
      ["-f", "-e", "trace=open,openat,creat,chmod,fchmod,fchmodat,rename"], trace: trace)
    // The program is killed before it starts lighttpd.
    _ = try run(
      "/usr/bin/env",
      ["ALBUMSCAN_KILL=certificate:after"] + words
        + [
          "\(installation.programs)/albumscan", "--config", installation.controlFile, "serve",
        ] + options)
    let calls = String(decoding: try Files.read(trace), as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("\(installation.data)/tls/") && !$0.contains("ENOENT") }
    let created = calls.filter { $0.contains("O_CREAT") }
    #expect(created.count >= 4)
    // strace divides a call that another thread interrupts: `0600 <unfinished ...>`.
    #expect(created.allSatisfy { $0.contains(#/, 0[46]00(\)| <unfinished)/#) }, "\(created)")
    #expect(!calls.contains { $0.contains("chmod") }, "\(calls)")
  }

  // MARK: Wrong settings

  @Test func `HTTPS needs an https base-url and two ports`() throws {
    let same = try installation.told([
      "serve", "--https", "--certificate-port", "\(installation.port)",
    ])
    #expect(same.code == 2 && same.text.contains("different ports"), "\(same)")
    try installation.edit { $0.replacing("https://", with: "http://") }
    let plain = try installation.told(["serve"] + options)
    #expect(plain.code == 2 && plain.text.contains("begins with https://"), "\(plain)")
  }

  @Test func `a port that is in use ends the start before "Ready"`() throws {
    let first = try WebServer(installation, options: options)
    let told = try installation.told(
      ["serve", "--https", "--port", "\(freePort())", "--certificate-port", "\(certificatePort)"])
    #expect(told.code == 2 && told.text.contains("cannot listen on"), "\(told)")
    #expect(!told.text.contains("Ready"))
    withExtendedLifetime(first) {}
  }

  @Test func `insecure-lan with HTTPS has no effect, and the start and the doctor say so`() throws {
    try installation.edit { $0 + "\ninsecure-lan: on\nhttps: on\n" + setting }
    let server = try WebServer(installation, options: [])
    #expect(installation.served.contains("insecure-lan: on has no effect"))
    #expect(try installation.told(["doctor", "--offline"]).text.contains("it has no effect"))
    withExtendedLifetime(server) {}
  }

  @Test func `make run passes HTTPS on to base-url and to serve`() throws {
    let told = try run(
      "/usr/bin/make", ["-n", "-C", Checkout.root, "run", "HOST=192.168.1.20", "HTTPS=on"])
    #expect(told.text.contains("base-url: https://192.168.1.20:8017|"), "\(told)")
    #expect(
      told.text.contains("serve --host '192.168.1.20' --port '8017' --https"), "\(told)")
  }

  // MARK: The terminal

  @Test func `a terminal gets a QR code of the certificate page, a journal only its address`()
    throws
  {
    let address = "http://127.0.0.1:\(certificatePort)/"
    let code = try run("/usr/bin/qrencode", ["-t", "ANSIUTF8", "-m", "2", "-o", "-", address]).text
    let firstLine = try #require(code.split(separator: "\n").dropFirst().first)
    let server = try WebServer(installation, options: options)
    let lines = installation.served.split(separator: "\n")
    #expect(lines.suffix(2) == ["Certificate page: \(address)", "Ready: \(installation.origin)/"])
    #expect(!installation.served.contains("█"))
    server.stop()
    let output = installation.folder.file("typescript")
    let command =
      "exec \(installation.programs)/albumscan --config \(installation.controlFile) serve "
      + options.joined(separator: " ")
    try Programs.startDetached("/usr/bin/script", ["-qefc", command, output])
    #expect(eventually { text(output).contains("Ready:") }, "\(text(output))")
    #expect(text(output).contains(firstLine), "\(text(output))")
    RunningProcess.all().filter { $0.arguments.contains("\(installation.data)/lighttpd.conf") }
      .forEach { $0.signal(SIGTERM) }
  }

  // MARK: Helpers

  private var setting: String { "certificate-port: \(certificatePort)\n" }

  private func text(_ path: String) -> String {
    String(decoding: (try? Files.read(path)) ?? [], as: UTF8.self)
  }

  /// A request to the port of the certificate page.
  private func second(_ path: String, _ options: [String] = []) throws -> CurlAnswer {
    try fetch("http://127.0.0.1:\(certificatePort)\(path)", options).answer
  }

  private func fetch(
    _ address: String, _ options: [String]
  ) throws -> (exit: Int32, status: Int, answer: CurlAnswer) {
    let output = try run(
      "/usr/bin/curl",
      ["-s", "-g", "--max-time", "20", "-w", "\n%{http_code} %{redirect_url}"] + options
        + [address])
    let body = output.text.split(separator: "\n", omittingEmptySubsequences: false)
    let last = (body.last ?? "").split(separator: " ", maxSplits: 1)
    let answer = CurlAnswer(
      status: Int(last.first ?? "") ?? 0, location: last.count > 1 ? String(last[1]) : "",
      body: body.dropLast().joined(separator: "\n"), seconds: 0)
    return (output.code, answer.status, answer)
  }

  /// Repeats a request until the server listens; curl's code 7 means "failed to connect".
  private func retried(
    _ request: () throws -> (exit: Int32, status: Int, answer: CurlAnswer)
  ) throws -> (exit: Int32, status: Int, answer: CurlAnswer) {
    var answer = try request()
    _ = try eventually {
      answer = try request()
      return answer.exit != 7
    }
    return answer
  }

  private func run(_ path: String, _ arguments: [String]) throws -> (code: Int32, text: String) {
    let output = try Programs.run(
      "/bin/sh", ["-c", "exec \"$@\" 2>&1", "sh", path] + arguments, input: "/dev/null",
      limit: 4 << 20, timeoutMilliseconds: 60_000)
    return (output.exitCode, String(decoding: output.bytes, as: UTF8.self))
  }
}

/// A lighttpd with another certificate. It runs until the value is destroyed.
private final class Thief: Sendable {
  private let process: Int32

  init(_ configuration: String, _ pidFile: String) throws {
    try Programs.startDetached(
      "/bin/sh", ["-c", "echo $$ > \(pidFile); exec /usr/sbin/lighttpd -D -f \(configuration)"])
    _ = eventually { Files.exists(pidFile) && Files.modificationMilliseconds(of: pidFile) != nil }
    var number: Int32?
    _ = eventually {
      number = Int32(
        String(decoding: (try? Files.read(pidFile)) ?? [], as: UTF8.self).filter(\.isNumber))
      return number != nil
    }
    process = number ?? 0
  }

  deinit { if process > 1 { sendSignal(SIGKILL, to: process) } }
}
