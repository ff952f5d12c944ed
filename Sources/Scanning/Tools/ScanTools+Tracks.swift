// Fetches the tracks of an album while its review is written.

import Albums
import HTTP
import Host
import MusicBrainz
import Store
import Tracks

extension ScanTools {
  /// The longest time for which a scan waits for the tracks, in milliseconds. Source: docs/limits.md.
  private static let tracksDeadline = 5_000

  /// Fetches the tracks of an album while its review is written: the page compares the review's key tracks with them. The
  /// requests give way to those of other scans. An error is only logged, and a job fetches missing tracks later.
  func fetchTracks(of album: Int64, for jobName: String) async {
    let (database, lookup) = (
      database, services.lookup.with(priority: .background, asksAgain: false)
    )
    do {
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
          let wanted = try await database.with { (store) throws(StoreError) in
            try store.untracked(album)
          }
          guard let wanted else { return }
          let list = try await lookup.musicBrainz.tracks(of: wanted)
          try await database.with { (store) throws(StoreError) in
            try store.keep(list.map { StoredTracks($0) }, of: wanted, as: album)
          }
        }
        tasks.addTask { try await Task.sleep(for: .milliseconds(Self.tracksDeadline)) }
        try await tasks.next()
        tasks.cancelAll()
      }
    } catch {
      log.write(now().iso, "musicbrainz", "\(jobName), tracks: \(error)", level: .warning)
    }
  }
}
