// The step of a correction by a photo of the sleeve's back: its codes and words lead to albums at MusicBrainz, whose
// fronts are compared with the front that was photographed before.
// Source: docs/decisions/180-known-without-a-model.md.

import Albums
import Host
import MusicBrainz
import Photos
import Sleeves
import Store

extension JobRun {
  /// Gives the item the album that the back names surely. Otherwise the albums that it may be become candidates, and
  /// the job fails.
  func readBack(_ file: String) async throws {
    guard let item = job.item, let stage = tools.services.sleeve else {
      throw ScanFailure(.backDidNotHelp)
    }
    let path = "\(tools.configuration.photos)/\(file)"
    let facts = try await tools.database.with { (store) throws(StoreError) in
      try store.photoFacts(of: item)
    }
    let crop: Crop
    do throws(PhotoProgramError) {
      crop = try tools.photoProgram.crop(path, guide: nil)
    } catch {
      throw tools.failure(of: error, job)
    }
    if let refusal = crop.refusal { throw ScanFailure(refusal) }
    let read = await stage.reader.reading(of: path, crop, facts.codes, for: job.name)
    guard let reading = read, !reading.isEmpty else { throw ScanFailure(.backDidNotHelp) }
    let now = tools.now()
    try await tools.database.with { (store) throws(StoreError) in
      try store.record(codes: reading.codes, of: job, at: now)
    }
    let fronts = stage.comparison(with: facts.fingerprint ?? [])
    var finding = await stage.finding(reading, fronts)
    let front = [SleeveLine](stored: facts.lines)
    if finding.sure == nil, finding.unasked == nil, !front.isEmpty {
      let both = SleeveReading(lines: front + reading.lines, codes: reading.codes)
      let second = await stage.finding(both, fronts)
      if second.sure != nil || finding.likely.isEmpty { finding = second }
    }
    guard let sure = finding.sure else {
      if let unasked = finding.unasked { throw ScanFailure(unasked) }
      let rows = try await stage.kept(finding.likely, tools.lookupStage)
      try await tools.database.with { (store) throws(StoreError) in
        try store.add(rows.map { (album: $0.album, reason: "") }, for: job)
      }
      throw ScanFailure(.backDidNotHelp)
    }
    let row = try await tools.row(of: sure.work, for: job)
    try await tools.commit("learned") { (store, now) throws(StoreError) in
      try store.settle(job, on: row.id, evidence: sure.evidence, at: now)
    }
    try await settle(on: row.id, as: sure.evidence)
  }
}
