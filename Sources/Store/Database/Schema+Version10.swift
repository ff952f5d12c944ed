// Version 10: the sign-ins that prove who sits at a device.

extension Schema {
  static let version10 = """
    -- The time of a sign-in with a passphrase or with a link of the host; NULL for a sign-in with a code
    -- that another device has made.
    ALTER TABLE sessions ADD COLUMN proven INTEGER;
    """
}
