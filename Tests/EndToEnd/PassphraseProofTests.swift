// A passphrase still works after every session has ended. A session with an old sign-in may be
// stolen, so it may set a passphrase only with the present passphrase.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct PassphraseProofTests {
  let house: Household

  /// A session of Anna that began 11 minutes ago.
  let old: String

  private static let present = "the+present+passphrase"
  private static let new = "another+new+passphrase"

  init() throws {
    house = try Household()
    old = try Household.session(
      of: house.anna, in: house.installation,
      at: Household.now.advanced(byMilliseconds: -11 * 60_000))
  }

  /// Sets a new passphrase. `present` is the value of the field for the present passphrase.
  private func set(
    _ new: String, present: String? = nil, _ cookie: String
  ) throws -> CGIAnswer {
    try house.post(
      "/settings", [("passphrase", new)] + (present.map { [("old-passphrase", $0)] } ?? []),
      house.browser(cookie))
  }

  private func signIn(_ passphrase: String) throws -> CGIAnswer {
    try house.post(
      "/session", [("name", "Anna"), ("passphrase", passphrase)], house.browser(nil))
  }

  private func hash() throws -> String? {
    try house.installation.store().passphraseHash(of: house.anna.id)
  }

  /// The values of the field for the present passphrase, in this order.
  static let proofs: [(present: String?, status: Int, words: String)] = [
    (nil, 403, "You signed in too long ago"), ("", 403, "The current passphrase is wrong"),
    ("the+wrong+passphrase", 403, "The current passphrase is wrong"),
    (String(repeating: "x", count: 5000), 403, "The current passphrase is wrong"),
    (present, 200, "Passphrase"),
  ]

  @Test func `an old sign-in sets a passphrase only with the present one`() throws {
    #expect(try set(Self.present, house.annasCookie).status == 200, "a fresh sign-in is enough")
    let before = try hash()
    for (present, status, words) in Self.proofs {
      #expect(try hash() == before)
      let answer = try set(Self.new, present: present, old)
      #expect(answer.status == status && answer.body.contains(words), "\(present ?? "none")")
    }
    #expect(try signIn(Self.new).status == 303)
    #expect(try signIn(Self.present).status == 401)
  }

  @Test func `an old sign-in sets no first passphrase`() throws {
    for present in [nil, "", Self.new] {
      let answer = try set(Self.new, present: present, old)
      #expect(answer.status == 403 && answer.body.contains("You signed in too long ago"))
      #expect(try hash() == nil)
    }
  }

  @Test func `a wrong present passphrase counts as a guess, and the right one ends the count`()
    throws
  {
    #expect(try set(Self.present, house.annasCookie).status == 200)
    func guess() throws -> Int { try set(Self.new, present: "a+wrong+passphrase", old).status }
    for _ in 0..<3 { #expect(try guess() == 403) }
    #expect(try set(Self.present, present: Self.present, old).status == 200)
    for _ in 0..<4 { #expect(try guess() == 403) }
    let refused = try set(Self.new, present: Self.present, old)
    #expect(refused.status == 429 && refused.header("Retry-After") != nil, "\(refused.head)")
    #expect(try signIn(Self.present).status == 429, "the guesses of the sign-in are the same")
  }

  @Test func `the settings ask for the present passphrase only after an old sign-in`() throws {
    #expect(try set(Self.present, house.annasCookie).status == 200)
    for (cookie, isAsked) in [(house.annasCookie, false), (old, true)] {
      let page = try house.get("/settings", house.browser(cookie)).body
      #expect(page.contains(#"name="passphrase""#))
      #expect(page.contains(#"name="old-passphrase""#) == isAsked)
    }
  }
}
