// The labels of reviews: the enum is the only list, and the document shows it.

import Albums
import Host
import Support
import Testing

@Suite struct LabelTests {
  @Test func `each tier has three labels and one piece of advice`() {
    for tier in Recommendation.tiers {
      #expect(Recommendation.allCases.filter { $0.tier == tier }.count == 3, "\(tier)")
      #expect(Recommendation.advice.filter { $0.tiers.contains(tier) }.count == 1, "\(tier)")
    }
    #expect(Set(Recommendation.allCases.map(\.english)).count == 24)
  }

  @Test func `docs/product.md lists the labels with the advice of their tiers`() throws {
    let bytes = try Files.read("\(Checkout.root)/docs/product.md")
    let document = String(decoding: bytes, as: UTF8.self)
    for advice in Recommendation.advice {
      for tier in advice.tiers {
        let labels = Recommendation.allCases.filter { $0.tier == tier }.map(\.english)
        let row = "| \(tier) | \(labels.joined(separator: " · ")) | \(advice.text.lowercased()) |"
        #expect(document.contains(row), "\(row)")
      }
    }
  }
}
