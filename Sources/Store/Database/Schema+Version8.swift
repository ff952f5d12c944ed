// Version 8: the ledger names the album that a call is about. A review may begin before the album is
// certain, so two reviews of one scan can be about two albums (docs/decisions/075-early-start.md).

extension Schema {
  static let version8 = """
    -- The key of the album that a review is about; NULL for other stages, and for earlier rows.
    ALTER TABLE calls ADD COLUMN album TEXT;
    """
}
