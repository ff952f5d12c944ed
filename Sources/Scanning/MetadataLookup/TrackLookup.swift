// Fetches the tracks of an album. Source: docs/services.md §4.3.

import HTTP
import MusicBrainz
import Store
import Tracks

extension MusicBrainz {
  /// The tracks of the edition that the page shows, else of the earliest official edition; nil if MusicBrainz has none.
  func tracks(of album: UntrackedAlbum) async throws(LookupError) -> TrackList? {
    if let release = album.release, let list = try await tracks(of: release) { return list }
    return try await tracksOfFirstEdition(of: album.releaseGroup)
  }
}
