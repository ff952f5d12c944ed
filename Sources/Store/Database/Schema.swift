// The list of all schema steps, and the steps of versions 1 to 4. Schema+Version5.swift to
// Schema+Version10.swift have most of the present tables; albums, album_genres, covers, answers and
// citations are in this file. A change of the schema is a new step in a file of its own, at the end
// of `Schema.steps`. A released step is never edited.

enum Schema {
  /// Step n upgrades a database of version n to version n + 1. All steps run in one transaction.
  static let steps = [
    version1, version2, version3, version4, version5, version6, version7, version8, version9,
    version10,
  ]

  /// `PRAGMA user_version` of a database that this program writes: the number of `steps`. It is a
  /// constant because the CGI compares it for every request, and building the texts of the steps
  /// takes time.
  static let version = 10

  /// Candidates, follow-up tasks, sources, and a ledger that counts attempts and searches.
  private static let version4 = """
    -- The ledger again: a stage may be asked a second time with what was wrong (turn 2), and what was
    -- asked after a scan's end is an errand's. 'unsent': the service was never reached.
    CREATE TABLE new_calls (
      id            INTEGER PRIMARY KEY,
      scan          TEXT NOT NULL,                  -- ScanID
      errand        INTEGER,                        -- NULL: the scan itself
      stage         TEXT NOT NULL CHECK (stage IN ('identify', 'search', 'review', 'hint')),
      turn          INTEGER NOT NULL DEFAULT 1,
      person        TEXT NOT NULL DEFAULT 'owner',  -- who pays by their plan
      provider      TEXT NOT NULL,
      model         TEXT NOT NULL,
      prompt        TEXT NOT NULL,                  -- its version
      state         TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'refused', 'unsent')),
      reserved      INTEGER NOT NULL,               -- the worst case; counts until it is settled
      cost          INTEGER,                        -- by the usage in the answer
      created       INTEGER NOT NULL,
      settled       INTEGER,
      input_tokens  INTEGER,
      output_tokens INTEGER,
      searches      INTEGER NOT NULL DEFAULT 0,
      answer        TEXT                            -- the model's own words, for show scan
    ) STRICT;
    INSERT INTO new_calls (id, scan, stage, provider, model, prompt, state, reserved, cost, created,
        settled, input_tokens, output_tokens, answer)
      SELECT id, scan, stage, provider, model, prompt, state, reserved, cost, created,
        settled, input_tokens, output_tokens, answer FROM calls;
    DROP TABLE calls;
    ALTER TABLE new_calls RENAME TO calls;
    CREATE INDEX calls_scan ON calls (scan, stage);
    CREATE INDEX calls_created ON calls (created);

    -- What a provider tied to passages of an answer: Unicode scalars of its text.
    CREATE TABLE citations (
      call         INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
      position     INTEGER NOT NULL,
      first        INTEGER NOT NULL,
      past         INTEGER NOT NULL,
      url          TEXT NOT NULL,
      title        TEXT NOT NULL,
      PRIMARY KEY (call, position)
    ) STRICT, WITHOUT ROWID;

    -- A provider that failed is left alone for a while, by every scan and over restarts.
    CREATE TABLE breakers (
      provider     TEXT PRIMARY KEY,
      failures     INTEGER NOT NULL,               -- one after the other, without an answer between
      until        INTEGER NOT NULL,               -- nothing is sent before
      trouble      TEXT NOT NULL CHECK (trouble IN ('outage', 'quota', 'setup')),
      reason       TEXT NOT NULL                   -- for the doctor and the log
    ) STRICT, WITHOUT ROWID;

    -- What the model could read and see; a later hint works from it.
    ALTER TABLE scans ADD COLUMN text_read TEXT;
    ALTER TABLE scans ADD COLUMN description TEXT;
    ALTER TABLE scans ADD COLUMN text_confidence TEXT
      CHECK (text_confidence IN ('high', 'medium', 'low'));
    -- Several albums were as likely, or none was said to be the one: only a picture makes it certain.
    ALTER TABLE scans ADD COLUMN tentative INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE scans ADD COLUMN granted INTEGER NOT NULL DEFAULT 0;  -- a try asked for by hand, not made yet

    -- A candidate is a cover known here that is offered, or an album that was named: by a model, by
    -- MusicBrainz. Named ones stay as long as their find.
    ALTER TABLE scan_candidates ADD COLUMN kind TEXT NOT NULL DEFAULT 'cover'
      CHECK (kind IN ('cover', 'named'));
    ALTER TABLE scan_candidates ADD COLUMN reason TEXT NOT NULL DEFAULT '';

    -- The owner's own picture, which wins over every other.
    ALTER TABLE albums ADD COLUMN own_artwork TEXT;

    -- By which rules the key was made (AlbumKey.rules): keys stay as they were made.
    ALTER TABLE albums ADD COLUMN key_rules INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX albums_old_keys ON albums (key) WHERE key_rules < 2;

    -- The prompt's version; '' for a catalogue's.
    ALTER TABLE reviews ADD COLUMN prompt TEXT NOT NULL DEFAULT '';

    -- Sources, only where the provider tied them to a passage.
    CREATE TABLE review_sources (
      review       TEXT NOT NULL REFERENCES reviews ON DELETE CASCADE,
      position     INTEGER NOT NULL,
      passage      INTEGER NOT NULL,               -- 0: the summary, n: the nth bullet
      url          TEXT NOT NULL,
      title        TEXT NOT NULL,
      PRIMARY KEY (review, position)
    ) STRICT, WITHOUT ROWID;

    -- Why there is no review.
    ALTER TABLE finds ADD COLUMN unreviewed TEXT;

    -- What the worker is asked to do once a scan is over, or for one without a find.
    CREATE TABLE errands (
      id              INTEGER PRIMARY KEY AUTOINCREMENT,
      scan            TEXT,                        -- ScanID
      find            TEXT,                        -- FindID; one of both at least
      kind            TEXT NOT NULL CHECK (kind IN
                        ('album', 'musicbrainz', 'hint', 'review', 'artwork', 'refill')),
      album           INTEGER REFERENCES albums,   -- for 'album': what it is
      text            TEXT NOT NULL DEFAULT '',    -- the link, the hint, the file in data/photos
      state           TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'done', 'failed')),
      epoch           INTEGER NOT NULL DEFAULT 0,
      attempts        INTEGER NOT NULL DEFAULT 0,
      waits           INTEGER NOT NULL DEFAULT 0,  -- how often a service failed it
      ready           INTEGER NOT NULL,
      created         INTEGER NOT NULL,
      updated         INTEGER NOT NULL,
      failure_code    TEXT,
      failure_message TEXT,
      CHECK (scan IS NOT NULL OR find IS NOT NULL)
    ) STRICT;
    CREATE INDEX errands_queue ON errands (ready) WHERE state = 'queued';
    CREATE INDEX errands_find ON errands (find);
    CREATE INDEX errands_scan ON errands (scan);
    """

