// The rule of the published log and a person's choice, and the tiers of the labels.

import Support
import Testing

@testable import Albums

@Suite struct PublishRuleTests {
  private static let rules: [(rule: PublishRule.Selection, isTagged: Bool, publishes: Bool)] = [
    (.chosen, false, false), (.chosen, true, false), (.all, false, true), (.all, true, true),
    (.tag("Jazz"), false, false), (.tag("jazz"), true, true),
  ]

  @Test func `yes and no win over every rule, and the rule decides on the other finds`() {
    for (selection, isTagged, publishes) in Self.rules {
      let rule = PublishRule(choice: selection, showsNotes: false)
      let tags = isTagged ? [Tag(stored: "JAZZ")] : []
      func isPublic(_ choice: PublicChoice?) -> Bool {
        rule.reason(for: FindDetails(tags: tags, publicChoice: choice)).isPublic
      }
      #expect(isPublic(.yes) && !isPublic(.no), "\(selection)")
      #expect(isPublic(nil) == publishes, "\(selection), tagged: \(isTagged)")
    }
  }

  @Test func `a find of an earlier version is not public before the host confirms it`() {
    for (selection, isTagged, publishes) in Self.rules {
      let rule = PublishRule(choice: selection, showsNotes: false)
      let tags = isTagged ? [Tag(stored: "JAZZ")] : []
      func reason(_ choice: PublicChoice?) -> PublicReason {
        rule.reason(for: FindDetails(tags: tags, publicChoice: choice, isUnconfirmed: true))
      }
      #expect((reason(nil) == .unconfirmed) == publishes, "\(selection), tagged: \(isTagged)")
      #expect(!reason(nil).isPublic && reason(nil).publisher == nil)
      #expect(reason(.yes) == .chosen && reason(.no) == .refused, "a person has decided")
    }
  }

  @Test func `each tier has three labels, in the order of the product's table`() {
    let tiers = Recommendation.allCases.map(\.tier)
    #expect(tiers == (1...8).flatMap { [$0, $0, $0] })
  }
}
