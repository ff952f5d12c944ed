// The effect of a user's choice on the evidence for an album, also of a choice just before the scan
// ends.

import Albums
import Testing

@Suite struct ChoiceTests {
  static let named = Evidence(
    .model(.high, isSettled: true), musicBrainz: .agrees, picture: .same, rivals: 1)
  static let hint = Evidence(.hint(.low, isSettled: false), rivals: 2)

  @Test func `without a choice the evidence stays`() {
    #expect(Self.named.combined(with: nil, for: 1) == Self.named)
  }

  @Test func `a person's choice is sure, for the same album and for another one`() {
    let person = Evidence(.person)
    for album: Int64? in [1, 2, nil] {
      let combined = Self.named.combined(with: Choice(album: 1, evidence: person), for: album)
      #expect(combined.isSure && combined.origin == .person)
    }
  }

  @Test func `the answers of MusicBrainz and the archive count only for their album`() {
    let choice = Choice(album: 1, evidence: Self.hint)
    let same = Self.named.combined(with: choice, for: 1)
    #expect(same.origin == Self.hint.origin && same.picture == .same && same.isSure)
    let other = Self.named.combined(with: choice, for: 2)
    #expect(other == Self.hint && !other.isSure)
  }
}
