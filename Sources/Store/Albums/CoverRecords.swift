// The sources of known covers: the picture of a catalogue, an album's artwork, the crop of a find.

package import Albums

/// The result of an earlier import of a catalogue's picture.
package struct ImportedCover: Equatable, Sendable {
  /// SHA-256 of the file; nil if an older version of AlbumScan imported it.
  package let picture: [UInt8]?
  package let fingerprint: [UInt8]

  /// The imported picture in data/artwork.
  package let artwork: Artwork?
}

/// An imported cover that has the same picture as another import, and its album.
package struct SamePicture: Equatable, Sendable {
  /// The name in its catalogue.
  package let name: String
  package let key: AlbumKey
  package let artist: String
  package let title: String

  /// Whether the album has a find.
  package let hasFinds: Bool
}

/// A picture in data/artwork without a fingerprint, or with a fingerprint of another version.
package struct UnknownArtwork: Hashable, Sendable {
  package let album: Int64
  package let artwork: Artwork

  /// The cover that needs a new fingerprint; nil for artwork that is not a cover yet.
  package let source: String?
}

extension Store {
  /// The cover of an earlier import of a catalogue's picture; nil if there was no such import.
  package func importedCover(
    _ name: String, of key: AlbumKey
  ) throws(StoreError) -> ImportedCover? {
    try cover(from: Self.source(name, of: key))
  }

  /// The imported cover with this picture. If there are several: the cover with the same name and
  /// album, otherwise a cover of the same album, otherwise the oldest one.
  package func samePicture(
    as picture: [UInt8], named name: String, of key: AlbumKey
  ) throws(StoreError) -> SamePicture? {
    try connection.row(
      """
      SELECT source, albums.key, artist, title,
        EXISTS (SELECT 1 FROM finds WHERE album = albums.id AND deleted IS NULL)
      FROM covers JOIN albums ON albums.id = covers.album
      WHERE picture = ?1 AND source LIKE 'catalogue:%'
      ORDER BY source = ?2 DESC, albums.key = ?3 DESC, covers.id LIMIT 1
      """, [.blob(picture), .text(Self.source(name, of: key)), .text(key.text)]
    ) { (row) in
      SamePicture(
        name: Self.name(inSource: row.text(0)), key: AlbumKey(stored: row.text(1)),
        artist: row.text(2), title: row.text(3), hasFinds: row.integer(4) == 1)
    }
  }

  /// The source of an imported cover. It contains the key, because two catalogues may use the same
  /// file name, for example `1.jpg`, for different albums.
  private static func source(_ name: String, of key: AlbumKey) -> String {
    sourceStart(name) + key.text
  }

  private static func sourceStart(_ name: String) -> String { "catalogue:\(name): " }

  private static func name(inSource source: String) -> String {
    let source = String(source.dropFirst("catalogue:".count))
    let end = source.ranges(ofText: ": ").last?.lowerBound ?? source.endIndex
    return String(source[..<end])
  }

  private func cover(from source: String) throws(StoreError) -> ImportedCover? {
    try connection.row(
      "SELECT picture, fingerprint, artwork FROM covers WHERE source = ?", [.text(source)]
    ) { (row) in
      ImportedCover(
        picture: row.isNull(0) ? nil : row.blob(0), fingerprint: row.blob(1),
        artwork: row.textOrNil(2).flatMap { Artwork(digest: $0) })
    }
  }

