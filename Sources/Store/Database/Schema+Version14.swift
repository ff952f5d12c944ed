// Version 14: shelves, which are photos with many items.

extension Schema {
  static let version14 = """
    -- A scan of the kind 'shelf'. Its items are at the positions 1 to 100 of `items`.
    --   session   the first photo of the session, which lasts until "Finish"
    --   progress  ShelfState
    --   revision  the number of changes, for pages
    --   width, height  of the shelf picture in pixels
    --   reading_since  when the boxes were found
    --   hints     words of PhotoAdvice
    --   failure_code  why the photo cannot be used, or why boxes were not read
    --   cleared   the time of "Clear all"
    --   finished  the time of "Finish"
    --   pictured  1: the photo or the shelf picture may be in data/photos
    --   undo      ShelfUndo: what undoes the last change of the person; NULL: nothing
    CREATE TABLE shelves (
     scan TEXT PRIMARY KEY REFERENCES scans ON DELETE CASCADE,
     session TEXT NOT NULL,
     progress TEXT NOT NULL DEFAULT 'waiting' CHECK (progress IN
       ('waiting', 'finding', 'reading', 'complete', 'failed', 'cancelled')),
     revision INTEGER NOT NULL DEFAULT 0,
     width INTEGER,
     height INTEGER,
     reading_since INTEGER,
     hints TEXT NOT NULL DEFAULT '',
     failure_code TEXT,
     failure_arguments TEXT,
     cleared INTEGER,
     finished INTEGER,
     pictured INTEGER NOT NULL DEFAULT 1 CHECK (pictured IN (0, 1)),
     undo TEXT
    ) STRICT, WITHOUT ROWID;

    -- What an item of a shelf has beside its row in `items`. items.album: its work, if a service knows it;
    -- items.quad: its corners in pixels of the shelf picture.
    --   box, rotation, box_confidence  ShelfBox
    --   task    what the shelf's job still has to do with the item; NULL: nothing
    --   sheet   the sheet with which the item is read; NULL: it is in no sheet yet
    --   title, creator, publisher, kind, year  SpineReading; kind is NULL for an item that was not read
    --   certainty  the model's confidence in the names
    --   typed   1: a person typed or confirmed the names
    --   confidence  ShelfItem.confidence
    --   dismissed  1: a person said that the box contains no item
    --   apart   1: a person said that the item is another copy than that of an earlier box
    CREATE TABLE shelf_items (
     item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
     box TEXT NOT NULL CHECK (box IN ('spine', 'cover', 'drawn')),
     rotation INTEGER NOT NULL CHECK (rotation IN (0, 90, 180, 270)),
     box_confidence REAL NOT NULL,
     task TEXT CHECK (task IN ('read', 'ground')),
     sheet INTEGER,
     title TEXT,
     creator TEXT,
     publisher TEXT,
     kind TEXT CHECK (kind IN ('book', 'record', 'other')),
     year INTEGER,
     certainty REAL NOT NULL DEFAULT 0,
     typed INTEGER NOT NULL DEFAULT 0 CHECK (typed IN (0, 1)),
     confidence REAL NOT NULL DEFAULT 0,
     dismissed INTEGER NOT NULL DEFAULT 0 CHECK (dismissed IN (0, 1)),
     apart INTEGER NOT NULL DEFAULT 0 CHECK (apart IN (0, 1))
    ) STRICT;

    CREATE INDEX shelves_session ON shelves (session);

    -- shelf  ShelfKey of the shelf from which a person added the find; NULL: from none
    -- added  the time of this addition, of the last one after removals
    ALTER TABLE finds ADD COLUMN shelf TEXT;
    ALTER TABLE finds ADD COLUMN added INTEGER;

    CREATE UNIQUE INDEX jobs_shelf ON jobs (scan) WHERE kind = 'shelf';
    """
}
