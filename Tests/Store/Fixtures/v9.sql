-- The tables of commit 75aa5e5, without comments.
CREATE TABLE albums (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, artist TEXT NOT NULL, title TEXT NOT NULL, year INTEGER, record_label TEXT, artwork TEXT , release_group TEXT, release TEXT, artwork_source TEXT, own_artwork TEXT, key_rules INTEGER NOT NULL DEFAULT 1, edition_facts INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE album_genres (album INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE, position INTEGER NOT NULL, genre TEXT NOT NULL, PRIMARY KEY (album, position)) STRICT, WITHOUT ROWID;
CREATE TABLE answers (question TEXT PRIMARY KEY, answer BLOB NOT NULL, asked INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE "covers" (id INTEGER PRIMARY KEY AUTOINCREMENT, album INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE, source TEXT NOT NULL UNIQUE, artwork TEXT, picture BLOB, version TEXT AS (hex(substr(fingerprint, 1, 1))) STORED, fingerprint BLOB NOT NULL) STRICT;
CREATE INDEX covers_album ON covers (album, artwork, version, source);
CREATE TABLE citations (call INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE, position INTEGER NOT NULL, first INTEGER NOT NULL, past INTEGER NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL, PRIMARY KEY (call, position)) STRICT, WITHOUT ROWID;
CREATE INDEX albums_old_keys ON albums (key) WHERE key_rules < 2;
CREATE TABLE "scans" (
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
CREATE TABLE candidates (
 item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
 position INTEGER NOT NULL,
 album INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE,
 similarity REAL NOT NULL,
 kind TEXT NOT NULL CHECK (kind IN ('cover', 'named', 'namesake', 'former')),
 reason TEXT NOT NULL,
 PRIMARY KEY (item, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE "finds" (
 id TEXT PRIMARY KEY,
 item INTEGER NOT NULL UNIQUE REFERENCES items,
 person TEXT NOT NULL,
 kind TEXT NOT NULL CHECK (kind IN ('album', 'book')),
 album INTEGER NOT NULL REFERENCES albums,
 found INTEGER NOT NULL,
 deleted INTEGER,
 unreviewed_code TEXT,
 unreviewed_arguments TEXT
, feed_id TEXT, status TEXT CHECK (status IN ('want', 'have', 'heard')), note TEXT, place TEXT, public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1))) STRICT, WITHOUT ROWID;
CREATE TABLE "calls" (
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
, album TEXT) STRICT;
CREATE TABLE "breakers" (
 provider TEXT PRIMARY KEY,
 failures INTEGER NOT NULL,
 until INTEGER NOT NULL,
 trouble TEXT NOT NULL CHECK (trouble IN ('outage', 'quota', 'setup')),
 reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE stale_pages (
 serial INTEGER PRIMARY KEY AUTOINCREMENT,
 kind TEXT NOT NULL CHECK (kind IN ('find', 'scan')),
 id TEXT NOT NULL,
 UNIQUE (kind, id)
) STRICT;
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
CREATE TABLE "reviews" (
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
CREATE TABLE "review_points" (
 review TEXT NOT NULL,
 language TEXT NOT NULL,
 kind TEXT NOT NULL CHECK (kind IN ('bullet', 'track')),
 position INTEGER NOT NULL,
 text TEXT NOT NULL,
 PRIMARY KEY (review, language, kind, position),
 FOREIGN KEY (review, language) REFERENCES reviews (key, language) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE "review_sources" (
 review TEXT NOT NULL,
 language TEXT NOT NULL,
 position INTEGER NOT NULL,
 passage INTEGER NOT NULL,
 url TEXT NOT NULL,
 title TEXT NOT NULL,
 PRIMARY KEY (review, language, position),
 FOREIGN KEY (review, language) REFERENCES reviews (key, language) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE "sites" (
 name TEXT PRIMARY KEY,
 serial INTEGER NOT NULL,
 digest TEXT,
 feed_id TEXT NOT NULL DEFAULT ('urn:uuid:' || lower(hex(randomblob(4)) || '-' || hex(randomblob(2))
  || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + abs(random() % 4), 1)
  || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
, shows_notes INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE people (
 id TEXT PRIMARY KEY,
 name TEXT NOT NULL,
 plan TEXT NOT NULL CHECK (plan IN ('free', 'base', 'ultra', 'owner')),
 disabled INTEGER NOT NULL DEFAULT 0 CHECK (disabled IN (0, 1)),
 advanced_search INTEGER CHECK (advanced_search IN (0, 1)),
 passphrase TEXT,
 created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE codes (
 hash BLOB PRIMARY KEY,
 person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
 kind TEXT NOT NULL CHECK (kind IN ('owner', 'invitation', 'device')),
 created INTEGER NOT NULL,
 expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sessions (
 id INTEGER PRIMARY KEY AUTOINCREMENT,
 hash BLOB NOT NULL UNIQUE,
 file TEXT NOT NULL UNIQUE,
 person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
 device TEXT NOT NULL,
 created INTEGER NOT NULL,
 used INTEGER NOT NULL
) STRICT;
CREATE TABLE tokens (
 id INTEGER PRIMARY KEY AUTOINCREMENT,
 hash BLOB NOT NULL UNIQUE,
 person TEXT NOT NULL REFERENCES people ON DELETE CASCADE,
 name TEXT NOT NULL,
 created INTEGER NOT NULL
) STRICT;
CREATE TABLE guesses (
 subject TEXT PRIMARY KEY,
 count INTEGER NOT NULL,
 last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX scans_person ON scans (person, created);
CREATE INDEX calls_person ON calls (person, created);
CREATE TABLE find_tags (
 find TEXT NOT NULL REFERENCES finds ON DELETE CASCADE,
 position INTEGER NOT NULL,
 key TEXT NOT NULL,
 tag TEXT NOT NULL,
 PRIMARY KEY (find, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE edits (
 id TEXT PRIMARY KEY,
 person TEXT NOT NULL,
 fields TEXT NOT NULL,
 created INTEGER NOT NULL,
 undone INTEGER
) STRICT, WITHOUT ROWID;
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
CREATE TABLE import_rows (
 "import" INTEGER NOT NULL REFERENCES imports ON DELETE CASCADE,
 line INTEGER NOT NULL,
 identity TEXT NOT NULL,
 find TEXT NOT NULL,
 raw TEXT NOT NULL,
 state TEXT NOT NULL,
 PRIMARY KEY (import, line)
) STRICT, WITHOUT ROWID;
CREATE TABLE facets (
 find TEXT NOT NULL,
 kind TEXT NOT NULL,
 key TEXT NOT NULL,
 name TEXT NOT NULL,
 found INTEGER NOT NULL,
 PRIMARY KEY (find, kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE stale_facets (
 kind TEXT NOT NULL,
 key TEXT NOT NULL,
 since INTEGER NOT NULL,
 PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX find_tags_key ON find_tags (key);
CREATE INDEX edits_created ON edits (created);
CREATE INDEX edited_finds_find ON edited_finds (find);
CREATE INDEX import_rows_find ON import_rows (find);
CREATE INDEX jobs_notice ON jobs (item) WHERE state <> 'done' AND kind NOT IN ('scan', 'refill');
CREATE INDEX import_rows_identity ON import_rows (identity);
CREATE INDEX facets_key ON facets (kind, key, found, find);
PRAGMA user_version = 9;
