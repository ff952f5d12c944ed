// After any sequence of new and removed finds, the site equals a clean build byte for byte, and
// every link leads to a file.

import Albums
import Glibc
import Host
import Support
import Testing

@testable import Site

@Suite struct RefreshLawTests {
  /// `SEED=…` runs one sequence again.
  static let seeds: [UInt64] =
    getenv("SEED").flatMap { UInt64(String(cString: $0)) }.map { [$0] }
    ?? sampled([1, 2026], 1, of: "fixed seeds", name: \.description)
    + (0..<(Environment.isTorture ? 20 : 1)).map { _ in UInt64.random(in: 0...UInt64.max) }

  @Test(arguments: seeds)
  func `any sequence of changes leaves what a build makes`(seed: UInt64) throws {
    note("seed \(seed)")
    var changes = Changes(seed: seed)
    let sample = try SampleSite()
    for number in 1...3 { try sample.keep(try Sample.artwork(number)) }
    try sample.site.build(changes.log.contents)
    for step in 1...40 {
      let written = try changes.next(on: sample.site)
      try changes.refreshSummaries(on: sample.site)
      #expect(written.count <= 15, "seed \(seed), step \(step) wrote \(written)")
      let files = try sample.files()
      #expect(brokenLinks(in: files) == [], "seed \(seed), step \(step)")
      guard step % 4 == 0 else { continue }
      let clean = try cleanBuild(changes.log, like: sample)
      #expect(differences(files, clean) == [], "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: seeds)
  func `the published log follows changes like a build, and so does a copy of what changed`(
    seed: UInt64
  ) throws {
    note("seed \(seed)")
    var changes = Changes(seed: seed)
    let sample = try SampleSite(publishing: Sample.appearance)
    for number in 1...3 { try sample.keep(try Sample.artwork(number)) }
    try sample.site.build(changes.log.contents)
    var copy: [String: [UInt8]] = [:]
    for step in 1...40 {
      let written = try changes.next(on: sample.site)
      try changes.refreshSummaries(on: sample.site)
      #expect(written.count <= 15, "seed \(seed), step \(step) wrote \(written)")
      let files = try sample.files()
      #expect(
        brokenRelativeLinks(in: files, root: "/found/") == [], "seed \(seed), step \(step)")
      for path in sample.site.takeChanges() { copy[path] = files[path] }
      let readers = files.filter { Tree.isForReaders($0.key) }
      #expect(differences(copy, readers) == [], "seed \(seed), step \(step)")
      guard step % 4 == 0 else { continue }
      let clean = try cleanBuild(changes.log, like: sample)
      #expect(differences(files, clean) == [], "seed \(seed), step \(step)")
    }
  }

  @Test func `no link is broken while finds are refreshed`() async throws {
    let sample = try SampleSite()
    try sample.keep(try Sample.artwork(1))
    var log = SampleLog()
    try sample.site.build(log.contents)
    let root = sample.root
    let reader = Task.detached {
      var broken: [String] = []
      while !Task.isCancelled {
        for page in ["index.html", "history/index.html"] {
          let text = String(decoding: try Files.read("\(root)/\(page)"), as: UTF8.self)
          broken += addresses(in: text).filter { !Files.exists(root + $0) }
        }
      }
      return broken
    }
    for number in 0..<40 {
      let find = Sample.made(number, daysBefore: number * 3, artwork: try Sample.artwork(1))
      log.finds.append(find)
      try sample.site.follow(find, in: log)
    }
    reader.cancel()
    let broken = try await reader.value
    #expect(broken == [])
  }
}

/// Makes random changes to a history and to its site at the same time.
private struct Changes {
  var log = SampleLog()
  var random: SeededGenerator

  /// The index pages that were ever written.
  private var written: Set<Facet> = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Makes one change; returns the written paths.
  mutating func next(on site: Site) throws -> [String] {
    // The published log has no scans.
    switch Int.random(in: 0..<(site.appearance == nil ? 10 : 7), using: &random) {
    case 0...4: return try refresh(on: site)
    case 5...6: return try withdraw(on: site)
    case 7...8: return try refreshScan(on: site)
    default:
      guard let scan = log.scans.randomElement(using: &random) else { return [] }
      log.scans.removeAll { $0.id == scan.id }
      try site.removeScan(scan.id)
      return []
    }
  }

