// The plans: the permitted calls, the scans that a plan includes, and the photos that a person may send.
// The host assigns plans; AlbumScan sells nothing. Source: docs/product.md "Plans".

/// A person's plan. Source: docs/product.md "Plans".
package enum Plan: String, CaseIterable, Hashable, Sendable {
  /// Few scans in all, call 1 only.
  case free
  /// Scans for each calendar month, call 1 only.
  case base
  /// Scans for each calendar month, call 2 and advanced search.
  case ultra
  /// No limit on scans; only the monthly cap applies.
  case owner

  /// Whether the plan includes call 2 and advanced search.
  package var includesSearch: Bool {
    switch self {
    case .free, .base: false
    case .ultra, .owner: true
    }
  }

  /// The scans that the plan includes without its setting `plan-NAME`; nil for the plan `owner`, which
  /// only the monthly cap limits. Source: docs/limits.md "People".
  package var standardLimit: PlanLimit? {
    switch self {
    case .free: PlanLimit(5, isMonthly: false)
    case .base, .ultra: PlanLimit(120, isMonthly: true)
    case .owner: nil
    }
  }
}

/// The number of scans that a plan includes: `5` in all, `120/month`, or `300/month shared`.
package struct PlanLimit: Hashable, Sendable, CustomStringConvertible {
  package let count: Int

  /// Whether the count begins anew with each calendar month of the host's time zone.
  package let isMonthly: Bool

  /// Whether all people with the plan share the scans; otherwise each person has `count` scans.
  package let isShared: Bool

  package init(_ count: Int, isMonthly: Bool, isShared: Bool = false) {
    self.count = count
    self.isMonthly = isMonthly
    self.isShared = isShared
  }

  /// The form of the settings `plan-NAME`.
  package var description: String {
    "\(count)" + (isMonthly ? "/month" : "") + (isShared ? " shared" : "")
  }
}

/// The limits of all plans: those of the control file, else the standard limits.
package struct PlanLimits: Hashable, Sendable {
  private let changed: [Plan: PlanLimit]

  package init(_ changed: [Plan: PlanLimit] = [:]) { self.changed = changed }

  /// Nil for the plan `owner`.
  package func limit(of plan: Plan) -> PlanLimit? {
    plan.standardLimit.map { changed[plan] ?? $0 }
  }
}

/// The number of photos that one person may send. Repeated uploads of a photo do not count. Source:
/// docs/limits.md "People".
package struct PhotoLimits: Hashable, Sendable {
  package let aMinute: Int

  /// The limit does not apply to owners.
  package let aDay: Int

  package init(aMinute: Int = 30, aDay: Int = 100) {
    self.aMinute = aMinute
    self.aDay = aDay
  }
}

/// The reason why a plan admits no further scan, as a page shows it.
package struct UsedPlan: Hashable, Sendable {
  package let count: Int

  /// The start of the next month; nil for a plan whose count never begins anew.
  package let next: Timestamp?

  /// The host's contact; nil if the control file has none.
  package let contact: String?

  package init(count: Int, next: Timestamp?, contact: String?) {
    self.count = count
    self.next = next
    self.contact = contact
  }
}
