// A web server ends a CGI with SIGTERM after its answer, or when the client disconnects
// (docs/faults.md §0.2). The CGI must leave no incomplete work.

import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct ImpatientServerTests {
  let installation: Installation

  init() throws { installation = try Installation() }

  @Test func `a scan gets its worker although the server ends the CGI after its response`() throws {
    for number in 0..<20 {
      let body = Multipart(photo: try Sample.smallPhoto("\(number)"))
      let file = try installation.bodyFile(body.bytes)
      let run = try CGIRun(
        ["\(installation.programs)/albumscan-cgi", installation.controlFile],
        environment: installation.uploadEnvironment(body), input: .file(file))
      _ = try run.answer()
      kill(run.process, SIGTERM)
      #expect(try run.exitCode() == 0, "run \(number)")
      let store = try installation.store()
      #expect(
        try eventually { try store.queuedScans().isEmpty && installation.workers.isEmpty },
        "run \(number): no worker came")
    }
  }

  @Test func `a broken-off upload is removed although the server ends the CGI`() throws {
    let body = Multipart(photo: try Sample.smallPhoto("cut"))
    var run = try CGIRun(
      ["\(installation.programs)/albumscan-cgi", installation.controlFile],
      environment: installation.uploadEnvironment(body), input: .pipe)
    run.send(body.bytes.prefix(30_000))
    #expect(try eventually { try !installation.photos.isEmpty })
    kill(run.process, SIGTERM)
    run.closeInput()
    #expect(try run.exitCode() == 0)
    #expect(try installation.photos == [])
    #expect(try installation.store().queuedScans().isEmpty)
  }
}
