// Sums of the ledger by month, person, model and scan. Calls that the service refused or that did
// not reach it do not count.

package import Albums

/// The spending of a month, in millionths of a dollar.
package struct Spending: Equatable, Sendable {
  package let month: Month
  package let spent: Money

  /// The maximum costs of calls whose answers are not known.
  package let reserved: Money
  package let callCount: Int

  /// The amount that counts towards the cap.
  package var total: Money { spent + reserved }
}

/// The spending on one subject: a person, a model or a scan.
package struct Share<Subject: Hashable & Sendable>: Hashable, Sendable {
  package let subject: Subject
  package let spent: Money
  package let reserved: Money
  package let callCount: Int

  package var total: Money { spent + reserved }
}

/// A person in a month. A person's limit applies to one month.
package struct PersonMonth: Hashable, Sendable {
  package let month: String
  package let person: String
}

/// A model, its provider, and the purpose of the calls to it.
package struct AskedModel: Hashable, Sendable {
  package let provider: String
  package let model: String
  package let prompt: String
  package let stage: String
}

extension Store {
  private static var sums: String {
    """
    coalesce(sum(CASE state WHEN 'settled' THEN cost END), 0) AS spent,
    coalesce(sum(CASE state WHEN 'reserved' THEN reserved END), 0) AS unknown, count(*)
    """
  }

  private static var isOwed: String { "state IN ('reserved', 'settled')" }

  /// A reservation without a known cost counts with its maximum cost, because the call may be
  /// charged.
  package func spending(in month: Month) throws(StoreError) -> Spending {
    try connection.row(
      "SELECT \(Self.sums) FROM calls WHERE created >= ? AND created < ? AND \(Self.isOwed)",
      range(of: month)
    ) { (row) in
      Spending(
        month: month, spent: Money(microdollars: row.integer(0)),
        reserved: Money(microdollars: row.integer(1)), callCount: Int(row.integer(2)))
    } ?? Spending(month: month, spent: .zero, reserved: .zero, callCount: 0)
  }

  /// The cost of one person's calls in a month, with the maximum costs of calls whose answers are not
  /// known.
  package func spending(of person: PersonID, in month: Month) throws(StoreError) -> Money {
    try connection.row(
      """
      SELECT coalesce(sum(coalesce(cost, reserved)), 0) FROM calls
      WHERE person = ? AND created >= ? AND created < ? AND \(Self.isOwed)
      """, [.text(person.text)] + range(of: month)
    ) { (row) in Money(microdollars: row.integer(0)) } ?? .zero
  }

  /// The mean cost of an answered call for a review of an album, with a search (`prompt` begins with `review-search-`) or
  /// without; nil without such a call.
  package func meanReviewCost(isSearched: Bool) throws(StoreError) -> Money? {
    try connection.row(
      """
      SELECT CAST(round(avg(cost)) AS INTEGER) FROM calls WHERE stage = 'review' AND state = 'settled'
        AND prompt LIKE 'review-%' AND (prompt LIKE 'review-search-%') = ?
      """, [Value(isSearched)]
    ) { (row) in row.integerOrNil(0).map { Money(microdollars: $0) } } ?? nil
  }

  /// The first moment of a month, and the first moment of the next month.
  private func range(of month: Month) -> [Value] {
    [
      .integer(zone.start(of: month).milliseconds),
      .integer(zone.start(of: month.next).milliseconds),
    ]
  }

  /// The photos of covers in a month whose album is known, and how many of them were known without a model: by
  /// a known cover or by what stands on the sleeve. A photo whose find was deleted counts, too.
  package func knownPhotos(in month: Month) throws(StoreError) -> (all: Int, free: Int) {
    try connection.row(
      """
      SELECT count(*), coalesce(sum(evidence GLOB 'sleeve *' OR evidence GLOB 'recognised *'), 0)
      FROM scans JOIN items ON items.scan = scans.id
      WHERE kind = 'album' AND bytes > 0 AND evidence IS NOT NULL
        AND scans.created >= ? AND scans.created < ?
      """, range(of: month)
    ) { (row) in (Int(row.integer(0)), Int(row.integer(1))) } ?? (0, 0)
  }

  /// The cost of one scan and of the jobs that follow it. A call whose answer was lost counts with its
  /// maximum cost.
  package func cost(of scan: ScanID) throws(StoreError) -> Money {
    try connection.row(
      "SELECT coalesce(sum(coalesce(cost, reserved)), 0) FROM calls WHERE scan = ?",
      [.text(scan.text)]
    ) { (row) in Money(microdollars: row.integer(0)) } ?? .zero
  }

  /// The months with spending, newest first.
  package func spendingByMonth() throws(StoreError) -> [Spending] {
    let months = try connection.rows(
      "SELECT DISTINCT created FROM calls WHERE \(Self.isOwed)"
    ) { (row) in
      zone.month(of: Timestamp(milliseconds: row.integer(0)))
    }
    var all: [Spending] = []
    for month in Set(months).sorted(by: >) { all.append(try spending(in: month)) }
    return all
  }

  /// The spending of each person in each month, newest month first.
  package func spendingByPerson() throws(StoreError) -> [Share<PersonMonth>] {
    var all: [Share<PersonMonth>] = []
    for month in try spendingByMonth().map(\.month) {
      all += try shares(
        of: ["person"], order: "1", "AND created >= ? AND created < ?", range(of: month)
      ) { (row) in PersonMonth(month: month.description, person: row.text(0)) }
    }
    return all
  }

  /// The spending on each model, highest first.
  package func spendingByModel() throws(StoreError) -> [Share<AskedModel>] {
    try shares(
      of: ["provider", "model", "prompt", "stage"], order: "spent + unknown DESC, 1, 2, 3, 4"
    ) { (row) in
      AskedModel(
        provider: row.text(0), model: row.text(1), prompt: row.text(2), stage: row.text(3))
    }
  }

  /// The `limit` scans with the highest spending, highest first.
  package func spendingByScan(limit: Int) throws(StoreError) -> [Share<ScanID>] {
    try shares(of: ["scan"], order: "spent + unknown DESC, 1 LIMIT \(limit)") { (row) in
      ScanID(unchecked: row.text(0))
    }
  }

  /// The sums of all calls that have equal values in `columns`, which `subject` reads.
  private func shares<Subject>(
    of columns: [String], order: String, _ condition: String = "", _ values: [Value] = [],
    _ subject: (Row) -> Subject
  ) throws(StoreError) -> [Share<Subject>] {
    let sums = Int32(columns.count)
    return try connection.rows(
      """
      SELECT \(columns.joined(separator: ", ")), \(Self.sums) FROM calls WHERE \(Self.isOwed) \(condition)
      GROUP BY \((1...sums).map { "\($0)" }.joined(separator: ", ")) ORDER BY \(order)
      """, values
    ) { (row) throws(StoreError) in
      Share(
        subject: subject(row), spent: Money(microdollars: row.integer(sums)),
        reserved: Money(microdollars: row.integer(sums + 1)), callCount: Int(row.integer(sums + 2)))
    }
  }
}
