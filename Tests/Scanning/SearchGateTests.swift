// The condition for call 2, as a table: docs/product.md step 5.

import Albums
import Store
import Testing

@testable import Scanning

@Suite struct SearchGateTests {
  static let cases:
    [(
      status: Identification.Status, read: String, sure: Confidence, advanced: Bool,
      searches: Bool, decision: SearchGate.Decision
    )] = [
      (.searchNeeded, "XTC", .high, false, true, .open),
      (.searchNeeded, "XTC", .medium, false, true, .open),
      (.searchNeeded, "10cc", .medium, false, true, .open),
      (.searchNeeded, "宇多田", .high, false, true, .open),
      (.searchNeeded, "U2", .high, false, true, .unreadable),
      (.searchNeeded, "!!! ???", .high, false, true, .unreadable),
      (.searchNeeded, "", .high, false, true, .unreadable),
      (.searchNeeded, "XTC", .low, false, true, .doubtful),
      (.searchNeeded, "U2", .low, true, true, .bypassed),
      (.searchNeeded, "", .low, true, true, .bypassed),
      (.searchNeeded, "XTC", .high, false, false, .unavailable),
      (.searchNeeded, "XTC", .high, true, false, .unavailable),
      (.identified, "XTC", .high, true, true, .notAsked),
      (.unresolved, "XTC", .high, false, true, .notAsked),
      (.unresolved, "XTC", .high, true, true, .notAsked),
    ]

  @Test(arguments: cases)
  func `the web is searched only if call 1 asks for it and the gate allows it`(
    status: Identification.Status, read: String, sure: Confidence, advanced: Bool, searches: Bool,
    decision: SearchGate.Decision
  ) {
    let identification = Identification(
      status: status, candidates: [],
      observation: Observation(text: read, description: "", textConfidence: sure))
    let rights = SearchRights(includesCall2: true, isAdvanced: advanced)
    #expect(
      SearchGate.decision(on: identification, canSearch: searches, rights: rights) == decision)
    let without = SearchRights(includesCall2: false, isAdvanced: false)
    let refused = SearchGate.decision(on: identification, canSearch: searches, rights: without)
    // The gate checks the plan only if a search is possible otherwise.
    let isAsked = status == .searchNeeded && searches
    #expect(refused == (isAsked ? .notInPlan : decision))
    #expect(!refused.searches, "a plan without call 2 never searches")
    #expect(decision.searches == [.open, .bypassed].contains(decision))
  }
}
