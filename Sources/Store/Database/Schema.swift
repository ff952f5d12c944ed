// The schema: the tables of version 9, with which version 1.0 of the program begins, and the list
// of the migrations. Each migration is a file of its own, such as Schema+Version10.swift. A change
// of the schema is a new migration at the end of `Schema.migrations`. A released migration is never
// edited.
//
// SQLite stores the text of every CREATE statement and parses it at every open, so comments stand
// outside the statements. Times are milliseconds since 1970 in UTC.

enum Schema {
  /// The version of the tables in this file. Revision 75aa5e5 upgrades databases of earlier versions.
  static let firstVersion = 9

  /// The first migration upgrades a database of `firstVersion`, and each migration raises the
  /// version by 1. All migrations run in one transaction.
  static let migrations = [
    version10, version11, version12, version13, version14, version15, version16,
    version17, version18, version19, version20,
  ]

  /// `PRAGMA user_version` of a database that this program writes. It is a constant because the CGI
  /// compares it for every request, and building the texts of the migrations takes time.
  static let version = 20

  /// The statements for the tables of version 9.
  static let tables = [
    albums9, reviews9, scans9, log9, ledger9, people9, imports9, pages9,
  ].joined(separator: "\n")

  /// Albums, the covers by which they are recognised, and the answers of services.
  private static let albums9 = """
    -- An album, with the facts that pages show.
    --   key            AlbumKey: without editions and spelling
    --   key_rules      the rules by which the key was made (AlbumKey.rules); a key stays as it was made
    --   year           of the first release
    --   artwork        SHA-256 of the 1000 px file in data/artwork
    --   artwork_source  the service of the picture: cover-art-archive; NULL: from a catalogue
    --   release_group, release  MBIDs; the release is the edition whose picture the pages show
    --   own_artwork    a picture that a person sent; version 10 gives it to a find
    --   edition_facts  1: year and record label are those of an edition in an imported file; MusicBrainz
    --                  replaces them
    CREATE TABLE albums (
     id INTEGER PRIMARY KEY,
     key TEXT NOT NULL UNIQUE,
     artist TEXT NOT NULL,
     title TEXT NOT NULL,
     year INTEGER,
     record_label TEXT,
     artwork TEXT,
     release_group TEXT,
     release TEXT,
     artwork_source TEXT,
     own_artwork TEXT,
     key_rules INTEGER NOT NULL DEFAULT 1,
     edition_facts INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE album_genres (
     album INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
     position INTEGER NOT NULL,
     genre TEXT NOT NULL,
     PRIMARY KEY (album, position)
    ) STRICT, WITHOUT ROWID;

    -- A cover known here, with the fingerprint that recognises it. A new fingerprint is a new row with a
    -- greater id, so an id always means the same fingerprint.
    --   source   'catalogue:FILE: KEY', 'artwork:ALBUM:DIGEST' or 'find:ID'
    --   artwork  SHA-256 of the picture in data/artwork; NULL: a crop, or a picture without a file
    --   picture  SHA-256 of the catalogue's file
    --   version  of the fingerprint, read without reading the rest
    CREATE TABLE covers (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     album INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
     source TEXT NOT NULL UNIQUE,
     artwork TEXT,
     picture BLOB,
     version TEXT AS (hex(substr(fingerprint, 1, 1))) STORED,
     fingerprint BLOB NOT NULL
    ) STRICT;

    -- Answers of services, by the question. The table can be emptied: the services are then asked again.
    --   question  service and request, without address and key
    CREATE TABLE answers (
     question TEXT PRIMARY KEY,
     answer BLOB NOT NULL,
     asked INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX albums_old_keys ON albums (key) WHERE key_rules < 2;
    CREATE INDEX covers_album ON covers (album, artwork, version, source);
    """