  /// Imports one cover with its album and review. A later import replaces an earlier import.
  ///
  /// `name` is the picture's name in its catalogue, so that a second import of the same catalogue
  /// adds nothing. `picture` is the SHA-256 of the file: if the same file comes with another album,
  /// the import corrects the album.
  package func importCover(
    of album: Album, review: Review?, fingerprint: [UInt8], name: String, picture: [UInt8]? = nil,
    at now: Timestamp
  ) throws(StoreError) {
    let source = Self.source(name, of: album.key)
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      let id = try save(album)
      if let review {
        try save(review, of: key(of: id), origin: Self.catalogueOrigin, prompt: "", at: now)
      }
      // Before version 3 the source of a cover was its album's key. A row with such a source stands
      // for the same picture.
      let isSame = """
        source IS NOT ?3 AND (source = ?1 OR (picture = ?2 AND substr(source, 1, length(?4)) = ?4))
        """
      let values: [Value] = [
        .text("catalogue:\(album.key)"), Value(picture), .text(source),
        .text(Self.sourceStart(name)), .integer(id),
      ]
      // Otherwise the artwork of the former album would become a known cover again.
      try connection.run(
        """
        UPDATE albums SET artwork = NULL, tint = NULL WHERE artwork_source IS NULL AND id <> ?5
          AND id IN (SELECT album FROM covers WHERE \(isSame))
          AND NOT EXISTS (SELECT 1 FROM finds WHERE album = albums.id)
        """, values)
      try connection.run(
        "UPDATE OR REPLACE covers SET source = ?3, album = ?5 WHERE \(isSame)", values)
      try saveCover(
        of: id, source: source, fingerprint: fingerprint, artwork: album.artwork, picture: picture)
      try markPages(of: id)
    }
  }

  /// Removes the covers that were imported under this name. Also removes the artwork of their
  /// albums if an album has no find. Returns the number of removed covers.
  package func removeImportedCovers(named name: String) throws(StoreError) -> Int {
    let start = Self.sourceStart(name)
    return try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      // Otherwise the artwork of an album without finds would become a known cover again.
      try connection.run(
        """
        UPDATE albums SET artwork = NULL, tint = NULL WHERE artwork_source IS NULL
          AND id IN (SELECT album FROM covers WHERE substr(source, 1, length(?1)) = ?1)
          AND NOT EXISTS (SELECT 1 FROM finds WHERE album = albums.id)
        """, [.text(start)])
      return try connection.run(
        "DELETE FROM covers WHERE substr(source, 1, length(?1)) = ?1", [.text(start)])
    }
  }

  /// The names of the imported covers in the catalogue, and their albums.
  package func importedCovers() throws(StoreError) -> [(name: String, album: Int64)] {
    try connection.rows(
      "SELECT source, album FROM covers WHERE source LIKE 'catalogue:%' ORDER BY id"
    ) { (row) in
      (Self.name(inSource: row.text(0)), row.integer(1))
    }
  }

  /// All pictures in data/artwork that an album, a find or a cover refers to, by the beginning of their
  /// file names (`Artwork.stem`). An export leaves deleted finds out.
  package func artworkNames(
    ofDeleted includesDeleted: Bool = true
  ) throws(StoreError) -> Set<String> {
    Set(
      try connection.rows(
        """
        SELECT artwork FROM albums WHERE artwork IS NOT NULL
        UNION SELECT own_artwork FROM finds
          WHERE own_artwork IS NOT NULL AND (?1 OR deleted IS NULL)
        UNION SELECT artwork FROM unowned_pictures
        UNION SELECT artwork FROM covers WHERE artwork IS NOT NULL
        """, [Value(includesDeleted)]
      ) { (row) in String(row.text(0).prefix(32)) })
  }

  /// The fingerprint of the album's artwork from a service or a catalogue; nil if it is not known.
  package func artworkFingerprint(of album: Int64) throws(StoreError) -> [UInt8]? {
    try connection.row(
      """
      SELECT fingerprint FROM covers JOIN albums ON albums.id = covers.album
      WHERE covers.album = ? AND covers.artwork = albums.artwork
      ORDER BY covers.id DESC LIMIT 1
      """, [.integer(album)]
    ) { (row) in row.blob(0) }
  }

  /// Whether a recognised cover proves this album. A cover from a catalogue and the crop of a sure
  /// find are proof. The crop of a find that is not sure is no proof.
  package func isCertain(_ album: Int64) throws(StoreError) -> Bool {
    try connection.row(
      """
      SELECT EXISTS (SELECT 1 FROM covers WHERE album = ?1 AND source LIKE 'catalogue:%')
          OR EXISTS (SELECT 1 FROM finds JOIN items ON items.id = finds.item
            WHERE finds.album = ?1 AND sure AND deleted IS NULL)
      """, [.integer(album)]
    ) { (row) in row.integer(0) == 1 } ?? false
  }

  /// Pictures without a fingerprint of `version`, in random order, so that an unreadable picture
  /// does not block the others.
  package func unknownArtworks(
    version: UInt8, atMost most: Int
  ) throws(StoreError) -> [UnknownArtwork] {
    try connection.rows(
      """
      SELECT album, artwork, source FROM (
        SELECT album, artwork, source FROM covers
        WHERE artwork IS NOT NULL AND version IS NOT ?1
        UNION ALL
        SELECT id, artwork, NULL FROM albums WHERE artwork IS NOT NULL AND kind = 'album'
          AND NOT EXISTS (
          SELECT 1 FROM covers WHERE covers.album = albums.id AND covers.artwork = albums.artwork))
      ORDER BY random() LIMIT ?2
      """, [.text(Self.spelled(version)), Value(most)]
    ) { (row) -> UnknownArtwork? in
      Artwork(digest: row.text(1)).map {
        UnknownArtwork(album: row.integer(0), artwork: $0, source: row.textOrNil(2))
      }
    }.compactMap(\.self)
  }

  /// Stores the fingerprint of a picture that `unknownArtworks` returned.
  package func keep(
    fingerprint: [UInt8], of unknown: UnknownArtwork
  ) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      guard let source = unknown.source else {
        return try saveCover(of: unknown.album, artwork: unknown.artwork, fingerprint: fingerprint)
      }
      guard let imported = try cover(from: source) else { return }
      try saveCover(
        of: unknown.album, source: source, fingerprint: fingerprint, artwork: unknown.artwork,
        picture: imported.picture)
    }
  }

  /// The format of `covers.version`: two hexadecimal digits, upper case.
  private static func spelled(_ version: UInt8) -> String {
    let digits = String(version, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }

  // MARK: Inside a transaction

  func saveCover(
    of album: Int64, artwork: Artwork, fingerprint: [UInt8]
  ) throws(StoreError) {
    try saveCover(
      of: album, source: "artwork:\(album):\(artwork.digest)", fingerprint: fingerprint,
      artwork: artwork, picture: nil)
  }

  /// A query that has a row if pictures of the work may be known covers. A photo of a sleeve must never
  /// be recognised as a book, so the pictures of books are no known covers.
  static func isRecognisable(_ album: String) -> String {
    "SELECT 1 FROM albums AS work WHERE work.id = \(album) AND work.kind = 'album'"
  }

  /// A changed fingerprint gets a new id, so a reader that asks only for higher ids also gets the
  /// change.
  private func saveCover(
    of album: Int64, source: String, fingerprint: [UInt8], artwork: Artwork?, picture: [UInt8]?
  ) throws(StoreError) {
    try connection.run(
      "DELETE FROM covers WHERE source = ? AND fingerprint IS NOT ?",
      [.text(source), .blob(fingerprint)])
    try connection.run(
      """
      INSERT INTO covers (album, source, fingerprint, artwork, picture) SELECT ?1, ?2, ?3, ?4, ?5
      WHERE EXISTS (\(Self.isRecognisable("?1")))
      ON CONFLICT (source) DO UPDATE SET album = excluded.album, artwork = coalesce(excluded.artwork, artwork),
        picture = excluded.picture
      """,
      [
        .integer(album), .text(source), .blob(fingerprint), Value(artwork?.digest), Value(picture),
      ])
  }

  /// Keeps the crop of a find as a cover of its album. If no edges of a cover were found, the crop
  /// may show mostly the table. A photo with a product code mostly shows a back. Such a crop is kept
  /// only if it looks like the artwork.
  func keepCrop(of find: FindID) throws(StoreError) {
    let isCover = try connection.row(
      """
      SELECT hints, evidence, codes FROM finds JOIN items ON items.id = finds.item WHERE finds.id = ?
      """, [.text(find.text)]
    ) { (row) in
      let picture = Evidence(stored: row.text(1))?.picture
      let isFront = ![PhotoAdvice](stored: row.text(0)).contains(.noCover) && row.isNull(2)
      return isFront || picture == .same || picture == .alike
    }
    guard isCover == true else { return }
    try connection.run(
      """
      INSERT INTO covers (album, source, fingerprint)
      SELECT finds.album, 'find:' || finds.id, fingerprint
      FROM finds JOIN items ON items.id = finds.item
      WHERE finds.id = ? AND fingerprint IS NOT NULL
        AND EXISTS (\(Self.isRecognisable("finds.album")))
      ON CONFLICT (source) DO NOTHING
      """, [.text(find.text)])
  }

  func forgetCrop(of find: FindID) throws(StoreError) {
    try connection.run("DELETE FROM covers WHERE source = ?", [.text("find:\(find)")])
  }
}
