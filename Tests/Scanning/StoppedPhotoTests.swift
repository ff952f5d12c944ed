// A photo on which albumscan-photo stops: only a photo that makes the program crash by itself, again and
// again, is unreadable. Source: docs/faults.md C4.

import Albums
import Glibc
import HTTP
import Host
import Store
import Support
import Testing

@testable import Photos
@testable import Scanning

@Suite struct StoppedPhotoTests {
  /// The end of the program in each attempt, and the failure after the last attempt. `isKept` says whether
  /// the scan waits and its photo is kept.
  static let courses: [(attempts: [String], failure: Failure, isKept: Bool)] = [
    (["KILL"], .photoStopped(times: 0), true),
    (["KILL", "KILL", "KILL", "KILL"], .photoStopped(times: 0), true),
    (["TERM", "KILL", "TERM"], .photoStopped(times: 0), true),
    (["SEGV", "SEGV"], .photoStopped(times: 2), true),
    (["SEGV", "SEGV", "SEGV"], .unreadable, false),
    (["ABRT", "KILL", "BUS", "KILL", "ABRT"], .unreadable, false),
    (["KILL", "refuse"], .unreadable, false),
  ]

  @Test(arguments: courses)
  func `a photo is unreadable only if the program crashes on it or refuses it`(
    attempts: [String], failure: Failure, isKept: Bool
  ) async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try Files.makeDirectories(house.configuration.photos)
    try Files.replace(
      house.configuration.photo(house.scan.text), with: Array("a photo".utf8), durably: false)
    for (place, attempt) in attempts.enumerated() {
      let later = ReviewHouse.now.advanced(byMilliseconds: Int64(place) * 600_000)
      let job =
        place == 0
        ? house.claim
        : try #require(
          try await house.database.with { (store) throws(StoreError) in
            try store.claimJob(of: [.scan], at: later)
          })
      let tools = tools(house, try program(attempt, house), at: later)
      try await JobRun(tools: tools, job: job).run()
      // As the worker does after each job of a scan.
      try await Housekeeping(tools: tools).deletePhoto(of: house.scan)
    }
    let scan = house.scan
    let stored = try await house.database.with { (store) throws(StoreError) in
      try store.scan(scan)
    }
    #expect(stored?.failure == failure)
    #expect(stored?.state == (isKept ? .waiting : .failed))
    #expect(Files.exists(house.configuration.photo(scan.text)) == isKept)
  }

  @Test(arguments: [(hours: Int64(0), isKept: true), (23, true), (24, false)])
  func `a photo waits an hour after three deaths of its worker, at most for a day`(
    hours: Int64, isKept: Bool
  ) async throws {
    let house = try ReviewHouse(PlayedModel([]))
    try Files.makeDirectories(house.configuration.photos)
    try Files.replace(
      house.configuration.photo(house.scan.text), with: Array("a photo".utf8), durably: false)
    let now = ReviewHouse.now.advanced(byMilliseconds: hours * 3_600_000)
    var job = house.claim
    for _ in 0..<3 {
      job = try #require(
        try await house.database.with { (store) throws(StoreError) in
          try store.claimJob(of: [.scan], at: now)
        })
    }
    #expect(job.attempts == 4)
    let tools = tools(house, try program("KILL", house), at: now)
    try await JobRun(tools: tools, job: job).run()
    try await Housekeeping(tools: tools).deletePhoto(of: house.scan)
    let scan = house.scan
    let (stored, early, next) = try await house.database.with { (store) throws(StoreError) in
      (
        try store.scan(scan),
        try store.claimJob(of: [.scan], at: now.advanced(byMilliseconds: 3_599_999)),
        try store.claimJob(of: [.scan], at: now.advanced(byMilliseconds: 3_600_000))
      )
    }
    #expect(stored?.failure == (isKept ? .serverStopped : .givenUp(.serverStopped)))
    #expect(stored?.state == (isKept ? .waiting : .failed))
    #expect(early == nil && next?.attempts == (isKept ? 1 : nil))
    #expect(Files.exists(house.configuration.photo(scan.text)) == isKept)
  }

  /// A program in place of albumscan-photo that ends itself by a signal, or refuses the photo.
  private func program(_ attempt: String, _ house: ReviewHouse) throws -> PhotoProgram {
    let deed = attempt == "refuse" ? "echo error: unreadable; exit 3" : "kill -\(attempt) $$"
    let path = try house.folder.write("#!/bin/sh\n\(deed)\n", to: "photo-\(attempt)")
    chmod(path, 0o755)
    return PhotoProgram(path: path)
  }

  private func tools(_ house: ReviewHouse, _ program: PhotoProgram, at now: Timestamp) -> ScanTools
  {
    let log = LogFile(path: house.folder.file("log"))
    let deaf = Transport { (_, _) throws(HTTPError) in throw .connect }
    return ScanTools(
      configuration: house.configuration, photoProgram: program, database: house.database,
      refresher: house.refresher,
      services: Services(
        configuration: house.configuration, database: house.database, photoProgram: program,
        textReader: .missing, transport: deaf, log: log, now: { now }), imports: NoImports(),
      log: log, now: { now })
  }
}