  /// Reviews, with their points and sources.
  private static let reviews9 = """
    -- A review belongs to the key, not to the album: all editions share it.
    --   key             AlbumKey
    --   language        of the text: the name of a catalogue, 'en'
    --   rating          tenths
    --   recommendation  the code of a label
    --   origin          'catalogue', or the model that wrote it
    --   prompt          its version; '' for a catalogue's
    CREATE TABLE reviews (
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

    CREATE TABLE review_points (
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
    CREATE TABLE review_sources (
     review TEXT NOT NULL,
     language TEXT NOT NULL,
     position INTEGER NOT NULL,
     passage INTEGER NOT NULL,
     url TEXT NOT NULL,
     title TEXT NOT NULL,
     PRIMARY KEY (review, language, position),
     FOREIGN KEY (review, language) REFERENCES reviews (key, language) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    """

  /// The tables of the work on a photo: the upload, its covers, the jobs, and the candidates for
  /// each cover.
  private static let scans9 = """
    -- An upload. The photo is in data/photos as long as the scan's job is queued.
    --   key     the client's UUID: the same key and photo again is the same scan
    --   digest  SHA-256 of the photo
    --   guide   x,y,w,h in fractions of the upright picture
    CREATE TABLE scans (
     id TEXT PRIMARY KEY,
     person TEXT NOT NULL,
     key TEXT,
     digest BLOB NOT NULL,
     bytes INTEGER NOT NULL,
     guide TEXT,
     kind TEXT NOT NULL CHECK (kind IN ('album', 'shelf')),
     created INTEGER NOT NULL,
     UNIQUE (person, key)
    ) STRICT, WITHOUT ROWID;

    -- One cover in the photo of a scan, or one imported cover (scan is NULL).
    --   album            the album it was taken for; as soon as there is a find, finds.album counts
    --   recognised       1: a cover known here or the user named the album, without a paid call
    --   evidence, sure   Evidence.stored, and Evidence.isSure for queries
    --   chosen, choice   the album that the user chose, and the evidence of that choice (Evidence.stored)
    --   progress         of the scan's job, for the page
    --   failure_code     why there is no find; failure_arguments is a JSON object or NULL
    --   hints            words of PhotoAdvice
    --   crop, quad       how the crop was made; its corners, x,y four times, in pixels of the stored picture
    --   text_read …      the observation of the model; a later hint uses it
    --   fingerprint      of the crop; the last column, so that queries read past no large value
    CREATE TABLE items (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     scan TEXT REFERENCES scans,
     position INTEGER NOT NULL,
     album INTEGER REFERENCES albums,
     recognised INTEGER NOT NULL DEFAULT 0,
     sure INTEGER NOT NULL DEFAULT 0 CHECK (sure IN (0, 1)),
     evidence TEXT,
     chosen INTEGER REFERENCES albums,
     choice TEXT,
     progress TEXT NOT NULL CHECK (progress IN ('queued', 'identifying', 'identified', 'reviewing')),
     failure_code TEXT,
     failure_arguments TEXT,
     created INTEGER NOT NULL,
     updated INTEGER NOT NULL,
     hints TEXT NOT NULL DEFAULT '',
     crop TEXT,
     quad TEXT,
     text_read TEXT,
     description TEXT,
     text_confidence TEXT CHECK (text_confidence IN ('high', 'medium', 'low')),
     fingerprint BLOB,
     UNIQUE (scan, position)
    ) STRICT;

    -- Work for the worker: one queue for all kinds. The find of a job is the find of its item.
    --   kind             JobKind; new kinds need no new schema
    --   payload          JSON: what exactly is requested (JobPayload.swift)
    --   epoch            counts claims; a write with an older epoch changes no row
    --   attempts         at the present stage since the last wait; counted before each attempt
    --   stage            the furthest stage that was committed; only a new one begins the count anew
    --   waits            how often a service failed the job
    --   retry_requested  1: the user pressed "Try again now", and that call was not made yet
    --   failure_code     of a queued job: why it waits; of a failed job: why it ended
    CREATE TABLE jobs (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     lane TEXT NOT NULL CHECK (lane IN ('scan', 'review', 'background')),
     kind TEXT NOT NULL,
     scan TEXT REFERENCES scans,
     item INTEGER REFERENCES items,
     person TEXT NOT NULL,
     payload TEXT,
     state TEXT NOT NULL CHECK (state IN ('queued', 'done', 'failed')),
     epoch INTEGER NOT NULL DEFAULT 0,
     attempts INTEGER NOT NULL DEFAULT 0,
     stage INTEGER NOT NULL DEFAULT 0,
     waits INTEGER NOT NULL DEFAULT 0,
     retry_requested INTEGER NOT NULL DEFAULT 0,
     next_attempt INTEGER NOT NULL,
     created INTEGER NOT NULL,
     updated INTEGER NOT NULL,
     failure_code TEXT,
     failure_arguments TEXT
    ) STRICT;

    -- Albums that an item may be, likeliest first.
    --   kind  'cover': a cover known here that looks alike; 'named': by a model, with its reason;
    --         'namesake': another album of the name at MusicBrainz; 'former': the album before a correction
    CREATE TABLE candidates (
     item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
     position INTEGER NOT NULL,
     album INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
     similarity REAL NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('cover', 'named', 'namesake', 'former')),
     reason TEXT NOT NULL,
     PRIMARY KEY (item, position)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX scans_created ON scans (created);
    CREATE INDEX scans_digest ON scans (digest);
    CREATE INDEX scans_person ON scans (person, created);
    CREATE INDEX items_album ON items (album);
    CREATE INDEX jobs_queue ON jobs (next_attempt) WHERE state = 'queued';
    CREATE INDEX jobs_item ON jobs (item);
    CREATE UNIQUE INDEX jobs_scan ON jobs (scan) WHERE kind = 'scan';
    CREATE INDEX jobs_notice ON jobs (item) WHERE state <> 'done' AND kind NOT IN ('scan', 'refill');
    CREATE INDEX candidates_album ON candidates (album);
    """

