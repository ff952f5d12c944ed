// Version 18: albums that newer rules for names join or tell apart; the times at which feeds changed.

extension Schema {
  static let version18 = """
    -- An album whose name newer rules changed, and the decision about it (docs/names.md "After an upgrade").
    --   other  the album that has the key of the name; NULL for a doubtful album
    --   state  'asked': a person has to decide; 'joined': the finds of the album are finds of `other`;
    --          'apart': a person keeps both albums; 'doubtful': former rules gave two names one key, and nothing
    --          says to which name a find of the album belongs
    CREATE TABLE album_joins (
     album INTEGER PRIMARY KEY REFERENCES albums ON DELETE CASCADE,
     other INTEGER REFERENCES albums ON DELETE CASCADE,
     state TEXT NOT NULL CHECK (state IN ('asked', 'joined', 'apart', 'doubtful'))
    ) STRICT;

    -- album  the album of the find before an edit that moved the find
    ALTER TABLE edited_finds ADD COLUMN album INTEGER REFERENCES albums ON DELETE SET NULL;

    -- The last time at which an entry entered or left a feed of the site.
    --   tag  Tag.key; '': the feed of all finds
    CREATE TABLE feeds (
     tag TEXT PRIMARY KEY,
     changed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
