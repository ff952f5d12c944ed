// The sentence of a page about earlier finds of an album. The sentence is true of each find that it
// counts.

import Testing

@testable import Albums

@Suite struct EarlierNoticeTests {
  /// An earlier find: `isOwn`, `isScanned`, the status, and the finder.
  private static func find(
    _ status: FindStatus? = nil, own: Bool = true, scanned: Bool = true, by name: String? = nil
  ) -> EarlierFind {
    EarlierFind(
      id: FindID(randomBytes: Array(repeating: 1, count: FindID.randomByteCount)),
      found: Timestamp(milliseconds: 0), status: status, isWanted: status == .want,
      isScanned: scanned, isOwn: own, finder: name.map { PersonName(stored: $0) })
  }

  /// Finds, newest first. The sentence about these finds has the key `key` and the number `count`.
  static let notices: [(finds: [EarlierFind], key: String?, count: Int)] = [
    ([], nil, 0),
    ([find(), find()], "earlier.found", 2),
    ([find(.heard), find(scanned: false)], "earlier.found", 1),
    ([find(scanned: false), find(scanned: false)], "earlier.added", 1),
    ([find(), find(.have)], "earlier.owned", 2),
    ([find(.have, scanned: false)], "earlier.owned.added", 1),
    ([find(.have, scanned: false), find()], "earlier.owned", 1),
    ([find(.want, scanned: false)], "earlier.added", 1),
    ([find(.want), find()], "earlier.found", 2),
    // The record of another person comes before the reader's own scan.
    ([find(.want), find(.have, own: false)], "earlier.somebody.owned", 1),
    ([find(), find(.have, own: false, by: "Anna")], "earlier.name.owned", 1),
    ([find(.have), find(.have, own: false, by: "Anna")], "earlier.owned", 1),
    // The reader's own scans come before the scans of others.
    ([find(.want, own: false, by: "Anna"), find()], "earlier.found", 1),
    ([find(own: false)], "earlier.somebody.found", 1),
    ([find(own: false, by: "Anna"), find(own: false)], "earlier.name.found", 1),
    ([find(own: false, scanned: false)], "earlier.added.household", 1),
  ]

  @Test(arguments: notices)
  func `the sentence is true of each of its finds, and a record comes first`(
    finds: [EarlierFind], key: String?, count: Int
  ) {
    let notice = EarlierNotice(finds)
    #expect(notice?.key == key)
    #expect(notice?.finds.count ?? 0 == count)
  }

  /// Finds, newest first, and the keys and names of the sentences about want lists.
  static let wants: [(finds: [EarlierFind], isSure: Bool, sentences: [String]?)] = [
    ([find(), find(.have, own: false, by: "Anna")], true, nil),
    ([find(.have), find(.want)], true, ["earlier.want.own"]),
    ([find(.want, own: false)], true, ["earlier.want.somebody"]),
    ([find(.want, own: false), find(.want)], true, ["earlier.want.own"]),
    (
      [
        find(.want, own: false, by: "Ben"), find(.want), find(.want, own: false, by: "Anna"),
        find(.want, own: false, by: "Ben"),
      ], true, ["earlier.want.own", "earlier.want.name Ben", "earlier.want.name Anna"]
    ),
    ([find(.want)], false, ["earlier.want.perhaps"]),
  ]

  @Test(arguments: wants)
  func `each person who wants the album is named once, and the reader first`(
    finds: [EarlierFind], isSure: Bool, sentences: [String]?
  ) {
    let wants = finds.wants(isSure: isSure)?.map { sentence in
      guard case .text(let name)? = sentence.arguments["name"] else { return sentence.key }
      return "\(sentence.key) \(name)"
    }
    #expect(wants == sentences)
  }

  @Test func `a sentence with a name gets the name`() {
    let notice = EarlierNotice([Self.find(.have, own: false, by: "Anna")])
    #expect(notice?.sentence.arguments["name"] == .text("Anna"))
    #expect(notice?.sentence.arguments["count"] == .count(1))
  }

  @Test func `without certainty, only scans count together`() {
    #expect(EarlierNotice.perhaps([]) == nil)
    let scans = EarlierNotice.perhaps([Self.find(), Self.find(own: false)])
    #expect(scans?.key == "earlier.perhaps" && scans?.finds.count == 2)
    let mixed = EarlierNotice.perhaps([Self.find(), Self.find(scanned: false)])
    #expect(mixed?.key == "earlier.perhaps.added" && mixed?.finds.count == 1)
    #expect(EarlierNotice.published([Self.find()])?.key == "earlier.published")
  }
}
