// Version 12: the ledger has the calls that read the sheets of a shelf.

extension Schema {
  /// SQLite cannot change a CHECK, so the table is made again:
  /// <https://www.sqlite.org/lang_altertable.html#otheralter>. The ids stay, because rows of
  /// `citations` refer to them.
  static let version12 = """
    --   part   the number of the sheet that a call of the stage 'shelf' reads
    --   begun  0: the call is booked together with others, and nothing of it was sent yet
    CREATE TABLE calls12 (
     id INTEGER PRIMARY KEY,
     scan TEXT,
     item INTEGER,
     job INTEGER,
     find TEXT,
     person TEXT NOT NULL,
     stage TEXT NOT NULL CHECK (stage IN ('identify', 'search', 'review', 'hint', 'shelf')),
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
     album TEXT,
     part INTEGER,
     begun INTEGER NOT NULL DEFAULT 1 CHECK (begun IN (0, 1))
    ) STRICT;
    INSERT INTO calls12
      SELECT id, scan, item, job, find, person, stage, attempt, provider, model, prompt, state,
        reserved, cost, created, settled, input_tokens, output_tokens, searches, answer, album,
        NULL, 1
      FROM calls;
    DROP TABLE calls;
    ALTER TABLE calls12 RENAME TO calls;
    CREATE INDEX calls_scan ON calls (scan, stage);
    CREATE INDEX calls_created ON calls (created);
    CREATE INDEX calls_person ON calls (person, created);
    """
}
