// Version 7: people, and the ways in which they sign in. Earlier rows keep their person `owner`, which
// is the id of the first person (docs/decisions/071-people.md).
//
// A secret is never stored: `hash` is the SHA-256 of a code's letters, or of a token's text.

extension Schema {
  static let version7 = """
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
    CREATE INDEX scans_person ON scans (person, created);
    CREATE INDEX calls_person ON calls (person, created);
    """
}
