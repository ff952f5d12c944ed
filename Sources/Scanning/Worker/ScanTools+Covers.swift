// Makes missing fingerprints and tints after all due jobs, while no scan waits.

import Albums
import Host
import Store

extension ScanTools {
  /// The maximum number of pictures in one run of the worker, which take about two seconds.
  /// `albumscan init` processes all pictures.
  static let upkeepLimit = 40

  /// Makes fingerprints that are still missing. Stops if `isNeeded` says that a scan waits, because
  /// the scan has priority.
  func keepCoversUp(unless isNeeded: @Sendable () async throws -> Bool) async {
    let upkeep = CoverUpkeep(
      photoProgram: photoProgram, artworkFolder: configuration.artwork)
    do {
      let wanting = try await database.with { (store) throws(StoreError) in
        try upkeep.wanting(in: store, atMost: Self.upkeepLimit)
      }
      for unknown in wanting {
        if try await isNeeded() { return }
        guard let fingerprint = upkeep.fingerprint(of: unknown) else { continue }
        try await database.with { (store) throws(StoreError) in
          try store.keep(fingerprint: fingerprint, of: unknown)
        }
      }
    } catch {
      log.write(now().iso, "worker", "covers: \(error)")
    }
  }

  /// The maximum number of tints in one run of the worker, which take about two seconds.
  static let tintLimit = 200

  /// Measures tints that are still missing, and writes the pages that show them. Stops as
  /// `keepCoversUp` does.
  func keepTintsUp(unless isNeeded: @Sendable () async throws -> Bool) async {
    let upkeep = CoverUpkeep(
      photoProgram: photoProgram, artworkFolder: configuration.artwork)
    do {
      let untinted = try await database.with { (store) throws(StoreError) in
        try store.untintedArtworks(atMost: Self.tintLimit)
      }
      var stored = 0
      for artwork in untinted {
        if try await isNeeded() { break }
        guard let tint = upkeep.tint(of: artwork) else { continue }
        try await database.with { (store) throws(StoreError) in
          try store.keep(tint, of: artwork)
        }
        stored += 1
      }
      guard stored > 0 else { return }
      await refreshStalePages()
      await refreshSummaries()
      await queuePublishing()
    } catch {
      log.write(now().iso, "worker", "tints: \(error)")
    }
  }
}
