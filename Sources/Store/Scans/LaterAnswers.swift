// Answers of services about the album of a find that come after the find.

package import Albums

extension Store {
  /// Adds later answers of services to the evidence of a find. The find may become sure or unsure, or may
  /// move to another row of the same album. Writes nothing if a correction has changed the find's
  /// album meanwhile. The answer about an imported album counts for all its imported finds, because only one of them
  /// has the job.
  package func confirm(
    _ find: FindID, of album: Int64, as learned: Int64, musicBrainz: Evidence.Registration,
    picture: ArtworkMatch?, at now: Timestamp
  ) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      guard let item = try item(of: find), try albumID(of: find) == album else { return }
      let imported =
        try evidence(of: item)?.origin == .imported ? try importedFinds(of: album) : []
      try confirm(find, item, of: album, as: learned, musicBrainz, picture, at: now)
      for (other, item) in imported where other != find {
        try confirm(other, item, of: album, as: learned, musicBrainz, nil, at: now)
      }
    }
  }

  private func confirm(
    _ find: FindID, _ item: Int64, of album: Int64, as learned: Int64,
    _ musicBrainz: Evidence.Registration, _ picture: ArtworkMatch?, at now: Timestamp
  ) throws(StoreError) {
    let wasSure = try isSure(item)
    try move(find, of: item, from: album, to: learned)
    let stored = try evidence(of: item) ?? Evidence(.legacy(isSure: false, needsPicture: true))
    try write(stored.supplemented(musicBrainz: musicBrainz, picture: picture), of: item)
    try afterChange(of: find, item, isOther: album != learned, wasSure: wasSure, at: now)
  }

  /// The finds of an album that only a row of an imported file names.
  private func importedFinds(of album: Int64) throws(StoreError) -> [(FindID, Int64)] {
    let finds = try connection.rows(
      "SELECT id, item FROM finds WHERE album = ? AND deleted IS NULL", [.integer(album)]
    ) { (row) in (FindID(unchecked: row.text(0)), row.integer(1)) }
    var imported: [(FindID, Int64)] = []
    for (find, item) in finds where try evidence(of: item)?.origin == .imported {
      imported.append((find, item))
    }
    return imported
  }
}