  /// Writes all summary pages as a refresh does: index pages, album pages, overviews, then
  /// removals.
  mutating func refreshSummaries(on site: Site) throws {
    let index = log.index
    written.formUnion(log.finds.flatMap(\.facets).filter(\.kind.hasPages))
    var empty: [Facet] = []
    for facet in written {
      let hasFinds = try site.writeIndexPage(
        of: facet.kind, key: facet.key, since: Timestamp(milliseconds: 0), from: index)
      if !hasFinds { empty.append(facet) }
      if facet.kind == .tag, let tag = index.count(of: .tag, key: facet.key) {
        try site.writeTagFeed(of: tag, log.newest(of: facet), feed: Sample.feed)
      }
    }
    for find in log.finds { try site.rewrite(find, index.neighbours(of: find.id)) }
    try site.writeOverviews(from: index, years: nil)
    for facet in empty { try site.removeIndexPage(of: facet.kind, key: facet.key) }
    try site.writeFormerAddresses(of: FacetKind.withPages, from: index)
    for find in log.finds { try site.removeFormerPictures(of: find) }
  }

  private mutating func refresh(on site: Site) throws -> [String] {
    let number = Int.random(in: 0..<15, using: &random)
    let artwork = Int.random(in: 0...3, using: &random)
    let review =
      Bool.random(using: &random)
      ? try Sample.review(tenths: Int.random(in: 0...100, using: &random)) : nil
    // Some finds are sometimes a book.
    let kind: WorkKind =
      number.isMultiple(of: 3) && Bool.random(using: &random) ? .book : .album
    let former = log.finds.first { $0.id == Sample.find(number) }
    // The finds 10 to 14 are of two shelves.
    let isOfShelf = number >= 10
    var find = Sample.made(
      number, kind: kind, daysBefore: isOfShelf ? number / 12 * 3 : number * 5,
      title: "Title \(Int.random(in: 0..<3, using: &random))",
      artwork: artwork == 0 ? nil : try Sample.artwork(artwork),
      isSure: Bool.random(using: &random), review: review)
    if isOfShelf {
      find.shelf = ShelfKey(stored: "shelf \(number / 12)")
      find.added = Sample.moment(daysBefore: Int.random(in: 0..<3, using: &random))
    }
    let tag = ["Hip-Hop", "hip hop", "HIP HOP", "The The", "C++", "C#"].randomElement(
      using: &random)
    find.details.tags = number.isMultiple(of: 2) ? [Albums.Tag(stored: tag ?? "")] : []
    find.isMoved = former.map { $0.isMoved || $0.album.kind != kind } ?? false
    log.finds.removeAll { $0.id == find.id }
    log.finds.append(corrected(find))
    return try site.follow(find, in: log)
  }

  /// The find after a change: with a candidate, a job or a picture of its own, by its number.
  private func corrected(_ find: Find) -> Find {
    var find = find
    let number = Int(find.album.year ?? 0)
    if number.isMultiple(of: 2) {
      find.candidates = [NamedCandidate(id: "7", album: find.album, kind: .former, reason: "")]
    }
    if number.isMultiple(of: 3) {
      let failure = number.isMultiple(of: 2) ? Failure.network : nil
      find.job = JobNotice(
        topic: .review, isUnderWay: number.isMultiple(of: 9), failure: failure)
    }
    find.hasOwnArtwork = number.isMultiple(of: 5)
    find.details.status = FindStatus.allCases[number % FindStatus.allCases.count]
    find.details.tags = [Albums.Tag(stored: "Tag \(number % 4)")]
    find.details.place = number.isMultiple(of: 4) ? "Rough Trade East" : nil
    return find
  }

  private mutating func withdraw(on site: Site) throws -> [String] {
    guard let find = log.finds.randomElement(using: &random) else { return [] }
    for index in log.scans.indices where log.scans[index].find == find.id {
      log.scans[index].find = nil
      try site.refresh(log.scans[index])
    }
    log.finds.removeAll { $0.id == find.id }
    try refreshSummaries(on: site)
    return try site.follow(find, in: log)
  }

  private mutating func refreshScan(on site: Site) throws -> [String] {
    let id = Sample.scan(Int.random(in: 0..<4, using: &random))
    let state = ScanState.allCases.randomElement(using: &random) ?? .queued
    let find = log.finds.randomElement(using: &random)
    let hasAlbum = ![.queued, .identifying].contains(state)
    let scan = Scan(
      id: id, created: Sample.moment(daysBefore: 1), updated: Sample.moment(daysBefore: 0),
      state: state, album: hasAlbum ? find?.album : nil,
      isRecognised: Bool.random(using: &random), find: state == .complete ? find?.id : nil)
    log.scans.removeAll { $0.id == id }
    log.scans.append(scan)
    return try site.refresh(scan)
  }
}
