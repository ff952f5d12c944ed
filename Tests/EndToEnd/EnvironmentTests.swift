// The CGI with every environment that a web server can create, or an attacker through a web server.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct EnvironmentTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  /// Variables that may be missing. Source: docs/faults.md A13.
  static let entries = ["REQUEST_METHOD", "PATH_INFO", "CONTENT_LENGTH", "CONTENT_TYPE"]
  static let surroundings = ["REMOTE_ADDR", "HTTP_HOST"]

  @Test func `with any variables missing and descriptors closed, the CGI answers or exits cleanly`()
    throws
  {
    let program = try installation.loneCGI()
    let body = Multipart(photo: try Sample.smallPhoto("missing"))
    let file = try installation.bodyFile(body.bytes)
    let whole =
      installation.uploadEnvironment(body)
      + ["PATH=/usr/bin", "HOME=/", "TMPDIR=/tmp", "SERVER_NAME=localhost"]
    let names = Self.entries + Self.surroundings
    let folders = try self.folders()
    var runs = 0
    for subset in 0..<64 {
      let missing = names.indices.filter { subset >> $0 & 1 == 1 }.map { names[$0] }
      for set in 0..<8 {
        let closed = Set((Int32(0)...2).filter { set >> $0 & 1 == 1 })
        let environment = whole.filter { entry in !missing.contains { entry.hasPrefix("\($0)=") } }
        let answer = try installation.runCGI(program, environment, input: file, closed: closed)
        runs += 1
        let what = "without \(missing), closed \(closed.sorted())"
        #expect(answer.exitCode == 0, "\(what)")
        if closed.contains(1) {
          #expect(answer.head.isEmpty, "\(what)")
        } else {
          #expect(
            [303, 400, 403, 404, 405, 411].contains(answer.status), "\(what): \(answer.status)")
        }
      }
    }
    try installation.expectPhotosAndRowsAgree()
    #expect(try self.folders() == folders, "a file was named by accident")
    note("environment: \(runs) runs with something missing or closed")
  }

  @Test func `with an empty environment there is an answer`() throws {
    let program = try installation.loneCGI()
    let answer = try installation.runCGI(program, [])
    #expect(answer.status == 405)
    let run = try CGIRun([program], environment: [], input: .file("/dev/null"))
    let text = String(decoding: try run.answer(), as: UTF8.self)
    #expect(text.hasPrefix("Status: 500 "))
    #expect(try run.exitCode() == 0)
  }

  /// The names in the folders in which the CGI could create a file by mistake.
  private func folders() throws -> [String] {
    let places = ["", "cgi-bin", "data/keys", "data/artwork", "lone"].map(installation.folder.file)
    return try places.flatMap { place in try Files.entries(of: place).map { "\(place)/\($0)" } }
      + Files.entries(of: Files.workingDirectory)
  }

  @Test(arguments: ["HTTP_ORIGIN", "HTTP_HOST", "REMOTE_ADDR", "HTTP_X_UNDER", "HTTP_COOKIE"])
  func `a name that occurs twice with different values is refused`(name: String) throws {
    let body = Multipart(photo: try Sample.smallPhoto("twice"))
    let values = ["\(name)=\(installation.origin)", "\(name)=http://evil.example"]
    let answer = try installation.runCGI(
      try installation.loneCGI(),
      installation.uploadEnvironment(body).filter { !$0.hasPrefix("\(name)=") } + values,
      input: try installation.bodyFile(body.bytes))
    #expect(answer.status == 400)
    #expect(!answer.head.joined().contains("evil") && !answer.body.contains("evil"))
    #expect(try installation.store().queuedScans().isEmpty)
  }

  /// Variables that a client or a misconfigured server can set. Source: docs/faults.md A10, §0.4.
  static let strangers = [
    "HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY",
    "CURL_CA_BUNDLE", "CURL_HOME", "SSL_CERT_FILE", "OPENAI_API_KEY", "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "SQLITE_TMPDIR", "TMPDIR", "BASH_ENV", "MALLOC_PERTURB_", "HTTP_COOKIE", "QUERY_STRING",
  ]

  @Test(.enabled(if: geteuid() == 0, "the worker hides its memory: only root may look"))
  func `nothing of the request reaches the worker's environment`() throws {
    try installation.queue(try Sample.largePhoto("slow"))
    let body = Multipart(photo: try Sample.largePhoto("proxy"))
    let answer = try installation.runCGI(
      installation.cgi,
      installation.uploadEnvironment(body, Self.strangers.map { "\($0)=http://trap.example:9" })
        + ["HTTP_ORIGIN=\(installation.origin)", "HOME=/root", "TZ=UTC", "PATH=/evil"],
      input: try installation.bodyFile(body.bytes))
    #expect(answer.status == 303)
    let worker = try #require(installation.worker())
    worker.signal(SIGSTOP)
    defer { worker.signal(SIGCONT) }
    let environment = worker.environment ?? []
    let names = Set(environment.map { String($0.prefix { $0 != "=" }) })
    #expect(names.isSubset(of: ["PATH", "LANG", "HOME", "TZ"]) && names.contains("PATH"))
    #expect(!environment.contains { $0.contains("trap") || $0.contains("evil") })
  }

  @Test func `the worker does not inherit the limits of the CGI that started it`() throws {
    try installation.queue(try Sample.largePhoto("slow"))
    let body = Multipart(photo: try Sample.largePhoto("limits"))
    let answer = try installation.runCGI(
      installation.cgi, installation.uploadEnvironment(body),
      input: try installation.bodyFile(body.bytes))
    #expect(answer.status == 303)
    let worker = try #require(installation.worker())
    for resource in ["Max cpu time", "Max address space"] {
      let (ours, theirs) = (try limits("self", resource), try limits("\(worker.id)", resource))
      #expect(ours.count == 2)
      // The worker has the hard limits of this process, which started the CGI.
      #expect(theirs == [ours[1], ours[1]], "\(resource)")
    }
  }

  /// The soft and the hard limit, `unlimited` or a number. Source: proc(5), "/proc/[pid]/limits".
  private func limits(_ process: String, _ resource: String) throws -> [String] {
    let text = String(decoding: try Files.read("/proc/\(process)/limits"), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(resource) })
    return line.dropFirst(resource.count).split(separator: " ").prefix(2).map(String.init)
  }

  /// The percentage of the body after which the client disconnects. The value 101 means that the
  /// client sends the whole body and does not wait for the response.
  static let moments = [0, 1, 5, 20, 40, 60, 80, 99, 100, 101]

  @Test func `a scan is accepted exactly when its body was complete`() throws {
    let program = try installation.loneCGI()
    for moment in Self.moments {
      for answerGoesFirst in [false, true] {
        let body = Multipart(photo: try Sample.smallPhoto("\(moment) \(answerGoesFirst)"))
        let before = try installation.store().queuedScans().count
        var run = try CGIRun(
          [program, installation.controlFile],
          environment: installation.uploadEnvironment(body), input: .pipe)
        if answerGoesFirst || moment == 101 { run.closeOutput() }
        run.send(body.bytes.prefix(body.bytes.count * min(moment, 100) / 100))
        run.closeInput()
        #expect(try run.exitCode() == 0, "\(moment) %")
        let accepted = try installation.store().queuedScans().count - before
        #expect(accepted == (moment >= 100 ? 1 : 0), "\(moment) %")
        try installation.expectPhotosAndRowsAgree()
      }
    }
  }
}
