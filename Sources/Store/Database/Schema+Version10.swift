// Version 10: a person's choice whether strangers see a find has three values: yes, no and undecided;
// own pictures belong to finds; a session stores whether its sign-in proves the person; and finds
// store the times of changes for feeds.

extension Schema {
  static let version10 = [publicChoice10, ownPictures10, signIns10, changes10]
    .joined(separator: "\n")

  /// A stored 0 may be a "no" or the default. So it becomes undecided, and `unconfirmed_finds` keeps
  /// these finds until the host has confirmed that the rule of the published log decides on them
  /// (docs/decisions/106-public-choice.md).
  private static let publicChoice10 = """
    -- public_choice  PublicChoice; NULL: undecided
    ALTER TABLE finds ADD COLUMN public_choice TEXT CHECK (public_choice IN ('yes', 'no'));
    ALTER TABLE edited_finds ADD COLUMN public_choice TEXT CHECK (public_choice IN ('yes', 'no'));
    UPDATE finds SET public_choice = 'yes' WHERE public = 1;
    UPDATE edited_finds SET public_choice = 'yes' WHERE public = 1;

    -- Finds of earlier versions that are undecided, or become undecided by the undo of an edit. The rule of the
    -- published log publishes none of them before the host confirms it.
    -- listed  1: the host has seen the find in the last list
    CREATE TABLE unconfirmed_finds (
     find TEXT PRIMARY KEY REFERENCES finds ON DELETE CASCADE,
     listed INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    INSERT INTO unconfirmed_finds (find) SELECT id FROM finds WHERE public = 0
      UNION SELECT find FROM edited_finds WHERE public = 0;

    ALTER TABLE finds DROP COLUMN public;
    ALTER TABLE edited_finds DROP COLUMN public;

    -- state: see ImportUndo.swift. The states of undecided and public finds have not changed but for the
    -- number of their rule.
    UPDATE import_rows SET state = '2 ' || state WHERE state <> '';
    """

  /// An own picture goes to the newest find of its sender. The last job that stored a picture of
  /// the album names the sender. If that job was removed, the sender is known only in a household
  /// of one person. A find in the history is preferred to a deleted one
  /// (docs/decisions/107-own-pictures.md).
  ///
  /// A withdrawn job has the state `done`, too. It ended at the time when a later job for the same
  /// item was created: the later job withdrew it.
  private static let ownPictures10 = """
    ALTER TABLE finds ADD COLUMN own_artwork TEXT;

    CREATE TEMP TABLE senders AS
      SELECT album, person, find FROM (
        SELECT finds.album, jobs.person, finds.id AS find, jobs.payload ->> '$.file' AS file,
          row_number() OVER (PARTITION BY finds.album ORDER BY jobs.updated DESC, jobs.id DESC) AS place
        FROM jobs JOIN finds ON finds.item = jobs.item JOIN albums ON albums.id = finds.album
        WHERE albums.own_artwork NOT NULL AND jobs.kind = 'artwork' AND jobs.state = 'done'
          AND jobs.payload ->> '$.file' NOT NULL
          AND NOT EXISTS (SELECT 1 FROM jobs AS later
            WHERE later.item = jobs.item AND later.kind = 'artwork' AND later.id > jobs.id
              AND later.created = jobs.updated))
      WHERE place = 1 AND file <> '';
    INSERT INTO senders
      SELECT id, (SELECT person FROM finds WHERE album = albums.id LIMIT 1), NULL FROM albums
      WHERE own_artwork NOT NULL AND id NOT IN (SELECT album FROM senders)
        AND (SELECT count(*) FROM people) <= 1
        AND (SELECT count(DISTINCT person) FROM finds) <= 1;

    UPDATE finds SET own_artwork = (SELECT albums.own_artwork FROM albums WHERE id = finds.album)
      WHERE id IN (SELECT id FROM (
        SELECT finds.id, row_number() OVER (PARTITION BY finds.album
          ORDER BY finds.person = senders.person DESC, deleted IS NULL DESC, found DESC,
            finds.id DESC) AS place
        FROM senders JOIN finds ON finds.album = senders.album
          AND (finds.person = senders.person OR finds.id = senders.find))
      WHERE place = 1);

    -- Own pictures of unknown senders. Only the household sees them.
    CREATE TABLE unowned_pictures (
     album INTEGER PRIMARY KEY REFERENCES albums ON DELETE CASCADE,
     artwork TEXT NOT NULL
    ) STRICT;
    INSERT INTO unowned_pictures
      SELECT id, own_artwork FROM albums WHERE albums.own_artwork NOT NULL
        AND NOT EXISTS (SELECT 1 FROM finds WHERE album = albums.id AND finds.own_artwork NOT NULL);

    INSERT OR REPLACE INTO stale_pages (kind, id)
      SELECT 'find', finds.id FROM finds JOIN albums ON albums.id = album
        WHERE albums.own_artwork NOT NULL AND deleted IS NULL
      UNION ALL
      SELECT 'scan', items.scan FROM items JOIN finds ON finds.item = items.id
        JOIN albums ON albums.id = finds.album
        WHERE albums.own_artwork NOT NULL AND items.scan NOT NULL;

    DROP TABLE senders;
    ALTER TABLE albums DROP COLUMN own_artwork;
    """

  private static let signIns10 = """
    -- The time of a sign-in that proves who sits at the device: with a passphrase, or with a code whose
    -- `proves` is 1; NULL for another sign-in.
    ALTER TABLE sessions ADD COLUMN proven INTEGER;

    -- proves  see CodeMaker. Codes of earlier versions prove nothing.
    ALTER TABLE codes ADD COLUMN proves INTEGER NOT NULL DEFAULT 0;
    """

  private static let changes10 = """
    -- The time at which the album of a find changed last, or whether it is sure; NULL: never.
    ALTER TABLE finds ADD COLUMN corrected INTEGER;
    -- The time at which the note of a find changed last; NULL: never.
    ALTER TABLE finds ADD COLUMN noted INTEGER;
    """
}
