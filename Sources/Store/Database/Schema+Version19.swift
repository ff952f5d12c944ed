// Version 19: the product codes that were read on a sleeve.

extension Schema {
  static let version19 = """
    -- codes  ProductCode.digits of the codes in the photo, separated by spaces; NULL: none was read
    ALTER TABLE items ADD COLUMN codes TEXT;
    """
}
