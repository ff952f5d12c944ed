// The search by what stands on the sleeve: in place of a model, before it, and as evidence against its
// answer. Source: docs/decisions/180-known-without-a-model.md.

import Albums
import Host
import MusicBrainz
import Photos
import Sleeves
import Store

extension ScanRun {
  /// The maximum time that a scan waits for evidence at its end, in milliseconds. Source: docs/limits.md.
  private static let evidenceWait: Int64 = 5_000

  /// The maximum time of a reading in milliseconds: the text reader waits for others for a minute, and reads
  /// for another one at most (`ReaderProgram`).
  private static let readingWait: Int64 = 130_000

  /// Begins to read the sleeve, unless the host has switched that off.
  func beginReading(_ crop: Crop) async {
    guard let stage = tools.services.sleeve else { return }
    let (file, name) = (tools.configuration.photo(scan.text), job.name)
    await sleeve.begin {
      let sent = await sentCodes()
      let reading = await stage.reader.reading(of: file, crop, sent, for: name)
      if let reading, !reading.isEmpty, !Task.isCancelled { await keep(reading) }
      return reading
    }
  }

  /// The codes that the client read in the whole picture.
  private func sentCodes() async -> [ProductCode] {
    do {
      return try await photoFacts().codes
    } catch {
      tools.log.write(tools.now().iso, "store", "codes: \(error)")
      return []
    }
  }

  /// Stores the reading. An error of the database is only logged here, because the stages that follow meet
  /// it, too.
  private func keep(_ reading: SleeveReading) async {
    do {
      try await commit("read") { (store, now) throws(StoreError) in
        try store.record(codes: reading.codes, lines: reading.lines.stored, of: job, at: now)
      }
    } catch {
      tools.log.write(tools.now().iso, "store", "reading: \(error)")
    }
  }

  /// The album that the sleeve names surely, before a model is asked; nil without the setting
  /// `free-first`, without a model, and if the search takes too long.
  func foundFirst(_ crop: Crop) async throws -> Subject? {
    guard let wait = tools.configuration.services.freeWait, tools.services.identify != nil,
      let stage = tools.services.sleeve
    else { return nil }
    let (begun, fronts) = (Clock.bootMilliseconds(), stage.comparison(with: crop.fingerprint))
    let result = PartialResult<SleeveFinding?>(nil)
    let search = Task { [sleeve] in
      guard let reading = await sleeve.value(within: Self.readingWait) else {
        return await result.end()
      }
      let finding = await stage.finding(reading, fronts)
      await result.change { $0 = finding }
      await result.end()
    }
    defer { search.cancel() }
    _ = try await unlessChosen { [sleeve] in
      while await !result.hasEnded, !Task.isCancelled {
        let waited = Clock.bootMilliseconds() - begun
        let hasCode = await sleeve.reading?.codes.isEmpty == false
        let isComparing = await fronts.isUnderWay
        let isPromising = hasCode || isComparing
        if waited >= (isPromising ? wait.longer : wait.usual) { return }
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    guard let sure = await result.value?.sure else { return nil }
    return try await subject(sure.work, sure.evidence, crop)
  }

  /// The album that the sleeve names surely; nil if the user chooses an album first. Throws the reason why
  /// no album was found: `failure` is that of the model. The scan's page then offers the likely albums,
  /// after the known covers in `likely`.
  func found(
    _ crop: Crop, beside likely: [(album: Int64, similarity: Double)], after failure: ScanFailure
  ) async throws -> Subject? {
    guard let stage = tools.services.sleeve else { throw failure }
    let found = try await unlessChosen { [sleeve] in
      guard let reading = await sleeve.value(within: Self.readingWait) else { throw failure }
      return (reading, await stage.finding(reading, stage.comparison(with: crop.fingerprint)))
    }
    guard let (reading, finding) = found else { return nil }
    if let sure = finding.sure { return try await subject(sure.work, sure.evidence, crop) }
    let kept = try await stage.kept(finding.likely, tools.lookupStage)
    let offers = zip(kept, finding.likely).map { ($0.id, $1.match.score) }
    try await offer(Array((likely + offers).prefix(LikelyMatch.most)))
    throw failure.replaced(after: finding, of: reading)
  }

  private func subject(
    _ work: SleeveWork, _ evidence: Evidence, _ crop: Crop
  ) async throws(StoreError) -> Subject {
    let row = try await tools.row(of: work, for: job)
    return Subject(
      id: row.id, album: row.album, evidence: evidence, isConfident: true,
      fingerprint: crop.fingerprint)
  }

  /// The evidence with what the sleeve says against a model's answer. Only without artwork, the scan waits
  /// for a reading that has not ended by now, because the answer then depends on it.
  func checked(_ evidence: Evidence, of album: Album) async -> Evidence {
    guard case .model = evidence.origin else { return evidence }
    let isNeeded = evidence.picture == nil && evidence.isSure
    let read = isNeeded ? await sleeve.value(within: Self.evidenceWait) : await sleeve.reading
    guard let reading = read else { return evidence }
    var evidence = evidence
    evidence.isContradicted = reading.contradicts(artist: album.artist, title: album.title)
    return evidence
  }
}

extension ScanTools {
  /// The stored row of a work that a photo surely shows.
  func row(of work: SleeveWork, for job: Job) async throws(StoreError) -> (id: Int64, album: Album)
  {
    switch work {
    case .album(let group): return try await lookupStage.keep(group)
    case .book(let match):
      let id = try await bookLookup(for: job.name).row(of: match)
      guard
        let album = try await database.with({ (store) throws(StoreError) in try store.album(id) })
      else { throw .damaged("a book that was stored has no row") }
      return (id, album)
    }
  }
}

extension ScanFailure {
  /// Whether no model named the album, and waiting for the model does not help soon.
  var isNoAnswer: Bool { !isRetryable || failure.needsHost }

  /// Without a model, the failure says what the sleeve gave. The failure of a model stays.
  fileprivate func replaced(after finding: SleeveFinding, of reading: SleeveReading) -> ScanFailure
  {
    guard case .notKnownHere = failure else { return self }
    if !finding.likely.isEmpty { return ScanFailure(.notIdentified) }
    if let unasked = finding.unasked { return ScanFailure(unasked) }
    return ScanFailure(reading.isEmpty ? .noWordsRead : .wordsUnknown)
  }
}
