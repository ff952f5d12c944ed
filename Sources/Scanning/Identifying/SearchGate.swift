// Whether call 2, which searches the web, is worth its price. Source: PRODUCT step 5.

import Albums

enum SearchGate {
  /// Why there is a call 2, or why not.
  enum Decision: String, CaseIterable, Sendable {
    /// Call 1 did not ask for one.
    case notAsked = "not asked"
    case open
    /// Advanced search is on: what was read does not matter.
    case bypassed
    /// Fewer than three letters or digits were read.
    case unreadable
    /// The reading itself is doubtful.
    case doubtful
    /// The provider cannot search, or the plan has no call 2.
    case unavailable

    var searches: Bool { self == .open || self == .bypassed }

    /// Why a scan came to nothing after this decision.
    var failure: Failure {
      switch self {
      case .notAsked, .unavailable: .notIdentified
      case .open, .bypassed: .searchDidNotHelp
      case .unreadable: .tooLittleText
      case .doubtful: .unclearText
      }
    }
  }

  static let leastReadable = 3

  static func decision(
    on identification: Identification, canSearch: Bool, isAdvanced: Bool
  ) -> Decision {
    guard identification.status == .searchNeeded else { return .notAsked }
    guard canSearch else { return .unavailable }
    if isAdvanced { return .bypassed }
    let observation = identification.observation
    guard observation.readableCharacterCount >= leastReadable else { return .unreadable }
    return observation.textConfidence >= .medium ? .open : .doubtful
  }
}
