// Version 9: details of finds (status, tags, note, place, public), edits that can be undone, imports,
// and the index of facets from which the index pages and the statistics are written.

extension Schema {
  static let version9 = """
    -- Details that a person adds to a find.
    --   status  FindStatus; NULL: none
    --   note    Markdown
    --   public  1: the public log may show the find
    ALTER TABLE finds ADD COLUMN status TEXT CHECK (status IN ('want', 'have', 'heard'));
    ALTER TABLE finds ADD COLUMN note TEXT;
    ALTER TABLE finds ADD COLUMN place TEXT;
    ALTER TABLE finds ADD COLUMN public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1));

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

    -- shows_notes: 1 while pages on the disk may show notes, because they were written as protected pages.
    ALTER TABLE sites ADD COLUMN shows_notes INTEGER NOT NULL DEFAULT 0;

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

    -- 1: year and record label are those of an edition in an imported file; MusicBrainz replaces them.
    ALTER TABLE albums ADD COLUMN edition_facts INTEGER NOT NULL DEFAULT 0;

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

    CREATE INDEX find_tags_key ON find_tags (key);
    CREATE INDEX edits_created ON edits (created);
    CREATE INDEX edited_finds_find ON edited_finds (find);
    CREATE INDEX import_rows_find ON import_rows (find);
    CREATE INDEX jobs_notice ON jobs (item) WHERE state <> 'done' AND kind NOT IN ('scan', 'refill');
    CREATE INDEX import_rows_identity ON import_rows (identity);
    CREATE INDEX facets_key ON facets (kind, key, found, find);
    """
}
