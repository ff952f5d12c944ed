// A loss of power at each sync of a command: the database opens, and nothing that was acknowledged is missing.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct PowerLossTests {
  @Test func `a photo that the server has accepted is there after a loss of power`() throws {
    let installation = try Installation()
    let program = try installation.loneCGI()
    let body = Multipart(photo: try Sample.smallPhoto("power"))
    let file = try installation.bodyFile(body.bytes)
    let (list, record) = (try TemporaryFolder(), try TemporaryFolder())
    let course = try KillCourse(installation, [])
    let answer = try installation.runCGI(
      program,
      installation.uploadEnvironment(
        body,
        SystemCalls.numbering(of: installation)
          + SystemCalls.listing(in: list, recording: record.path)),
      input: file)
    #expect(answer.status == 303, "\(answer.status)")
    try examine(course, "upload", try SystemCalls.listed(in: list), record) { installation in
      try installation.store().queuedScans().count == 1
        && installation.photos.contains { $0.hasSuffix(".jpg") }
    }
  }

  @Test func `an edit, a deletion and a new person are there after a loss of power`() throws {
    let installation = try Installation()
    try installation.copySampleFind()
    let find = try #require(try installation.store().newestFinds(1).first).id
    try expectAcknowledged(installation, ["edit", find.text, "--status", "want"]) {
      try $0.store().details(of: find)?.status == .want
    }
    try expectAcknowledged(installation, ["delete", find.text]) { try $0.store().countFinds() == 0 }
    try expectAcknowledged(installation, ["person", "add", "Anna"]) {
      try $0.store().people().count == 1
    }
  }

  @Test func `an import of a collection is there after a loss of power`() throws {
    let installation = try Installation(settings: "musicbrainz-url: http://127.0.0.1:9")
    let file = try installation.folder.write(
      "Artist,Title,Released,release_id,Notes\r\n"
        + (1...4).map { "Artist \($0),Title \($0),1970,\($0),\r\n" }.joined(), to: "list.csv")
    try expectAcknowledged(installation, ["import", file]) { try $0.store().countFinds() == 4 }
  }

  /// Examines the images of the data folder. Pages are left out: the next worker writes them again.
  private func expectAcknowledged(
    _ installation: Installation, _ command: [String], _ isThere: (Installation) throws -> Bool
  ) throws {
    let course = try KillCourse(installation, command)
    let record = try TemporaryFolder()
    let calls = try SystemCalls(course).calls(recording: record.path)
    try examine(course, command[0], calls, record, isThere)
  }

  private func examine(
    _ course: KillCourse, _ what: String, _ all: [SystemCall], _ record: TemporaryFolder,
    _ isThere: (Installation) throws -> Bool
  ) throws {
    let installation = course.installation
    let calls = all.filter {
      $0.path.hasPrefix("\(installation.data)/") || $0.path == installation.data
    }
    try course.reset()
    var loss = PowerLoss(
      original: { path in
        guard Files.isRegular(path) else { return nil }
        do { return try Files.read(path) } catch { return nil }
      }, bytes: { try Files.read(record.file("\($0)")) })
    try loss.replay(calls)
    let images = loss.images
    let last = images.filter(\.isAcknowledged)
    let others = sampled(
      images.filter { !$0.isAcknowledged }, 6, of: "images of \(what)", name: \.description)
    for image in last + others {
      try course.reset()
      try write(image)
      let mark = "\(what): \(image)"
      let store = try installation.store()
      #expect(try store.damage() == nil, "\(mark)")
      _ = consume store
      let isKept = try isThere(installation)
      if image.isAcknowledged { #expect(isKept, "\(mark): the change is missing") }
    }
    note(
      "\(what): \(last.count + others.count) of \(images.count) images at \(calls.count) calls"
    )
  }

  private func write(_ image: DiskImage) throws {
    for (path, bytes) in image.files {
      if let bytes {
        try Files.makeDirectories(Files.parent(of: path))
        try Files.replace(path, with: bytes, durably: false)
      } else {
        try Files.remove(path)
      }
    }
  }
}
