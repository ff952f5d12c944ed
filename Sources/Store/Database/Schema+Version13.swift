// Version 13: books. A book is a row of `albums` with another kind.

extension Schema {
  /// `finds.kind` was always 'album', and the kind of the work is a fact about the work.
  static let version13 = """
    -- kind   WorkKind; a book's key begins with 'book: ', its artist is the author, and its record label
    --        is the publisher
    -- isbn   13 digits, of a book
    -- pages  the number of pages of a book
    ALTER TABLE albums ADD COLUMN kind TEXT NOT NULL DEFAULT 'album' CHECK (kind IN ('album', 'book'));
    ALTER TABLE albums ADD COLUMN isbn TEXT;
    ALTER TABLE albums ADD COLUMN pages INTEGER;

    ALTER TABLE finds DROP COLUMN kind;

    -- moved  1: the find was once a work of the other kind, and its former address leads to its page
    ALTER TABLE finds ADD COLUMN moved INTEGER NOT NULL DEFAULT 0 CHECK (moved IN (0, 1));
    """
}
