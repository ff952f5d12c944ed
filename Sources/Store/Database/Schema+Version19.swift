// Version 19: the product codes and the lettering that were read on a sleeve.

extension Schema {
  static let version19 = """
    -- codes  ProductCode.digits of the codes in the photo, separated by spaces; NULL: none was read
    -- lines  the lettering of the crop (Sleeves, [SleeveLine].stored), for 30 days; NULL: none was read
    ALTER TABLE items ADD COLUMN codes TEXT;
    ALTER TABLE items ADD COLUMN lines TEXT;
    CREATE INDEX items_lines ON items (created) WHERE lines IS NOT NULL;
    """
}