  /// Covers of all finds, possible albums of a scan, and hints about its photo.
  private static let version3 = """
    -- A cover known here, by what we keep to recognise it again. Ids only grow: another fingerprint is
    -- another row, so whoever has seen an id has seen what stands in it.
    CREATE TABLE known_covers (
      id           INTEGER PRIMARY KEY AUTOINCREMENT,
      album        INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
      source       TEXT NOT NULL UNIQUE,           -- 'catalogue:<file>: <key>', 'artwork:<album>:<digest>', 'find:<id>'
      artwork      TEXT,                           -- SHA-256 of the picture in data/artwork it was made from; NULL: a crop
      picture      BLOB,                           -- SHA-256 of the catalogue's file
      version      TEXT AS (hex(substr(fingerprint, 1, 1))) STORED,  -- read without reading the rest
      fingerprint  BLOB NOT NULL
    ) STRICT;
    INSERT INTO known_covers (id, album, source, fingerprint, artwork)
      SELECT covers.id, album, source, fingerprint,
        CASE WHEN source LIKE 'catalogue:%' THEN albums.artwork END
      FROM covers JOIN albums ON albums.id = album ORDER BY covers.id;
    DROP TABLE covers;
    ALTER TABLE known_covers RENAME TO covers;
    CREATE INDEX covers_album ON covers (album, artwork, version, source);

    ALTER TABLE scans ADD COLUMN hints TEXT NOT NULL DEFAULT '';     -- at the photo, PhotoHint's words
    ALTER TABLE scans ADD COLUMN chosen INTEGER REFERENCES albums;   -- "Yes, this is it": ends the scan

    -- Covers known here that a scan's may be, likeliest first.
    CREATE TABLE scan_candidates (
      scan         TEXT NOT NULL REFERENCES scans ON DELETE CASCADE,
      position     INTEGER NOT NULL,
      album        INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
      similarity   REAL NOT NULL,
      PRIMARY KEY (scan, position)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX scan_candidates_album ON scan_candidates (album);

    -- The artwork against the crop; NULL: there was nothing to compare.
    ALTER TABLE finds ADD COLUMN agreement TEXT
      CHECK (agreement IN ('same', 'alike', 'different', 'unclear'));
    CREATE INDEX scans_album ON scans (album);

    -- Finds from before have their crops' fingerprints still; those of another version are not compared.
    UPDATE scans SET hints = 'noCover' WHERE crop NOT LIKE 'quad%';
    INSERT INTO covers (album, source, fingerprint)
      SELECT finds.album, 'find:' || finds.id, scans.fingerprint
      FROM finds JOIN scans ON scans.id = finds.scan
      WHERE finds.deleted IS NULL AND scans.fingerprint IS NOT NULL AND scans.hints = ''
      ORDER BY finds.found, finds.id;
    """

