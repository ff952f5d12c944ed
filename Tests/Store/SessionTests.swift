// Sign-in codes, sessions and API tokens in a real database: expiry, races, and the stored values.

import Albums
import Host
import Store
import Support
import Testing

@Suite struct SessionTests {
  let fixture: StoreFixture
  let files: SessionFiles

  init() throws {
    fixture = try StoreFixture()
    files = SessionFiles(folder: fixture.folder.file("sessions"))
  }

  private let now = StoreFixture.time(0)
  private static let day: Int64 = 24 * 3600 * 1000

  private func at(_ milliseconds: Int64) -> Timestamp {
    now.advanced(byMilliseconds: milliseconds)
  }

  private func people(in store: borrowing Store) throws -> (anna: Person, ben: Person) {
    let names = try ["Anna", "Ben"].map { try #require(PersonName($0)) }
    return (
      try store.addPerson(name: names[0], plan: .owner, files: files, at: now),
      try store.addPerson(name: names[1], plan: .base, files: files, at: now)
    )
  }

  /// A signed-in device.
  private func signedIn(
    _ person: Person, in store: borrowing Store, at moment: Timestamp? = nil
  ) throws -> SignIn {
    try store.signIn(person.id, device: "Phone", files: files, at: moment ?? now)
  }

  @Test func `a code names its person, signs in once, and is then void`() throws {
    let store = try fixture.open()
    let (_, ben) = try people(in: store)
    let code = try store.makeCode(.invitation, for: ben.id, at: now)
    for _ in 0..<3 {
      let behind = try #require(try store.person(behind: code, at: now))
      #expect(behind.person == ben && behind.kind == .invitation, "reading uses nothing up")
    }
    let signIn = try #require(
      try store.signIn(with: code, device: "Phone", files: files, at: now))
    #expect(signIn.person == ben)
    #expect(try store.session(signIn.token, at: now)?.person == ben)
    #expect(files.isLive(token: signIn.token.text))
    #expect(try store.person(behind: code, at: now) == nil)
    #expect(try store.signIn(with: code, device: "Thief", files: files, at: now) == nil, "replay")
    #expect(try store.sessions(of: ben.id, at: now).count == 1)
  }

