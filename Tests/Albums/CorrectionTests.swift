// The rules for a correction: a single value, of limited length, without control characters.

import Albums
import Testing

@Suite struct CorrectionTests {
  @Test func `exactly one correction is accepted, trimmed`() throws {
    #expect(try Correction(candidate: " 7 ") == .candidate("7"))
    #expect(try Correction(musicBrainz: "\thttps://x/y\n") == .musicBrainz("https://x/y"))
    #expect(
      try Correction(artist: " Can ", title: "Tago Mago")
        == .named(artist: "Can", title: "Tago Mago"))
    #expect(try Correction(hint: "it's\r\nthe live one ") == .hint("it's the live one"))
    #expect(
      try Correction(candidate: "", artist: "Can", title: "Ege Bamyasi", hint: " ")
        == .named(artist: "Can", title: "Ege Bamyasi"))
  }

  @Test(arguments: [
    ([nil, nil, nil, nil, nil], CorrectionError.nothing),
    (["", " ", "", "\n", ""], .nothing),
    (["1", nil, "Can", "Tago Mago", nil], .nothing),
    (["1", nil, nil, nil, "a hint"], .nothing),
    ([nil, "x", nil, nil, "a hint"], .nothing),
    ([nil, nil, "Can", nil, nil], .names),
    ([nil, nil, nil, "Tago Mago", nil], .names),
    ([nil, nil, "Can", String(repeating: "a", count: 301), nil], .names),
    ([nil, nil, "C\u{0}n", "Tago Mago", nil], .names),
    ([nil, nil, "Can\nYear: 1971", "Tago Mago", nil], .names),
    ([nil, String(repeating: "a", count: 301), nil, nil, nil], .link),
    ([nil, nil, nil, nil, String(repeating: "a", count: 501)], .hint),
    ([nil, nil, nil, nil, "a\u{1B}[2Jb"], .hint),
    ([nil, nil, "a" + String(repeating: "\u{301}", count: 9000), "b", nil], .names),
  ])
  func `anything else is refused, with its reason`(sent: [String?], reason: CorrectionError) {
    #expect(throws: reason) {
      try Correction(
        candidate: sent[0], musicBrainz: sent[1], artist: sent[2], title: sent[3], hint: sent[4])
    }
  }

  @Test func `names of 300 characters of any script pass`() throws {
    let name = String(repeating: "宇", count: 300)
    #expect(try Correction(artist: name, title: name) == .named(artist: name, title: name))
  }
}