  /// The history: finds with the details that a person adds, and edits that can be undone.
  private static let log9 = """
    -- An entry of the log. Its id is the address of its page for ever.
    --   unreviewed_code  why there is no review; NULL: none was tried
    --   feed_id          the id of its entry in feeds of earlier versions; NULL: made from the find's id
    --   status           FindStatus; NULL: none
    --   note             Markdown
    CREATE TABLE finds (
     id TEXT PRIMARY KEY,
     item INTEGER NOT NULL UNIQUE REFERENCES items,
     person TEXT NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('album', 'book')),
     album INTEGER NOT NULL REFERENCES albums,
     found INTEGER NOT NULL,
     deleted INTEGER,
     unreviewed_code TEXT,
     unreviewed_arguments TEXT,
     feed_id TEXT,
     status TEXT CHECK (status IN ('want', 'have', 'heard')),
     note TEXT,
     place TEXT,
     public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1))
    ) STRICT, WITHOUT ROWID;

    -- The tags of finds. key: Tag.key
    CREATE TABLE find_tags (
     find TEXT NOT NULL REFERENCES finds ON DELETE CASCADE,
     position INTEGER NOT NULL,
     key TEXT NOT NULL,
     tag TEXT NOT NULL,
     PRIMARY KEY (find, key)
    ) STRICT, WITHOUT ROWID;

    -- Changes of several finds at once, for their undo. Rows are removed after 30 days.
    --   fields  the details that changed, separated by spaces; 'deleted': the finds were deleted
    --   undone  the time of the undo
    CREATE TABLE edits (
     id TEXT PRIMARY KEY,
     person TEXT NOT NULL,
     fields TEXT NOT NULL,
     created INTEGER NOT NULL,
     undone INTEGER
    ) STRICT, WITHOUT ROWID;

    -- The details of each find before an edit.
    CREATE TABLE edited_finds (
     edit TEXT NOT NULL REFERENCES edits ON DELETE CASCADE,
     find TEXT NOT NULL REFERENCES finds ON DELETE CASCADE,
     status TEXT,
     tags TEXT NOT NULL,
     note TEXT,
     place TEXT,
     public INTEGER NOT NULL,
     PRIMARY KEY (edit, find)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX finds_found ON finds (found DESC, id DESC) WHERE deleted IS NULL;
    CREATE INDEX finds_album ON finds (album);
    CREATE INDEX find_tags_key ON find_tags (key);
    CREATE INDEX edits_created ON edits (created);
    CREATE INDEX edited_finds_find ON edited_finds (find);
    """

