// Version 6: a review belongs to an album key and a language; its label is a code. The ids of feeds
// and of their earlier entries are stored (docs/decisions/068-feed-ids.md).

extension Schema {
  /// Existing reviews are English. SQLite cannot change a primary key, so the three tables are
  /// rebuilt.
  static let version6 = tables6 + copy6 + cleanUp6

  private static let tables6 = """
    -- A review belongs to the key, not to the album: all editions share it.
    --   key             AlbumKey
    --   language        of the text: the name of a catalogue, 'en'
    --   rating          tenths
    --   recommendation  the code of one of the 24 labels
    --   origin          'catalogue', or the model that wrote it
    --   prompt          its version; '' for a catalogue's
    CREATE TABLE new_reviews (
     key TEXT NOT NULL,
     language TEXT NOT NULL,
     summary TEXT NOT NULL,
     rating INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 100),
     recommendation TEXT NOT NULL,
     origin TEXT NOT NULL,
     prompt TEXT NOT NULL,
     written INTEGER NOT NULL,
     PRIMARY KEY (key, language)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE new_review_points (
     review TEXT NOT NULL,
     language TEXT NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('bullet', 'track')),
     position INTEGER NOT NULL,
     text TEXT NOT NULL,
     PRIMARY KEY (review, language, kind, position),
     FOREIGN KEY (review, language) REFERENCES reviews (key, language) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    -- Sources, only where the provider tied them to a passage.
    --   passage  0: the summary, n: the nth bullet
    CREATE TABLE new_review_sources (
     review TEXT NOT NULL,
     language TEXT NOT NULL,
     position INTEGER NOT NULL,
     passage INTEGER NOT NULL,
     url TEXT NOT NULL,
     title TEXT NOT NULL,
     PRIMARY KEY (review, language, position),
     FOREIGN KEY (review, language) REFERENCES reviews (key, language) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    -- The generated sites. serial: all stale pages up to it are written there. digest: of everything
    -- else that the site was made from. feed_id: of its Atom feed, a random UUID of RFC 9562 §5.4.
    CREATE TABLE new_sites (
     name TEXT PRIMARY KEY,
     serial INTEGER NOT NULL,
     digest TEXT,
     feed_id TEXT NOT NULL DEFAULT ('urn:uuid:' || lower(hex(randomblob(4)) || '-' || hex(randomblob(2))
      || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + abs(random() % 4), 1)
      || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    ) STRICT, WITHOUT ROWID;

    -- The id of the entry in feeds that earlier versions published; NULL: made from the find's id.
    ALTER TABLE finds ADD COLUMN feed_id TEXT;

    """

  /// Stores the ids that earlier versions published, which are addresses below `baseURL`. A site
  /// without finds keeps no feed id, because its feed had no entries.
  static func keepFeedIDs(
    below baseURL: String, _ connection: borrowing Connection
  ) throws(StoreError) {
    let values: [Value] = [.text(baseURL)]
    try connection.run("UPDATE finds SET feed_id = ?1 || '/album/' || id || '/'", values)
    try connection.run(
      """
      UPDATE sites SET feed_id = ?1 || '/feed.atom'
      WHERE name = 'household' AND EXISTS (SELECT 1 FROM finds)
      """, values)
  }

  /// The code of a label is its English text in camel case: "Critics' Choice" is criticsChoice.
  private static let copy6 = """
    INSERT INTO new_reviews (key, language, summary, rating, recommendation, origin, prompt, written)
     SELECT key, 'en', summary, rating,
      lower(substr(recommendation, 1, 1))
       || replace(replace(substr(recommendation, 2), ' ', ''), '''', ''),
      origin, prompt, written
     FROM reviews;
    INSERT INTO new_review_points (review, language, kind, position, text)
     SELECT review, 'en', kind, position, text FROM review_points;
    INSERT INTO new_sites (name, serial, digest) SELECT name, serial, digest FROM sites;
    INSERT INTO new_review_sources (review, language, position, passage, url, title)
     SELECT review, 'en', position, passage, url, title FROM review_sources;

    """

  private static let cleanUp6 = """
    DROP TABLE sites;
    ALTER TABLE new_sites RENAME TO sites;
    DROP TABLE review_sources;
    DROP TABLE review_points;
    DROP TABLE reviews;
    ALTER TABLE new_reviews RENAME TO reviews;
    ALTER TABLE new_review_points RENAME TO review_points;
    ALTER TABLE new_review_sources RENAME TO review_sources;
    """
}
