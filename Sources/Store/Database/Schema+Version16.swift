// Version 16: the tints of pictures.

extension Schema {
  static let version16 = """
    -- tint, own_tint  Tint of the picture in artwork and own_artwork; NULL: no picture, or not measured yet
    ALTER TABLE albums ADD COLUMN tint INTEGER CHECK (tint BETWEEN 0 AND 47);
    ALTER TABLE finds ADD COLUMN own_tint INTEGER CHECK (own_tint BETWEEN 0 AND 47);
    """
}