  /// Paid calls, and the pauses of providers that failed.
  private static let ledger9 = """
    -- The ledger: a row before every paid call, settled in the commit that stores its answer. Money is
    -- millionths of a US dollar. The ids are plain values: a call outlives everything it names.
    --   job       NULL: the job of the scan itself, or a command
    --   attempt   2: the stage was asked again with what was wrong in the first answer
    --   state     'unsent': the service was never reached
    --   reserved  the worst case; it counts until the call is settled
    --   album     the key of the album that a review is about; NULL for other stages, and for old calls
    CREATE TABLE calls (
     id INTEGER PRIMARY KEY,
     scan TEXT,
     item INTEGER,
     job INTEGER,
     find TEXT,
     person TEXT NOT NULL,
     stage TEXT NOT NULL CHECK (stage IN ('identify', 'search', 'review', 'hint')),
     attempt INTEGER NOT NULL,
     provider TEXT NOT NULL,
     model TEXT NOT NULL,
     prompt TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('reserved', 'settled', 'refused', 'unsent')),
     reserved INTEGER NOT NULL,
     cost INTEGER,
     created INTEGER NOT NULL,
     settled INTEGER,
     input_tokens INTEGER,
     output_tokens INTEGER,
     searches INTEGER NOT NULL DEFAULT 0,
     answer TEXT,
     album TEXT
    ) STRICT;

    -- Sources that a provider tied to passages of an answer. first, past: Unicode scalars of its text.
    CREATE TABLE citations (
     call INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
     position INTEGER NOT NULL,
     first INTEGER NOT NULL,
     past INTEGER NOT NULL,
     url TEXT NOT NULL,
     title TEXT NOT NULL,
     PRIMARY KEY (call, position)
    ) STRICT, WITHOUT ROWID;

    -- Providers that failed: the circuit breakers, for all processes and over restarts.
    --   failures  in a row, without an answer between
    --   until     no call before
    --   reason    for doctor and the log file
    CREATE TABLE breakers (
     provider TEXT PRIMARY KEY,
     failures INTEGER NOT NULL,
     until INTEGER NOT NULL,
     trouble TEXT NOT NULL CHECK (trouble IN ('outage', 'quota', 'setup')),
     reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX calls_scan ON calls (scan, stage);
    CREATE INDEX calls_created ON calls (created);
    CREATE INDEX calls_person ON calls (person, created);
    """

  /// People, and the ways in which they sign in. A secret is never stored: `hash` is the SHA-256 of a
  /// code's letters, or of a token's text. The first person has the id `owner`
  /// (docs/decisions/071-people.md).
  private static let people9 = """
    -- People with an account. Without a row, every client of the access policy is the owner.
    --   advanced_search  the person's own switch; NULL: the setting advanced-search
    --   passphrase       a hash of crypt(3); NULL: the person has none
    CREATE TABLE people (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     plan TEXT NOT NULL CHECK (plan IN ('free', 'base', 'ultra', 'owner')),
     disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
     advanced_search INTEGER CHECK (advanced_search IN (0, 1)),
     passphrase TEXT,
     created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Sign-in codes that were not used. A sign-in deletes its row.
    CREATE TABLE codes (
     hash BLOB PRIMARY KEY,
     person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
     kind TEXT NOT NULL CHECK (kind IN ('owner', 'invitation', 'device')),
     created INTEGER NOT NULL,
     expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Signed-in browsers.
    --   file  the name in data/sessions: the SHA-1 of the token's text
    --   used  the last use, to the day; it decides when the session ends
    CREATE TABLE sessions (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     hash BLOB NOT NULL UNIQUE,
     file TEXT NOT NULL UNIQUE,
     person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
     device TEXT NOT NULL,
     created INTEGER NOT NULL,
     used INTEGER NOT NULL
    ) STRICT;

    -- API tokens of scripts.
    CREATE TABLE tokens (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     hash BLOB NOT NULL UNIQUE,
     person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
     name TEXT NOT NULL,
     created INTEGER NOT NULL
    ) STRICT;

    -- Wrong passphrases, by account and by address. Rows are removed after a day without a guess.
    CREATE TABLE guesses (
     subject TEXT PRIMARY KEY,
     count INTEGER NOT NULL,
     last INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX sessions_person ON sessions (person);
    """

