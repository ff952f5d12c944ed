// Version 11: the own rating of a find.

extension Schema {
  static let version11 = """
    -- own_rating  Rating of the person who found the record, in tenths; NULL: none
    ALTER TABLE finds ADD COLUMN own_rating INTEGER CHECK (own_rating BETWEEN 0 AND 100);
    ALTER TABLE edited_finds ADD COLUMN own_rating INTEGER CHECK (own_rating BETWEEN 0 AND 100);
    """
}
