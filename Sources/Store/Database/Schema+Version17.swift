// Version 17: rules 3 for names. `Store.renewNames` gives the rows their new keys.

extension Schema {
  static let version17 = """
    DROP INDEX albums_old_keys;
    CREATE INDEX albums_old_keys ON albums (key) WHERE key_rules < 3;
    """
}