  /// Models, services and their costs.
  private static let version2 = """
    ALTER TABLE albums ADD COLUMN release_group TEXT;      -- MBID
    ALTER TABLE albums ADD COLUMN release TEXT;            -- MBID of the edition shown
    ALTER TABLE albums ADD COLUMN artwork_source TEXT;     -- the address it came from; NULL: a catalogue

    ALTER TABLE scans ADD COLUMN waits INTEGER NOT NULL DEFAULT 0;  -- how often a service failed it

    -- The ledger: a row before every paid call, settled in the commit that keeps its answer.
    -- Money is millionths of a US dollar.
    CREATE TABLE calls (
      id           INTEGER PRIMARY KEY,
      scan         TEXT NOT NULL,                  -- ScanID
      stage        TEXT NOT NULL CHECK (stage IN ('identify', 'search', 'review')),
      provider     TEXT NOT NULL,
      model        TEXT NOT NULL,
      prompt       TEXT NOT NULL,                  -- its version
      state        TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'refused')),
      reserved     INTEGER NOT NULL,               -- the worst case; counts until it is settled
      cost         INTEGER,                        -- by the usage in the answer
      created      INTEGER NOT NULL,
      settled      INTEGER,
      input_tokens  INTEGER,
      output_tokens INTEGER,
      answer       TEXT                            -- the model's own words, for show scan
    ) STRICT;
    CREATE INDEX calls_scan ON calls (scan, stage);
    CREATE INDEX calls_created ON calls (created);

    -- Rebuildable: what services told us, by the question. No expiry (docs/product.md step 6).
    CREATE TABLE answers (
      question     TEXT PRIMARY KEY,               -- service and request, without address or key
      answer       BLOB NOT NULL,
      asked        INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  private static let version1 = """
    -- Kept: everything up to the line that says otherwise is the only copy there is.

    -- Our record of an album. Times are milliseconds since 1970, UTC, everywhere.
    CREATE TABLE albums (
      id           INTEGER PRIMARY KEY,
      key          TEXT NOT NULL UNIQUE,           -- AlbumKey: editions and spelling taken away
      artist       TEXT NOT NULL,
      title        TEXT NOT NULL,
      year         INTEGER,                        -- of the first release
      record_label TEXT,
      artwork      TEXT                            -- SHA-256 of the 1000 px file in data/artwork
    ) STRICT;

