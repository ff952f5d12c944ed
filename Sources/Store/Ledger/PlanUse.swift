// The use of plans. A scan counts for one person: the person for whom its first call was booked.
// Source: docs/product.md "Plans".

package import Albums
package import Host

extension PlanLimits {
  /// The limits of the control file.
  package init(_ settings: PeopleSettings) {
    var changed: [Plan: PlanLimit] = [:]
    for plan in Plan.allCases {
      changed[plan] = settings.plans[plan.rawValue].map { PlanLimit($0) }
    }
    self.init(changed)
  }
}

extension PlanLimit {
  fileprivate init(_ setting: PlanSetting) {
    self.init(setting.count, isMonthly: setting.isMonthly, isShared: setting.isShared)
  }
}

extension PhotoLimits {
  /// The limits of the control file.
  package init(_ settings: PeopleSettings) {
    self.init(aMinute: settings.photosAMinute, aDay: settings.photosADay)
  }
}

/// The paid calls that a person's plan includes besides call 1.
package struct SearchRights: Equatable, Sendable {
  /// Call 2, which searches the web.
  package let includesCall2: Bool

  /// Whether reviews and call 2 use advanced search.
  package let isAdvanced: Bool

  package init(includesCall2: Bool, isAdvanced: Bool) {
    self.includesCall2 = includesCall2
    self.isAdvanced = isAdvanced
  }
}

extension Store {
  /// The number of scans that count for a person's plan at `now`: in all, or in this calendar month. For
  /// a shared limit, the scans of all people with the same plan count.
  ///
  /// A scan counts in the month of its first booked call. Calls that were refused or never sent do
  /// not count.
  package func usedScans(
    of person: PersonID, limit: PlanLimit, at now: Timestamp
  ) throws(StoreError) -> Int {
    let month = zone.month(of: now)
    let first = limit.isMonthly ? zone.start(of: month).milliseconds : .min
    let past = limit.isMonthly ? zone.start(of: month.next).milliseconds : .max
    let people =
      limit.isShared
      ? """
      IN (SELECT ?1 UNION SELECT id FROM people
        WHERE plan = (SELECT plan FROM people WHERE id = ?1))
      """ : "= ?1"
    return try connection.row(
      """
      SELECT count(*) FROM calls
      WHERE person \(people) AND created >= ?2 AND created < ?3 AND scan IS NOT NULL
        AND state IN ('reserved', 'settled')
        AND NOT EXISTS (SELECT 1 FROM calls earlier
          WHERE earlier.scan = calls.scan AND earlier.id < calls.id
            AND earlier.state IN ('reserved', 'settled'))
      """, [.text(person.text), .integer(first), .integer(past)]
    ) { (row) in Int(row.integer(0)) } ?? 0
  }

  /// The calls that a person's plan includes. `setting` is `advanced-search` of the control file.
  /// Without people the plan is `owner`. A person who was removed while a job waited gets neither call 2
  /// nor advanced search.
  package func searchRights(
    of person: PersonID, setting: Bool
  ) throws(StoreError) -> SearchRights {
    guard let person = try self.person(person) else {
      let isOwner = try !hasPeople()
      return SearchRights(includesCall2: isOwner, isAdvanced: isOwner && setting)
    }
    return SearchRights(
      includesCall2: person.plan.includesSearch,
      isAdvanced: person.usesAdvancedSearch(setting: setting))
  }

  // MARK: Inside a transaction

  /// The limit that a call would exceed; nil if the plan admits the call. If the scan already
  /// counts for the plan, the plan admits all its further calls: call 2, the review, and manual
  /// corrections.
  func usedPlan(
    of owner: CallOwner, _ plans: PlanLimits, at now: Timestamp
  ) throws(StoreError) -> PlanLimit? {
    guard let scan = owner.scan, let limit = try plans.limit(of: plan(of: owner.person)) else {
      return nil
    }
    let countsAlready = try connection.row(
      """
      SELECT EXISTS (SELECT 1 FROM calls WHERE scan = ? AND state IN ('reserved', 'settled'))
      """, [.text(scan.text)]
    ) { (row) in row.integer(0) == 1 }
    if countsAlready == true { return nil }
    return try usedScans(of: owner.person, limit: limit, at: now) < limit.count ? nil : limit
  }

  /// The person's share of the cap, if a call would exceed it; nil if the person may make the call. The calls
  /// for hints and reviews count, too, although no plan limits them. An owner may use the whole
  /// cap.
  func usedShare(
    by call: PlannedCall, of personCap: Money?, at now: Timestamp
  ) throws(StoreError) -> Money? {
    guard let share = personCap, try plan(of: call.owner.person) != .owner else { return nil }
    let spent = try spending(of: call.owner.person, in: zone.month(of: now))
    return spent + call.worstCase <= share ? nil : share
  }

  /// Without people the plan is `owner`. The calls of a removed person are limited like those of the
  /// plan `free`.
  private func plan(of id: PersonID) throws(StoreError) -> Plan {
    if let person = try person(id) { return person.plan }
    return try hasPeople() ? .free : .owner
  }
}
