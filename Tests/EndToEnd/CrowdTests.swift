// Twenty uploads at the same time. Only one worker runs at a time, and each photo is scanned once.

import Albums
import Glibc
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct CrowdTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    try installation.copySample()
    server = try WebServer(installation)
  }

  /// Uploads all files at the same time, and repeats an upload after a 503. Returns the addresses
  /// of the answers.
  ///
  /// The CGI answers 503 if more than 16 uploads run (AcceptRoute). A phone repeats the upload in
  /// the same way.
  private func upload(_ files: [String], _ form: String = "") throws -> [String] {
    let uploads = files.map { file in
      """
      (while :; do
        a=$(curl -s -o /dev/null -w '%{http_code} %{redirect_url}' --max-time 60 \(form) \
          -F photo=@\(file) \(installation.origin)/cgi-bin/albumscan/scans)
        case "$a" in 503*) echo busy; sleep 0.2;; *) echo "$a"; break;; esac
      done) &
      """
    }
    let script = try installation.folder.write(
      uploads.joined(separator: "\n") + "\nwait\n", to: "uploads.sh")
    let output = try Programs.run(
      "/bin/sh", [script], input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 180_000)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `twenty uploads at once are twenty finds, by one worker at a time`() async throws {
    let house = installation
    let files = try (0..<20).map { number in
      let file = house.folder.file("crowd-\(number).jpg")
      try Files.replace(file, with: try Sample.smallPhoto("\(number)"), durably: false)
      return file
    }
    // A second thread counts the workers, because the uploads block this thread.
    let watch = Task.detached { Self.watchWorkers(of: house) }
    let answers = try upload(files)
    let pages = Set(answers.filter { $0.hasPrefix("303 ") })
    #expect(pages.count == 20, "\(answers)")
    let store = try installation.store()
    let isOver = try eventually(within: 120_000) {
      try store.queuedScans().isEmpty && !store.hasStalePages() && installation.photos.isEmpty
    }
    #expect(isOver)
    try installation.folder.write("", to: "watched")
    let seen = await watch.value
    let scans = try store.scans(since: Timestamp(milliseconds: 0))
    #expect(scans.count == 20)
    #expect(scans.allSatisfy { $0.state == .complete }, "\(scans.map(\.state))")
    #expect(try store.countFinds() == 20)
    #expect(seen.mostAtWork == 1, "\(seen.mostAtWork) workers were at work at once")
    let busy = answers.count { $0 == "busy" }
    note(
      "crowd: 20 uploads, \(busy) told to come back; in \(seen.samples) looks at most "
        + "\(seen.mostAtWork) worker at work, \(seen.mostProcesses) started")
    expectNoZombies()
    #expect(try installation.albumscan(["check"]).exitCode == 0)
  }

  private struct Sighting {
    var samples = 0

    /// The highest number of workers that scan a photo. Such a worker has a decoder as a child.
    var mostAtWork = 0

    /// The highest number of worker processes. A worker ends at once if another worker runs.
    var mostProcesses = 0
  }

  /// Checks every 20 ms until the file `watched` appears.
  private static func watchWorkers(of installation: Installation) -> Sighting {
    var sighting = Sighting()
    while !Files.exists(installation.folder.file("watched")) {
      let workers = Set(installation.workers.map(\.id))
      let decoders = RunningProcess.all().filter {
        $0.name == "albumscan-photo" && workers.contains($0.parent)
      }
      sighting.samples += 1
      sighting.mostProcesses = max(sighting.mostProcesses, workers.count)
      sighting.mostAtWork = max(sighting.mostAtWork, Set(decoders.map(\.parent)).count)
      usleep(20_000)
    }
    return sighting
  }

  /// Checks that every ended process is collected by its parent.
  private func expectNoZombies() {
    let early = zombies()
    guard !early.isEmpty else { return }
    func late() -> [RunningProcess] {
      zombies().filter { process in early.contains { $0.id == process.id } }
    }
    #expect(eventually { late().isEmpty }, "\(late())")
  }

  /// The ended processes of this server that no parent has collected: CGIs, and workers that the
  /// first process has adopted.
  private func zombies() -> [RunningProcess] {
    RunningProcess.all().filter {
      $0.state == "Z" && $0.name.hasPrefix("albumscan") && $0.startTicks >= server.startTicks
        && [1, server.process].contains($0.parent)
    }
  }

  @Test func `the same upload five times at once with one key is one scan`() throws {
    let file = installation.folder.file("same.jpg")
    try Files.replace(file, with: try Sample.smallPhoto("same"), durably: false)
    let answers = try upload(
      Array(repeating: file, count: 5), "-F key=0b5a7c1e-aaaa-bbbb-cccc-000000000005")
    #expect(Set(answers.filter { $0 != "busy" }).count == 1, "\(answers)")
    #expect(answers.count { $0.hasPrefix("303 ") } == 5)
    let store = try installation.store()
    #expect(try eventually { try store.queuedScans().isEmpty && installation.photos.isEmpty })
    #expect(try store.scans(since: Timestamp(milliseconds: 0)).count == 1)
    #expect(try store.countFinds() == 1)
  }
}