    CREATE TABLE album_genres (
      album        INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
      position     INTEGER NOT NULL,
      genre        TEXT NOT NULL,
      PRIMARY KEY (album, position)
    ) STRICT, WITHOUT ROWID;

    -- A review belongs to the key, not to the album: all editions share it.
    CREATE TABLE reviews (
      key            TEXT PRIMARY KEY,             -- AlbumKey
      summary        TEXT NOT NULL,
      rating         INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 100),  -- tenths
      recommendation TEXT NOT NULL,                -- one of the 24 labels
      origin         TEXT NOT NULL,                -- 'catalogue', or the model that wrote it
      written        INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE review_points (
      review       TEXT NOT NULL REFERENCES reviews ON DELETE CASCADE,
      kind         TEXT NOT NULL CHECK (kind IN ('bullet', 'track')),
      position     INTEGER NOT NULL,
      text         TEXT NOT NULL,
      PRIMARY KEY (review, kind, position)
    ) STRICT, WITHOUT ROWID;

    -- A cover known here, by what we keep to recognise it again.
    CREATE TABLE covers (
      id           INTEGER PRIMARY KEY,
      album        INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
      source       TEXT NOT NULL UNIQUE,           -- 'catalogue:<file>' or 'find:<id>'
      fingerprint  BLOB NOT NULL
    ) STRICT;
    CREATE INDEX covers_album ON covers (album);

    -- One attempt to identify a cover; also the queue. A photo lies in data/photos while it is not final.
    CREATE TABLE scans (
      id              TEXT PRIMARY KEY,            -- ScanID
      key             TEXT UNIQUE,                 -- the client's UUID: the same POST twice is one scan
      digest          BLOB NOT NULL,               -- SHA-256 of the photo
      bytes           INTEGER NOT NULL,            -- of the photo
      guide           TEXT,                        -- x,y,w,h in fractions of the upright picture
      state           TEXT NOT NULL CHECK (state IN ('queued', 'identifying', 'identified',
                        'reviewing', 'complete', 'identificationFailed', 'waiting', 'failed')),
      epoch           INTEGER NOT NULL DEFAULT 0,  -- fencing: a stale worker's writes change 0 rows
      attempts        INTEGER NOT NULL DEFAULT 0,  -- at this stage; counted before each one
      ready           INTEGER NOT NULL,            -- not to be tried before
      created         INTEGER NOT NULL,
      updated         INTEGER NOT NULL,
      fingerprint     BLOB,                        -- of the crop; set once it is made
      crop            TEXT,                        -- how it was made, for show scan
      album           INTEGER REFERENCES albums,
      recognised      INTEGER NOT NULL DEFAULT 0,  -- a cover known here answered; free
      find            TEXT,                        -- FindID
      failure_code    TEXT,
      failure_message TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX scans_queue ON scans (ready, created)
      WHERE state NOT IN ('complete', 'identificationFailed', 'failed');
    CREATE INDEX scans_created ON scans (created);
    CREATE INDEX scans_digest ON scans (digest);

    -- One entry of the log. Its id is its page's address for ever.
    CREATE TABLE finds (
      id           TEXT PRIMARY KEY,               -- FindID
      scan         TEXT UNIQUE,                    -- ScanID; a scan makes one find at most
      album        INTEGER NOT NULL REFERENCES albums,
      found        INTEGER NOT NULL,
      sure         INTEGER NOT NULL CHECK (sure IN (0, 1)),
      deleted      INTEGER                         -- when; NULL while it is in the log
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX finds_found ON finds (found DESC, id DESC) WHERE deleted IS NULL;
    CREATE INDEX finds_album ON finds (album);

    -- Rebuildable: `albumscan build` does all that stands here.

    -- Pages that do not yet say what the database says. A change in the middle of publishing gets a
    -- new serial, so that it is not taken for published.
    CREATE TABLE unpublished (
      serial       INTEGER PRIMARY KEY AUTOINCREMENT,
      kind         TEXT NOT NULL CHECK (kind IN ('find', 'scan')),
      id           TEXT NOT NULL,
      UNIQUE (kind, id)
    ) STRICT;
    """
}
