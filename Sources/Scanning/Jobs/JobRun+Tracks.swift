// The step of a job that fetches the tracks of an album.

import Albums
import Store
import Tracks

extension JobRun {
  func fetchTracks(of album: Int64) async throws {
    let wanted = try await tools.database.with { (store) throws(StoreError) in
      try store.untracked(album)
    }
    guard let wanted else { return try await done() }
    let found = try await ask.tracks(wanted)
    try await commit("tracked") { (store, now) throws(StoreError) in
      try store.keep(found.map { StoredTracks($0) }, of: wanted, as: album)
      try store.complete(job, at: now)
    }
  }
}
