// Trouble of a server that its host meets in years: a damaged database, a client that sends almost nothing, a worker
// that the system stops, and programs that an upgrade replaces. Source: docs/faults.md A5, F8, G7, J7.

import Albums
import Glibc
import Host
import Services
import Store
import Support
import Testing

@Suite struct ServerTroubleTests {
  @Test func `a damaged database is reported, and the pages stay`() throws {
    let installation = try Installation()
    try installation.copySampleFind()
    let find = try #require(try installation.store().newestFinds(1).first)
    let page = "\(installation.site)/album/\(find.id)/index.html"
    let before = try Files.read(page)
    let database = "\(installation.data)/albums.db"
    var bytes = try Files.read(database)
    // The header stays whole, so that the file still counts as a database.
    for place in stride(from: 8192, to: bytes.count, by: 512) {
      for offset in 0..<64 { bytes[place + offset] = 0xA5 }
    }
    try Files.replace(database, with: bytes, durably: false)
    for command in [["check"], ["check", "--repair"], ["work"], ["refresh"]] {
      let told = try installation.told(command)
      #expect(told.code != 0 && told.code < 126, "\(command): \(told.code) \(told.text)")
      #expect(!told.text.contains("Fatal error"), "\(command): \(told.text)")
    }
    #expect(try installation.told(["doctor", "--offline"]).text.contains("restore a backup"))
    #expect(try Files.read(page) == before)
    #expect(try Files.read(database) == bytes, "a damaged database is evidence, and stays as it is")
  }

  @Test func `a body without enough bytes in a second is not read to its end`() throws {
    let installation = try Installation()
    let body = Multipart(photo: try Sample.smallPhoto("slow"))
    var run = try CGIRun(
      [try installation.loneCGI(), installation.controlFile],
      environment: installation.uploadEnvironment(body, ["HTTP_ACCEPT=application/json"]),
      input: .pipe)
    // The client sends a byte every half second for 30 s, so it is never silent for the 10 s after which the program
    // gives up in any case.
    for byte in body.bytes.prefix(60) {
      run.send([byte])
      usleep(500_000)
    }
    // A program that still reads now would answer 10 s after the last byte.
    let answer = CGIAnswer(
      try run.answer(within: 5_000), exitCode: try run.exitCode(), bytesRead: 0)
    run.closeInput()
    #expect(answer.status == 400, "\(answer.head)")
    #expect(try installation.photos.isEmpty)
  }

  @Test func `a worker that the system stops leaves its scan to the next one`() throws {
    let realm = try Realm()
    realm.model.order(.timeout, .next(1), of: .identify)
    let scan = try realm.accept(Awkward.backInBlack)
    let installation = realm.installation
    try startWorker(of: installation)
    #expect(eventually { !realm.model.log.requests(of: .identify).isEmpty })
    installation.workers.forEach { $0.signal(SIGTERM) }
    #expect(eventually { installation.workers.isEmpty })
    let told = try installation.told(["work"])
    #expect(told.code == 0, "\(told.text)")
    #expect(try installation.store().scan(scan)?.state == .complete)
    #expect(try installation.store().countFinds() == 1)
  }

  @Test func `the next attempt of a waiting worker uses the programs of an upgrade`() throws {
    let folder = try TemporaryFolder()
    let programs = folder.file(".build/programs")
    try Files.makeDirectories(programs)
    for name in ["albumscan", "albumscan-cgi", "albumscan-photo"] {
      try copyProgram(name, to: "\(programs)/\(name)")
    }
    let realm = try Realm(programs: programs)
    let installation = realm.installation
    realm.model.order(.serverError, .always, of: .identify)
    let scan = try realm.accept(Awkward.backInBlack)
    try startWorker(of: installation)
    #expect(try eventually { try installation.store().scan(scan)?.state == .waiting })
    // The worker has ended its work, and waits for the next attempt.
    #expect(
      eventually {
        Lock.isHeld("\(installation.data)/timer.lock")
          && !Lock.isHeld("\(installation.data)/worker.lock")
      })
    // A package manager writes the new file beside the old one, and renames it.
    try Files.replace(
      "\(programs)/albumscan",
      with: Array(
        """
        #!/bin/sh
        echo "$@" >> \(folder.path)/new-runs
        exec \(Checkout.debugPrograms)/albumscan "$@"
        """.utf8), mode: 0o755, durably: false)
    let worker = try #require(installation.workers.first)
    #expect(linkTarget("/proc/\(worker.id)/exe")?.hasSuffix("(deleted)") == true)
    #expect(!Files.exists(folder.file("new-runs")))
    realm.model.clearOrders()
    #expect(
      try installation.store().retry(scan, at: Timestamp(milliseconds: Clock.wallMilliseconds())))
    #expect(try eventually { try installation.store().scan(scan)?.state == .complete })
    #expect(eventually { installation.workers.isEmpty })
    #expect(try installation.store().countFinds() == 1)
    #expect(try folder.text("new-runs").hasSuffix(" work\n"))
  }

  private func startWorker(of installation: Installation) throws {
    try Programs.startDetached(
      "\(installation.programs)/albumscan", ["--config", installation.controlFile, "work"])
  }

  private func copyProgram(_ name: String, to path: String) throws {
    let output = try Programs.run(
      "/bin/cp", ["\(Checkout.debugPrograms)/\(name)", path], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 60_000)
    guard output.exitCode == 0 else { throw InstallationError.failed("cp") }
  }
}