  @Test(arguments: CodeKind.allCases)
  func `a code is valid until its exact last millisecond`(kind: CodeKind) throws {
    let store = try fixture.open()
    let (anna, _) = try people(in: store)
    let lifetime = kind.lifetimeMilliseconds
    let code = try store.makeCode(kind, for: anna.id, at: now)
    #expect(try store.person(behind: code, at: at(lifetime - 1)) != nil)
    #expect(try store.person(behind: code, at: at(lifetime)) == nil)
    #expect(
      try store.signIn(with: code, device: "x", files: files, at: at(lifetime)) == nil)
    #expect(
      try store.signIn(with: code, device: "x", files: files, at: at(lifetime - 1)) != nil)
  }

  @Test func `a new code of a kind voids only the person's older code of this kind`() throws {
    let store = try fixture.open()
    let (anna, ben) = try people(in: store)
    let codes = [
      try store.makeCode(.device, for: anna.id, at: now),
      try store.makeCode(.owner, for: anna.id, at: now),
      try store.makeCode(.device, for: ben.id, at: now),
      try store.makeCode(.device, for: anna.id, at: now),
    ]
    #expect(
      try codes.map { try store.person(behind: $0, at: now) != nil } == [false, true, true, true])
  }

  @Test func `an invitation and an owner's code void each other, and a new plan voids both`() throws
  {
    let store = try fixture.open()
    let (_, ben) = try people(in: store)
    func isValid(_ code: SignInCode) throws -> Bool {
      try store.person(behind: code, at: now) != nil
    }
    let invitation = try store.makeCode(.invitation, for: ben.id, at: now)
    let device = try store.makeCode(.device, for: ben.id, at: now)
    let owner = try store.makeCode(.owner, for: ben.id, at: now)
    #expect(try [invitation, owner, device].map(isValid) == [false, true, true])
    let again = try store.makeCode(.invitation, for: ben.id, at: now)
    #expect(try [owner, again, device].map(isValid) == [false, true, true])
    try store.setPlan(.ultra, of: ben.id)
    #expect(try [again, device].map(isValid) == [false, true])
  }

  @Test func `signing out one device voids the open codes for further devices`() throws {
    let store = try fixture.open()
    let (anna, ben) = try people(in: store)
    let (session, other) = (try signedIn(anna, in: store), try signedIn(ben, in: store))
    let codes = [
      try store.makeCode(.device, for: anna.id, at: now),
      try store.makeCode(.owner, for: anna.id, at: now),
      try store.makeCode(.device, for: ben.id, at: now),
    ]
    func areValid() throws -> [Bool] {
      try codes.map { try store.person(behind: $0, at: now) != nil }
    }
    #expect(try !store.signOut(other.session, of: anna.id, files: files))
    #expect(try areValid() == [true, true, true], "no session has ended")
    #expect(try store.signOut(session.session, of: anna.id, files: files))
    #expect(try areValid() == [false, true, true])
  }

  @Test func `of many devices with one code one signs in`() async throws {
    let store = try fixture.open()
    let (anna, _) = try people(in: store)
    let (path, files, now) = (fixture.path, files, now)
    for _ in 0..<5 {
      let code = try store.makeCode(.device, for: anna.id, at: now)
      let count = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<8 {
          group.addTask {
            let signIn = try Store.open(path).signIn(
              with: code, device: "Phone \(number)", files: files, at: now)
            return signIn == nil ? 0 : 1
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(count == 1)
    }
    #expect(try store.sessions(of: anna.id, at: now).count == 5)
    #expect(try store.unmatchedFiles(files) == 0)
  }

  @Test func `a session ends after 180 days without a use, to the millisecond`() throws {
    let store = try fixture.open()
    let (anna, _) = try people(in: store)
    let token = try signedIn(anna, in: store).token
    let life = SessionToken.lifetimeMilliseconds
    #expect(life == 180 * Self.day)
    #expect(try store.sessions(of: anna.id, at: at(life - 1)).count == 1)
    #expect(try store.session(token, at: at(life)) == nil)
    #expect(try store.sessions(of: anna.id, at: at(life)).isEmpty)
    // A use shortly before the end begins the 180 days anew.
    let found = try #require(try store.session(token, at: at(life - 1)))
    #expect(try found.isRenewed && store.noteUse(of: found.session, at: at(life - 1)))
    let again = try #require(try store.session(token, at: at(2 * life - 2)))
    #expect(try store.noteUse(of: again.session, at: at(2 * life - 2)))
    #expect(try store.session(token, at: at(3 * life)) == nil)
  }

  @Test func `a use is written at most once a day`() throws {
    let store = try fixture.open()
    let (anna, _) = try people(in: store)
    let token = try signedIn(anna, in: store).token
    func lastUse(at moment: Timestamp) throws -> Timestamp? {
      if let found = try store.session(token, at: moment), found.isRenewed {
        _ = try store.noteUse(of: found.session, at: moment)
      }
      return try store.sessions(of: anna.id, at: moment).first?.lastUsed
    }
    let before = try Files.read(fixture.path)
    #expect(try lastUse(at: at(Self.day - 1)) == now)
    #expect(try Files.read(fixture.path) == before)
    #expect(try lastUse(at: at(Self.day)) == at(Self.day))
    #expect(try lastUse(at: at(2 * Self.day - 1)) == at(Self.day))
    // A clock that is set back neither ends the session nor changes its last use.
    #expect(try lastUse(at: at(-Self.day)) == at(Self.day))
  }

  @Test func `unknown, foreign and changed tokens are nobody's`() throws {
    let store = try fixture.open()
    let (anna, _) = try people(in: store)
    let token = try signedIn(anna, in: store).token
    let other = SessionToken(randomBytes: Randomness.bytes(32))
    #expect(try store.session(other, at: now) == nil)
    let changed = String(token.text.dropLast()) + (token.text.hasSuffix("A") ? "E" : "A")
    #expect(try store.session(try #require(SessionToken(changed)), at: now) == nil)
  }

  @Test func `a device signs out alone, and only its own person can sign it out`() throws {
    let store = try fixture.open()
    let (anna, ben) = try people(in: store)
    let sessions = [try signedIn(anna, in: store), try signedIn(anna, in: store)]
    #expect(try !store.signOut(sessions[0].session, of: ben.id, files: files))
    #expect(try store.session(sessions[0].token, at: now) != nil)
    #expect(try store.signOut(sessions[0].session, of: anna.id, files: files))
    #expect(try !store.signOut(sessions[0].session, of: anna.id, files: files))
    #expect(try store.session(sessions[0].token, at: now) == nil)
    #expect(!files.isLive(token: sessions[0].token.text))
    #expect(try store.session(sessions[1].token, at: now) != nil)
    #expect(files.isLive(token: sessions[1].token.text))
  }

  /// The kept ways of signing in, and whether the passphrase and the API token stay.
  static let kept: [(ways: Store.KeptWays, passphrase: Bool, token: Bool)] = [
    ([], false, false), ([.passphrase], true, false), ([.tokens], false, true),
    ([.passphrase, .tokens], true, true),
  ]

  @Test(arguments: kept.indices)
  func `signing out everywhere ends sessions and codes, and all ways in that are not kept`(
    index: Int
  ) throws {
    let row = Self.kept[index]
    let store = try fixture.open()
    let (anna, ben) = try people(in: store)
    let own = [try signedIn(anna, in: store), try signedIn(anna, in: store)]
    let other = try signedIn(ben, in: store)
    let codes = try CodeKind.allCases.map { try store.makeCode($0, for: anna.id, at: now) }
    let token = try store.makeToken(named: "script", for: anna.id, files: files, at: now)
    let bens = try store.makeToken(named: "script", for: ben.id, files: files, at: now)
    for person in [anna, ben] { try store.setPassphraseHash("$y$hash", of: person.id) }
    try store.signOutAll(of: anna.id, keeping: row.ways, files: files)
    for session in own { #expect(try store.session(session.token, at: now) == nil) }
    for code in codes { #expect(try store.person(behind: code, at: now) == nil) }
    #expect(try (store.passphraseHash(of: anna.id) != nil) == row.passphrase)
    #expect(try (store.person(withToken: token) == anna) == row.token)
    #expect(files.isLive(apiToken: token) == row.token)
    #expect(try store.session(other.token, at: now)?.person == ben)
    #expect(try store.person(withToken: bens) == ben && store.passphraseHash(of: ben.id) != nil)
    #expect(files.isLive(token: other.token.text) && files.isLive(apiToken: bens))
    #expect(try store.unmatchedFiles(files) == 0)
  }

  @Test(arguments: kept.indices)
  func `signing out the other devices keeps the browser that asks, with a new token`(
    index: Int
  ) throws {
    let row = Self.kept[index]
    let store = try fixture.open()
    let (anna, ben) = try people(in: store)
    let asking = try store.signIn(anna.id, device: "Asking", files: files, at: now)
    let thief = try signedIn(anna, in: store)
    let code = try store.makeCode(.device, for: anna.id, at: now)
    let token = try store.makeToken(named: "script", for: anna.id, files: files, at: now)
    try store.setPassphraseHash("$y$hash", of: anna.id)
    let kept = try store.signOutOthers(
      of: anna, than: asking.session, keeping: row.ways, files: files)
    #expect(kept.token != asking.token && kept.hasFile && kept.person == anna)
    #expect(try store.session(kept.token, at: now)?.session == kept.session)
    for old in [asking, thief] {
      #expect(try store.session(old.token, at: now) == nil && !files.isLive(token: old.token.text))
    }
    #expect(files.isLive(token: kept.token.text))
    #expect(try store.sessions(of: anna.id, at: now).map(\.device) == ["Asking"])
    #expect(try store.isFresh(kept.session, at: now), "the sign-in is the same")
    #expect(try store.person(behind: code, at: now) == nil)
    #expect(try (store.passphraseHash(of: anna.id) != nil) == row.passphrase)
    #expect(try (store.person(withToken: token) == anna) == row.token)
    #expect(files.isLive(apiToken: token) == row.token)
    #expect(try store.unmatchedFiles(files) == 0)
    // A session of another person, or one that has ended, changes nothing.
    for session in [asking.session, try signedIn(ben, in: store).session] {
      #expect(throws: StoreError.person(.unknown)) {
        try store.signOutOthers(of: anna, than: session, files: files)
      }
    }
    #expect(try store.session(kept.token, at: now) != nil && store.unmatchedFiles(files) == 0)
  }

  // MARK: The proof for a new passphrase

  @Test func `a sign-in is fresh for 10 minutes, to the millisecond, and not before it`() throws {
    let store = try fixture.open()
    let (anna, _) = try people(in: store)
    let session = try signedIn(anna, in: store).session
    let end = Store.freshSignInMilliseconds
    #expect(end == 600_000)
    for (offset, isFresh) in [(0, true), (end - 1, true), (end, false), (end + 1, false)] {
      #expect(try store.isFresh(session, at: at(offset)) == isFresh, "\(offset) ms")
    }
    for offset in [-1, -end, -Self.day] {
      #expect(try !store.isFresh(session, at: at(offset)), "the clock was set back: \(offset) ms")
    }
    #expect(try !store.isFresh(session + 1, at: now), "another session")
  }

  /// The sessions and passphrases that a person may have before a code is made.
  enum Known: CaseIterable { case new, signedIn, longSignedIn, withPassphrase, signedOut }

  @Test(arguments: CodeKind.allCases, Known.allCases)
  func
    `a code of a page proves only a person who has no other way in, one of the host every person`(
      kind: CodeKind, known: Known
    ) throws
  {
    let store = try fixture.open()
    let (_, ben) = try people(in: store)
    switch known {
    case .new: break
    case .signedIn: _ = try signedIn(ben, in: store)
    case .longSignedIn:
      _ = try signedIn(ben, in: store, at: at(-SessionToken.lifetimeMilliseconds))
    case .withPassphrase: try store.setPassphraseHash("$y$hash", of: ben.id)
    case .signedOut:
      _ = try signedIn(ben, in: store)
      try store.signOutAll(of: ben.id, files: files)
    }
    let page = try store.makeCode(kind, for: ben.id, at: now)
    // The thief of a session makes a code, and ends the session before the use of the code.
    for device in try store.sessions(of: ben.id, at: now) where kind != .device {
      #expect(try store.signOut(device.id, of: ben.id, files: files))
    }
    let first = try #require(
      try store.signIn(with: page, device: "x", files: files, at: now))
    #expect(try store.isFresh(first.session, at: now) == [.new, .signedOut].contains(known))
    let host = try store.makeCode(kind, for: ben.id, by: .host, at: now)
    let second = try #require(
      try store.signIn(with: host, device: "x", files: files, at: now))
    #expect(try store.isFresh(second.session, at: now))
  }

  @Test func `disabling ends sessions, codes and tokens at once`() throws {
    let store = try fixture.open()
    let (_, ben) = try people(in: store)
    let session = try signedIn(ben, in: store)
    let code = try store.makeCode(.device, for: ben.id, at: now)
    let token = try store.makeToken(named: "script", for: ben.id, files: files, at: now)
    try store.setPassphraseHash("$y$hash", of: ben.id)
    #expect(try store.passphraseHash(of: ben.id) == "$y$hash")
    #expect(try store.person(withToken: token) == ben)
    try store.disable(ben.id, files: files)
    #expect(try store.session(session.token, at: now) == nil)
    #expect(try store.signIn(with: code, device: "x", files: files, at: now) == nil)
    #expect(try store.person(withToken: token) == nil && store.tokens(of: ben.id).isEmpty)
    #expect(!files.isLive(apiToken: token))
    #expect(try store.passphraseHash(of: ben.id) == nil)
    #expect(try files.names().isEmpty)
    #expect(throws: StoreError.person(.disabled)) {
      try store.makeCode(.invitation, for: ben.id, at: now)
    }
    #expect(throws: StoreError.person(.disabled)) {
      try store.makeToken(named: "x", for: ben.id, files: files, at: now)
    }
    #expect(throws: StoreError.person(.disabled)) { try signedIn(ben, in: store) }
    try store.enable(ben.id)
    #expect(try store.session(session.token, at: now) == nil, "nothing comes back")
    _ = try store.makeCode(.invitation, for: ben.id, at: now)
  }

  @Test func `a token is a person's until it is revoked`() throws {
    let store = try fixture.open()
    let (anna, ben) = try people(in: store)
    let token = try store.makeToken(named: " The\u{1B} script ", for: ben.id, files: files, at: now)
    #expect(token.hasPrefix("albumscan_"))
    let listed = try #require(try store.tokens(of: ben.id).first)
    #expect(listed.name == "The script" && listed.created == now)
    #expect(try store.person(withToken: token) == ben)
    #expect(try store.person(withToken: token + "A") == nil && store.person(withToken: "") == nil)
    #expect(try !store.revokeToken(listed.id, of: anna.id, files: files))
    #expect(files.isLive(apiToken: token))
    #expect(try store.revokeToken(listed.id, of: ben.id, files: files))
    #expect(try store.person(withToken: token) == nil && !files.isLive(apiToken: token))
  }

  @Test func `the database holds no code and no token`() throws {
    let store = try fixture.open()
    let (anna, _) = try people(in: store)
    let code = try store.makeCode(.owner, for: anna.id, at: now)
    let session = try signedIn(anna, in: store)
    let token = try store.makeToken(named: "script", for: anna.id, files: files, at: now)
    let bytes = String(decoding: try Files.read(fixture.path), as: UTF8.self)
    for secret in [
      code.letters, code.shown, session.token.text, token, String(token.dropFirst(10)),
    ] {
      #expect(!bytes.contains(secret))
    }
    #expect(bytes.contains("script"))
  }

  @Test func `the name of a device is cut and has no control characters`() throws {
    let store = try fixture.open()
    let (anna, _) = try people(in: store)
    let name = "\u{1B}[31mPhone\n" + String(repeating: "x", count: 500)
    _ = try store.signIn(anna.id, device: name, files: files, at: now)
    let device = try #require(try store.sessions(of: anna.id, at: now).first?.device)
    #expect(device.hasPrefix("[31mPhone x") && device.count == Store.longestDeviceName)
  }
}
