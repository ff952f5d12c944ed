// The covers that the program can recognise. A new cover has a higher id than every earlier cover.
// A cover keeps its id and fingerprint for ever; a correction may change its album.

/// A cover that the program can recognise.
package struct KnownCover: Equatable, Sendable {
  package let id: Int64
  package let album: Int64
  package let fingerprint: [UInt8]
}

/// The number of all covers, and the number of covers up to a given id.
package struct CoverCounts: Equatable, Sendable {
  package let all: Int
  /// The number of covers whose ids are not greater than the given id.
  package let upToAsked: Int
}

extension Store {
  private static let coverColumns =
    "SELECT id, \(joined("covers.album")), fingerprint FROM covers"

  private static func cover(_ row: Row) -> KnownCover {
    KnownCover(id: row.integer(0), album: row.integer(1), fingerprint: row.blob(2))
  }

  /// The cover with this id; nil if there never was one or it was removed.
  package func cover(_ id: Int64) throws(StoreError) -> KnownCover? {
    try connection.row("\(Self.coverColumns) WHERE id = ?", [.integer(id)]) { (row) in
      Self.cover(row)
    }
  }

  /// Passes each cover with an id above `id` to `body`, in the order of the ids.
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

  /// Counts covers without reading their fingerprints.
  package func countCovers(upTo id: Int64) throws(StoreError) -> CoverCounts {
    let counts = try connection.row(
      "SELECT count(*), count(*) FILTER (WHERE id <= ?) FROM covers", [.integer(id)]
    ) { (row) in CoverCounts(all: Int(row.integer(0)), upToAsked: Int(row.integer(1))) }
    return counts ?? CoverCounts(all: 0, upToAsked: 0)
  }
}
