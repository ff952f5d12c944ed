// Version 15: favourites.

extension Schema {
  static let version15 = """
    -- favourite  'yes': an owner chose the find as a favourite; NULL: not
    ALTER TABLE finds ADD COLUMN favourite TEXT CHECK (favourite = 'yes');
    ALTER TABLE edited_finds ADD COLUMN favourite TEXT CHECK (favourite = 'yes');

    CREATE INDEX finds_favourite ON finds (favourite) WHERE favourite IS NOT NULL;
    """
}
