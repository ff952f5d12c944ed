// Version 5: scans, items and jobs are three tables; evidence is one value; failures are codes.
//
// SQLite stores the text of every CREATE statement and parses it at every open, so comments stand
// outside the statements. Times are milliseconds since 1970 in UTC.

extension Schema {
  static let version5 = tables5 + copy5 + cleanUp5

  private static let tables5 = """
    -- An upload. The photo is in data/photos as long as the scan's job is queued.
    --   key     the client's UUID: the same key and photo again is the same scan
    --   digest  SHA-256 of the photo
    --   guide   x,y,w,h in fractions of the upright picture
    CREATE TABLE new_scans (
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
    --   hints            words of PhotoHint
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

    -- An entry of the log. Its id is the address of its page for ever.
    --   unreviewed_code  why there is no review; NULL: none was tried
    CREATE TABLE new_finds (
     id TEXT PRIMARY KEY,
     item INTEGER NOT NULL UNIQUE REFERENCES items,
     person TEXT NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('album', 'book')),
     album INTEGER NOT NULL REFERENCES albums,
     found INTEGER NOT NULL,
     deleted INTEGER,
     unreviewed_code TEXT,
     unreviewed_arguments TEXT
    ) STRICT, WITHOUT ROWID;

    -- The ledger: a row before every paid call, settled in the commit that stores its answer. Money is
    -- millionths of a US dollar. The ids are plain values: a call outlives everything it names.
    --   job       NULL: the job of the scan itself, or a command
    --   attempt   2: the stage was asked again with what was wrong in the first answer
    --   state     'unsent': the service was never reached
    --   reserved  the worst case; it counts until the call is settled
    CREATE TABLE new_calls (
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
     answer TEXT
    ) STRICT;

    -- Providers that failed: the circuit breakers, for all processes and over restarts.
    --   failures  in a row, without an answer between
    --   until     no call before
    --   reason    for doctor and the log file
    CREATE TABLE new_breakers (
     provider TEXT PRIMARY KEY,
     failures INTEGER NOT NULL,
     until INTEGER NOT NULL,
     trouble TEXT NOT NULL CHECK (trouble IN ('outage', 'quota', 'setup')),
     reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Pages that do not show the present content of the database. A change gives the page a new serial,
    -- so a page that changes while it is written stays stale.
    CREATE TABLE stale_pages (
     serial INTEGER PRIMARY KEY AUTOINCREMENT,
     kind TEXT NOT NULL CHECK (kind IN ('find', 'scan')),
     id TEXT NOT NULL,
     UNIQUE (kind, id)
    ) STRICT;

    -- The generated sites. serial: all stale pages up to it are written there. digest: of everything
    -- else that the site was made from.
    CREATE TABLE sites (
     name TEXT PRIMARY KEY,
     serial INTEGER NOT NULL,
     digest TEXT
    ) STRICT, WITHOUT ROWID;

    """

  /// Indexes are created last: that is faster, and an index stays with a renamed table.
  private static let cleanUp5 = """
    DROP TABLE scan_candidates;
    DROP TABLE errands;
    DROP TABLE unpublished;
    DROP TABLE finds;
    DROP TABLE scans;
    DROP TABLE calls;
    DROP TABLE breakers;
    DROP TABLE lone_finds;
    ALTER TABLE new_scans RENAME TO scans;
    ALTER TABLE new_finds RENAME TO finds;
    ALTER TABLE new_calls RENAME TO calls;
    ALTER TABLE new_breakers RENAME TO breakers;
    CREATE INDEX scans_created ON scans (created);
    CREATE INDEX scans_digest ON scans (digest);
    CREATE INDEX items_album ON items (album);
    CREATE INDEX jobs_queue ON jobs (next_attempt) WHERE state = 'queued';
    CREATE INDEX jobs_item ON jobs (item);
    CREATE UNIQUE INDEX jobs_scan ON jobs (scan) WHERE kind = 'scan';
    CREATE INDEX candidates_album ON candidates (album);
    CREATE INDEX finds_found ON finds (found DESC, id DESC) WHERE deleted IS NULL;
    CREATE INDEX finds_album ON finds (album);
    CREATE INDEX calls_scan ON calls (scan, stage);
    CREATE INDEX calls_created ON calls (created);
    """
}