  /// Imported files.
  private static let imports9 = """
    -- Files that were imported.
    --   format  albumscan, discogs, rateyourmusic or musicbrainz
    --   header  the columns of the file, a JSON array; NULL for a file that is no table
    --   read    rows that were imported so far
    --   ended   the time when the last row was imported; NULL: interrupted
    CREATE TABLE imports (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     person TEXT NOT NULL,
     format TEXT NOT NULL,
     name TEXT NOT NULL,
     digest BLOB NOT NULL,
     header TEXT,
     read INTEGER NOT NULL DEFAULT 0,
     created INTEGER NOT NULL,
     ended INTEGER,
     undone INTEGER
    ) STRICT;

    -- The rows of imported files that became finds.
    --   identity  the same for the same row of another file of the format; it tells copies apart
    --   raw       the row as it was, a JSON array of its cells; pages never show it
    --   state     the details and the origin of the evidence after the import; a find with another
    --             state was edited (ImportUndo.swift)
    CREATE TABLE import_rows (
     "import" INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
     line INTEGER NOT NULL,
     identity TEXT NOT NULL,
     find TEXT NOT NULL,
     raw TEXT NOT NULL,
     state TEXT NOT NULL,
     PRIMARY KEY (import, line)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX import_rows_find ON import_rows (find);
    CREATE INDEX import_rows_identity ON import_rows (identity);
    """

  /// The generated sites, and the pages that are stale there.
  private static let pages9 = """
    -- Pages that do not show the present content of the database. A change gives the page a new serial,
    -- so a page that changes while it is written stays stale.
    CREATE TABLE stale_pages (
     serial INTEGER PRIMARY KEY AUTOINCREMENT,
     kind TEXT NOT NULL CHECK (kind IN ('find', 'scan')),
     id TEXT NOT NULL,
     UNIQUE (kind, id)
    ) STRICT;

    -- The generated sites. serial: all stale pages up to it are written there. digest: of everything
    -- else that the site was made from. feed_id: of its Atom feed, a random UUID of RFC 9562 §5.4.
    -- shows_notes: 1 while pages on the disk may show notes, because they were written as protected pages.
    CREATE TABLE sites (
     name TEXT PRIMARY KEY,
     serial INTEGER NOT NULL,
     digest TEXT,
     feed_id TEXT NOT NULL DEFAULT ('urn:uuid:' || lower(hex(randomblob(4)) || '-' || hex(randomblob(2))
      || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + abs(random() % 4), 1)
      || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))),
     shows_notes INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    INSERT INTO sites (name, serial) VALUES ('household', 0);

    -- The values of finds that decide on which index pages they are, as the pages were last told.
    --   kind   FacetKind
    --   key    decides the page; name: the text that pages show
    --   found  of the find, for the order on the page
    CREATE TABLE facets (
     find TEXT NOT NULL,
     kind TEXT NOT NULL,
     key TEXT NOT NULL,
     name TEXT NOT NULL,
     found INTEGER NOT NULL,
     PRIMARY KEY (find, kind, key)
    ) STRICT, WITHOUT ROWID;

    -- Summary pages that do not show the present content of the table facets.
    --   kind   FacetKind: an index page; 'find': the album page of the find, because of other finds;
    --          'year-found': the statistics of a year
    --   since  the oldest find on the page that changed: only the parts with later finds are stale
    CREATE TABLE stale_facets (
     kind TEXT NOT NULL,
     key TEXT NOT NULL,
     since INTEGER NOT NULL,
     PRIMARY KEY (kind, key)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX facets_key ON facets (kind, key, found, find);
    """
}
