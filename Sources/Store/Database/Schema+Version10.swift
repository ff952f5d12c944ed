// Version 10: a person's choice whether strangers see a find has three values: yes, no and undecided;
// and the sign-ins that prove who sits at a device.

extension Schema {
  static let version10 = publicChoice10 + "\n" + signIns10

  /// A stored 0 says nothing: it was the default, and also the trace of a "no". So it becomes undecided,
  /// and `unconfirmed_finds` keeps these finds until the host has confirmed that the rule of the
  /// published log decides on them (docs/decisions/106-public-choice.md).
  private static let publicChoice10 = """
    -- public_choice  PublicChoice; NULL: undecided
    ALTER TABLE finds ADD COLUMN public_choice TEXT CHECK (public_choice IN ('yes', 'no'));
    ALTER TABLE edited_finds ADD COLUMN public_choice TEXT CHECK (public_choice IN ('yes', 'no'));
    UPDATE finds SET public_choice = 'yes' WHERE public = 1;
    UPDATE edited_finds SET public_choice = 'yes' WHERE public = 1;

    -- Finds of earlier versions that are undecided, or become undecided by the undo of an edit. The rule of the
    -- published log publishes none of them before the host confirms it.
    CREATE TABLE unconfirmed_finds (
     find TEXT PRIMARY KEY REFERENCES finds ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    INSERT INTO unconfirmed_finds SELECT id FROM finds WHERE public = 0
      UNION SELECT find FROM edited_finds WHERE public = 0;

    ALTER TABLE finds DROP COLUMN public;
    ALTER TABLE edited_finds DROP COLUMN public;

    -- state: see ImportUndo.swift. The states of undecided and public finds have not changed but for the
    -- number of their rule.
    UPDATE import_rows SET state = '2 ' || state WHERE state <> '';
    """

  private static let signIns10 = """
    -- The time of a sign-in with a passphrase or with a link of the host; NULL for a sign-in with a code
    -- that another device has made.
    ALTER TABLE sessions ADD COLUMN proven INTEGER;
    """
}
