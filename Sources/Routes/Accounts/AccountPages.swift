// The pages that this program fills, and the texts that they share.

import Albums
import CGI
import Host
import Store

extension Installation {
  /// Whether the build wrote the page. An earlier version did not write every page.
  private func has(_ page: FilledPage) -> Bool { Files.exists(path(of: page)) }

  private func path(of page: FilledPage) -> String {
    "\(configuration.filledPages)/\(page.fileName)"
  }

  /// The page, filled. If the page is missing, because an earlier version built the site, the log
  /// tells the host to build, and the response is an internal error.
  func page(
    _ page: FilledPage, _ fill: PageFill, _ status: Response.Status = .ok
  ) throws -> RouteResult {
    let path = path(of: page)
    guard has(page) else {
      log("cgi", "\(path) is missing; run albumscan build")
      throw Refusal.internalError
    }
    return RouteResult(.page(status, fill.filled(try Files.read(path, limit: 1 << 20))))
  }

  func planName(_ plan: Plan) -> String { sentence("account.plan.\(plan.rawValue)") }

  /// The limits of the plans, from the control file.
  var planLimits: PlanLimits { PlanLimits(configuration.people) }
}

/// The use of a person's plan.
struct PlanUse {
  let used: Int
  let limit: PlanLimit

  /// Nil for an owner, whose scans are not limited.
  init?(
    of person: Person, _ installation: Installation, _ store: borrowing Store
  ) throws(StoreError) {
    guard let limit = installation.planLimits.limit(of: person.plan) else { return nil }
    self.limit = limit
    used = try store.usedScans(of: person.id, limit: limit, at: installation.now)
  }

  var left: Int { max(0, limit.count - used) }

  /// `12 of 120 scans this month`.
  func text(_ installation: Installation) -> String {
    let use = installation.sentence(
      limit.isMonthly ? "account.use.month" : "account.use.all",
      ["used": .count(used), "count": .count(limit.count)])
    guard limit.isShared else { return use }
    return installation.sentence("account.use.shared", ["use": .text(use)])
  }
}

/// A share as whole percent from 0 to 100.
func percent(_ part: Money, of whole: Money) -> Int {
  guard whole > .zero, part > .zero else { return 0 }
  return Int(min(100, (part.dollars / whole.dollars * 100).rounded()))
}
