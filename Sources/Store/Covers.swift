// The covers we would know again. Their ids only grow, and one id is one fingerprint for ever; the
// album it belongs to may be corrected.

/// A cover known here.
package struct KnownCover: Equatable, Sendable {
  package let id: Int64
  package let album: Int64
  package let fingerprint: [UInt8]
}

/// How many covers there are, and up to where.
package struct CoverCounts: Equatable, Sendable {
  package let all: Int
  /// Those with ids up to the one that was asked about.
  package let upToAsked: Int
}

extension Store {
  private static let coverColumns = "SELECT id, album, fingerprint FROM covers"

  private static func cover(_ row: Row) -> KnownCover {
    KnownCover(id: row.integer(0), album: row.integer(1), fingerprint: row.blob(2))
  }

  /// Nil when there is none, or none any more.
  package func cover(_ id: Int64) throws(StoreError) -> KnownCover? {
    try connection.row("\(Self.coverColumns) WHERE id = ?", [.integer(id)]) { (row) in
      Self.cover(row)
    }
  }

  /// Gives the covers with ids above `id` one after the other, in the order of their ids.
  package func eachCover(
    after id: Int64 = 0, _ body: (KnownCover) throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try connection.rows(
      "\(Self.coverColumns) WHERE id > ? ORDER BY id", [.integer(id)]
    ) { (row) throws(StoreError) in try body(Self.cover(row)) }
  }

  package func knownCovers() throws(StoreError) -> [KnownCover] {
    try connection.rows("\(Self.coverColumns) ORDER BY id") { (row) in Self.cover(row) }
  }

  package func countCovers() throws(StoreError) -> Int {
    try connection.row("SELECT count(*) FROM covers") { (row) in Int(row.integer(0)) } ?? 0
  }

  /// Without reading a fingerprint.
  package func countCovers(upTo id: Int64) throws(StoreError) -> CoverCounts {
    let counts = try connection.row(
      "SELECT count(*), count(*) FILTER (WHERE id <= ?) FROM covers", [.integer(id)]
    ) { (row) in CoverCounts(all: Int(row.integer(0)), upToAsked: Int(row.integer(1))) }
    return counts ?? CoverCounts(all: 0, upToAsked: 0)
  }
}
