// The keys of an export that an earlier version wrote. Its rows get the keys of the present rules, so that they meet
// the albums of the history.

import Albums
import Store

/// The present keys of the albums of an export whose keys follow earlier rules.
struct PresentKeys: Sendable {
  private var changed: [AlbumKey: AlbumKey] = [:]

  /// The record with the present key. Reviews and finds name albums by the same key.
  mutating func renew(_ record: AlbumRecord) -> AlbumRecord {
    guard record.keyRules < AlbumKey.rules else { return record }
    var renewed = record
    let album = record.album
    renewed.key = AlbumKey(
      kind: album.kind, artist: album.artist, title: album.title, year: album.year)
    renewed.keyRules = AlbumKey.rules
    changed[record.key] = renewed.key
    return renewed
  }

  func renewed(_ record: ReviewRecord) -> ReviewRecord {
    var renewed = record
    renewed.key = self[record.key]
    return renewed
  }

  func renewed(_ record: FindRecord) -> FindRecord {
    var renewed = record
    renewed.album = self[record.album]
    for index in renewed.candidates.indices {
      renewed.candidates[index].album = self[renewed.candidates[index].album]
    }
    return renewed
  }

  subscript(key: AlbumKey) -> AlbumKey { changed[key] ?? key }
}
