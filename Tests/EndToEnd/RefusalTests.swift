// The CGI names the reason of each refusal, starts no process because of a refusal, and limits the
// lines in the log.

import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct RefusalTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  private func post(
    _ parts: [(name: String, value: String)], _ more: [String] = ["HTTP_ACCEPT=application/json"]
  ) throws -> CGIAnswer {
    let body = Multipart(photo: try Sample.smallPhoto("refused"), fields: parts)
    return try installation.runCGI(
      try installation.loneCGI(), installation.uploadEnvironment(body, more),
      input: try installation.bodyFile(body.bytes))
  }

  @Test func `a malformed key has its own message`() throws {
    for key in ["short", "with a space in it", String(repeating: "a", count: 65), "<script>"] {
      let json = try post([("key", key)])
      #expect(json.status == 400, "\(key)")
      #expect(json.body.contains(#""code":"badRoute","message":"The upload's key is invalid."#))
      let page = try post([("key", key)], [])
      #expect(page.status == 400 && page.body.contains("The upload&#39;s key is invalid"))
    }
    #expect(try installation.photos.isEmpty)
    #expect(try post([("key", "0123abcd-ABCD")]).status == 202)
  }

  /// Root may write everywhere, so the CGI runs as the web server's user.
  @Test func `a read-only data folder or database has its own message`() throws {
    let programs = try SharedPrograms.reachable.get()
    let installation = try Installation(programs: programs.programs, shared: programs.shared)
    try ServerUser.takeOver(installation.folder.path)
    let body = Multipart(photo: try Sample.smallPhoto("read-only"))
    let file = try installation.bodyFile(body.bytes)
    chmod(file, 0o644)
    let environment = installation.uploadEnvironment(body, ["HTTP_ACCEPT=application/json"])
    let words = (["env", "-i"] + environment + [installation.cgi, installation.controlFile])
      .map { "'\($0)'" }.joined(separator: " ")
    let places: [(String, mode_t, mode_t)] = [
      ("\(installation.data)/albums.db", 0o444, 0o640), (installation.data, 0o555, 0o750),
      ("\(installation.data)/photos", 0o555, 0o750),
    ]
    for (place, closed, open) in places {
      // After a transaction, SQLite keeps an empty journal. With this file, SQLite can write
      // without creating a file in the data folder, so the test removes the journal.
      try Files.remove("\(installation.data)/albums.db-journal")
      chmod(place, closed)
      let output = try ServerUser.run(["/bin/sh", "-c", "exec \(words) < \(file)"])
      chmod(place, open)
      let answer = CGIAnswer(output.bytes, exitCode: output.exitCode, bytesRead: 0)
      #expect(answer.status == 500, "\(place): \(answer.head)")
      #expect(answer.body.contains("The server cannot save anything"), "\(place): \(answer.body)")
    }
    #expect(try installation.photos.isEmpty)
  }

  @Test func `a script that sends a cookie without an origin is led to tokens`() throws {
    let json = try post([], ["HTTP_ACCEPT=application/json", "HTTP_COOKIE=a=b"])
    #expect(json.status == 403 && json.body.contains(#""code":"notAllowed""#), "\(json.body)")
    #expect(json.body.contains("API token") && !json.body.contains("invitation"), "\(json.body)")
    let page = try post([], ["HTTP_COOKIE=a=b"])
    #expect(page.status == 403 && page.body.contains("API token"), "\(page.body)")
  }

  @Test func `many refusals of one kind are one line in the log`() throws {
    for _ in 0..<20 {
      #expect(try post([], ["HTTP_ORIGIN=http://evil.example"]).status == 403)
    }
    #expect(try post([], ["HTTP_X_FORWARDED_FOR=10.0.0.9"]).status == 403)
    let lines = try installation.folder.text("data/log").split(separator: "\n")
      .filter { $0.contains("refused: ") }
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.hasSuffix("refused: foreignOrigin") == true, "\(lines)")
    // A minute later, the next log line contains the number of refusals since the last line.
    let file = installation.folder.file("data/refusals")
    let text = String(decoding: try Files.read(file), as: UTF8.self)
      .replacing(#/(?m)^\d+ 19 foreignOrigin$/#, with: { _ in "0 19 foreignOrigin" })
    try Files.replace(file, with: Array(text.utf8), durably: false)
    #expect(try post([], ["HTTP_ORIGIN=http://evil.example"]).status == 403)
    let log = try installation.folder.text("data/log")
    #expect(log.contains("refused: foreignOrigin (20 times since the last line)"), "\(log)")
  }

  /// The client sends two kilobytes every tenth of a second, which is fast enough for an upload.
  @Test func `a slow body of a denied client does not keep the CGI running`() throws {
    let body = Multipart(photo: [UInt8](repeating: 0, count: 20 << 20))
    let run = try CGIRun(
      [try installation.loneCGI(), installation.controlFile],
      environment: installation.uploadEnvironment(body, ["HTTP_X_FORWARDED_FOR=203.0.113.5"]),
      input: .pipe)
    var hasEnded = false
    for _ in 0..<150 where !hasEnded {
      run.send(body.bytes.prefix(2048))
      pause(milliseconds: 100)
      hasEnded = RunningProcess(run.process).map { $0.state == "Z" } ?? true
    }
    #expect(hasEnded)
    let answer = CGIAnswer(try run.answer(), exitCode: 0, bytesRead: 0)
    #expect(answer.status == 403)
  }

  /// The CGI reads a body up to the maximum length of an upload as a whole, so that the phone gets
  /// the reason. It does not read a longer body.
  @Test func `the body of a denied client is read up to the length of a photo, and no longer body`()
    throws
  {
    let longest = (32 << 20) + (64 << 10)
    let file = try installation.bodyFile([UInt8](repeating: 0, count: longest + 1))
    for (length, expected) in [(longest, longest), (longest + 1, 0)] {
      let answer = try installation.runCGI(
        try installation.loneCGI(),
        installation.environment(
          "POST", "/scans",
          [
            "CONTENT_TYPE=multipart/form-data; boundary=x", "CONTENT_LENGTH=\(length)",
            "HTTP_X_FORWARDED_FOR=203.0.113.5",
          ]), input: file)
      #expect(answer.status == 403 && answer.bytesRead == expected, "\(length)")
    }
  }

  @Test(arguments: ["missing", "spoilt"])
  func `a stranger does not see where an unusable control file is, and the error log names it`(
    what: String
  ) throws {
    let file = installation.folder.file("secret-place/\(what)")
    try Files.makeDirectories(installation.folder.file("secret-place"))
    if what == "spoilt" { try installation.folder.write("nonsense\n", to: "secret-place/spoilt") }
    let errors = installation.folder.file("errors-\(what)")
    let run = try CGIRun(
      ["/bin/sh", "-c", "exec '\(try installation.loneCGI())' '\(file)' 2>'\(errors)'"],
      environment: installation.environment("GET", "/session"), input: .file("/dev/null"))
    let answer = CGIAnswer(try run.answer(), exitCode: try run.exitCode(), bytesRead: 0)
    #expect(answer.status == 500)
    #expect(answer.body.contains("not set up") && answer.body.contains("albumscan doctor"))
    let folder = installation.folder.path
    #expect(!answer.body.contains(folder) && !answer.head.joined().contains(folder))
    #expect(try installation.folder.text("errors-\(what)").contains(file))
  }
}
