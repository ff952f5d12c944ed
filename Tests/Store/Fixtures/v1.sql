-- The tables of commit 1d2f30a, without comments.
CREATE TABLE albums (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, artist TEXT NOT NULL, title TEXT NOT NULL, year INTEGER, record_label TEXT, artwork TEXT) STRICT;
CREATE TABLE album_genres (album INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE, position INTEGER NOT NULL, genre TEXT NOT NULL, PRIMARY KEY (album, position)) STRICT, WITHOUT ROWID;
CREATE TABLE reviews (key TEXT PRIMARY KEY, summary TEXT NOT NULL, rating INTEGER NOT NULL CHECK (rating BETWEEN 0 AND 100), recommendation TEXT NOT NULL, origin TEXT NOT NULL, written INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE review_points (review TEXT NOT NULL REFERENCES reviews ON DELETE CASCADE, kind TEXT NOT NULL CHECK (kind IN ('bullet', 'track')), position INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (review, kind, position)) STRICT, WITHOUT ROWID;
CREATE TABLE covers (id INTEGER PRIMARY KEY, album INTEGER NOT NULL REFERENCES albums ON DELETE CASCADE, source TEXT NOT NULL UNIQUE, fingerprint BLOB NOT NULL) STRICT;
CREATE INDEX covers_album ON covers (album);
CREATE TABLE scans (id TEXT PRIMARY KEY, key TEXT UNIQUE, digest BLOB NOT NULL, bytes INTEGER NOT NULL, guide TEXT, state TEXT NOT NULL CHECK (state IN ('queued', 'identifying', 'identified', 'reviewing', 'complete', 'identificationFailed', 'waiting', 'failed')), epoch INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, ready INTEGER NOT NULL, created INTEGER NOT NULL, updated INTEGER NOT NULL, fingerprint BLOB, crop TEXT, album INTEGER REFERENCES albums, recognised INTEGER NOT NULL DEFAULT 0, find TEXT, failure_code TEXT, failure_message TEXT) STRICT, WITHOUT ROWID;
CREATE INDEX scans_queue ON scans (ready, created) WHERE state NOT IN ('complete', 'identificationFailed', 'failed');
CREATE INDEX scans_created ON scans (created);
CREATE INDEX scans_digest ON scans (digest);
CREATE TABLE finds (id TEXT PRIMARY KEY, scan TEXT UNIQUE, album INTEGER NOT NULL REFERENCES albums, found INTEGER NOT NULL, sure INTEGER NOT NULL CHECK (sure IN (0, 1)), deleted INTEGER) STRICT, WITHOUT ROWID;
CREATE INDEX finds_found ON finds (found DESC, id DESC) WHERE deleted IS NULL;
CREATE INDEX finds_album ON finds (album);
CREATE TABLE unpublished (serial INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL CHECK (kind IN ('find', 'scan')), id TEXT NOT NULL, UNIQUE (kind, id)) STRICT;
PRAGMA user_version = 1;
