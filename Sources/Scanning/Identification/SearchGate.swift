// Decides whether call 2, which searches the web, is worth its price.
// Source: docs/product.md step 5.

import Albums
import Store

package enum SearchGate {
  /// The reason why call 2 is made, or why it is not.
  package enum Decision: String, CaseIterable, Sendable {
    /// Call 1 did not ask for a search.
    case notAsked = "not asked"
    case open
    /// Advanced search is on, so the text that call 1 read is not checked.
    case bypassed
    /// Call 1 read fewer than three letters or digits.
    case unreadable
    /// Call 1 is not sure of the text that it read.
    case doubtful
    /// The provider cannot search the web.
    case unavailable
    /// The person's plan has no call 2.
    case notInPlan = "not in the plan"

    var searches: Bool { self == .open || self == .bypassed }

    /// The failure of a scan that found no album after this decision.
    var failure: Failure {
      switch self {
      case .notAsked, .unavailable, .notInPlan: .notIdentified
      case .open, .bypassed: .searchDidNotHelp
      case .unreadable: .tooLittleText
      case .doubtful: .unclearText
      }
    }
  }

  static let leastReadable = 3

  static func decision(
    on identification: Identification, canSearch: Bool, rights: SearchRights
  ) -> Decision {
    guard identification.status == .searchNeeded else { return .notAsked }
    guard canSearch else { return .unavailable }
    guard rights.includesCall2 else { return .notInPlan }
    if rights.isAdvanced { return .bypassed }
    let observation = identification.observation
    guard observation.readableCharacterCount >= leastReadable else { return .unreadable }
    return observation.textConfidence >= .medium ? .open : .doubtful
  }
}
