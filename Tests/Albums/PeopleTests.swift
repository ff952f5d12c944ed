// Names, secrets and plans of people as values.

import Albums
import Testing

@Suite struct PeopleTests {
  static let zeros = [UInt8](repeating: 0, count: 32)

  @Test(arguments: [
    ("Anna", "Anna"), ("  Anna \t Maria ", "Anna Maria"), ("Jürgen", "Jürgen"),
    ("A\u{202E}B", "A B"), ("A\u{0}B\nC", "A B C"), ("宇多田", "宇多田"),
    ("", nil), (" \n ", nil), ("\u{200B}", nil),
    (String(repeating: "x", count: 60), String(repeating: "x", count: 60)),
    (String(repeating: "x", count: 61), nil),
    (
      "a" + String(repeating: "\u{301}", count: 119), "a" + String(repeating: "\u{301}", count: 119)
    ),
    ("a" + String(repeating: "\u{301}", count: 120), nil),
  ])
  func `a name has 1 to 60 characters and no control characters`(text: String, name: String?) {
    #expect(PersonName(text)?.text == name)
  }

  @Test func `upper and lower case are the same name`() throws {
    let names = try ["ÄNNE", "änne", "a\u{308}nne"].map { try #require(PersonName($0)) }
    #expect(Set(names.map(\.key)).count == 1)
  }

  @Test func `a sign-in code is shown in three groups of base 32`() throws {
    let code = SignInCode(randomBytes: [UInt8](repeating: 0xFF, count: 8))
    #expect(code.letters == "777777777777" && code.shown == "7777-7777-7777")
    #expect(SignInCode(randomBytes: Array(Self.zeros[..<8])).shown == "AAAA-AAAA-AAAA")
    let one = SignInCode(randomBytes: [0, 0, 0, 0, 0, 0, 0, 1])
    let other = SignInCode(randomBytes: [0, 0, 0, 0, 0, 0, 0, 2])
    #expect(one != other)
    #expect(SignInCode(one.shown) == one)
    #expect("\(code)" == "a sign-in code", "a log never contains a secret")
    #expect("\(SessionToken(randomBytes: Self.zeros))" == "a session token")
    #expect("\(APIToken(randomBytes: Self.zeros))" == "an API token")
  }

  @Test(arguments: [
    "ABCD-EFGH-IJ23", "abcdefghij23", " abcd efgh\tij23 ", "ABCD–EFGH—IJ23", "ABCD\u{A0}EFGH IJ23",
    "abcd-efgh-1j23", "A8CD-EFGH-IJ23",
  ])
  func `a typed code is read with other letters, blanks and hyphens`(text: String) throws {
    let code = try #require(SignInCode(text))
    #expect(code.letters == "ABCDEFGHIJ23")
  }

  @Test(arguments: [
    "", "ABCD-EFGH-IJ2", "ABCD-EFGH-IJ233", "ABCD-EFGH-IJ2ä", "ABCD-EFGH-IJ29", "ABCD/EFGH/IJ23",
    "ABCD-EFGH-IJ2\u{0}", String(repeating: "-", count: 100) + "ABCDEFGHIJ23",
  ])
  func `any other text is no code`(text: String) { #expect(SignInCode(text) == nil) }

  @Test func `0, 1 and 8 are read as O, I and B`() {
    #expect(SignInCode("0188-AAAA-AAAA")?.letters == "OIBBAAAAAAAA")
  }

  /// The bytes and their base64url text: RFC 4648 §5, and `base64` of coreutils.
  @Test func `a token is 32 bytes in base64url`() throws {
    let bytes = (0..<32).map { UInt8(0xE0 | $0) }
    let text = "4OHi4-Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v8"
    #expect(SessionToken(randomBytes: bytes).text == text)
    #expect(SessionToken(text)?.text == text)
    #expect(APIToken(randomBytes: bytes).text == "albumscan_\(text)")
    #expect(APIToken("albumscan_\(text)")?.text == "albumscan_\(text)")
  }

  @Test(arguments: [
    "", "4OHi4-Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v",
    "4OHi4-Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v88",
    "4OHi4+Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v8", "../../../../../etc/passwd0000000000000000000",
  ])
  func `any other text is no token`(text: String) {
    #expect(SessionToken(text) == nil)
    #expect(APIToken("albumscan_\(text)") == nil && APIToken(text) == nil)
  }

  @Test func `only ultra and owner include searching, and a person's switch overrides the setting`()
    throws
  {
    let name = try #require(PersonName("A"))
    for plan in Plan.allCases {
      #expect(plan.includesSearch == [.ultra, .owner].contains(plan))
      for (own, setting, isOn) in [
        (nil, true, true), (nil, false, false), (true, false, true), (false, true, false),
      ] as [(Bool?, Bool, Bool)] {
        let person = Person(
          id: .owner, name: name, plan: plan, created: Timestamp(milliseconds: 0),
          advancedSearch: own)
        #expect(person.usesAdvancedSearch(setting: setting) == (isOn && plan.includesSearch))
      }
    }
  }

  @Test
  func `the message about a used plan names the count, the next month and the host's contact`() {
    let next = Timestamp(milliseconds: 1_796_083_200_000)
    let all = Failure.planUsed(UsedPlan(count: 5, next: nil, contact: "host@b.example"))
    let month = Failure.planUsed(UsedPlan(count: 120, next: next, contact: nil))
    #expect(all.code == .quota && month.code == .quota)
    #expect(all.message.map(\.key) == ["failure.plan-used", "refusal.quota.contact"])
    #expect(month.message.map(\.key) == ["failure.plan-used.month", "refusal.quota"])
    for failure in [all, month, .noReview(all), .givenUp(month)] {
      #expect(failure.forHousehold.reason == Sentence("failure.plan-used.requester"))
      #expect(failure.forHousehold.code == failure.code)
    }
    #expect(Failure.network.forHousehold == .network)
  }
}
