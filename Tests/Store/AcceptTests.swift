// The store accepts each photo once, and limits the number of photos that wait.

import Albums
import Store
import Testing

@Suite struct AcceptTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private let now = StoreFixture.time(0)

  @Test func `the same key with the same photo is the same scan at any time`() throws {
    let store = try fixture.open()
    let first = StoreFixture.scan(1, key: "abcdefgh", digest: 9)
    #expect(try store.accept(first, at: now) == .accepted)
    let again = StoreFixture.scan(2, key: "abcdefgh", digest: 9)
    #expect(try store.accept(again, at: StoreFixture.time(3 * 86400)) == .repeated(first.id))
  }

  @Test func `the same key with another photo is a conflict`() throws {
    let store = try fixture.open()
    _ = try store.accept(StoreFixture.scan(1, key: "abcdefgh"), at: now)
    #expect(try store.accept(StoreFixture.scan(2, key: "abcdefgh"), at: now) == .conflict)
  }

  @Test(arguments: [(599, true), (600, false), (601, false)])
  func `without a key the same photo is the same scan for ten minutes`(
    seconds: Int64, isRepeated: Bool
  ) throws {
    let store = try fixture.open()
    let first = StoreFixture.scan(1, digest: 9)
    _ = try store.accept(first, at: now)
    let again = try store.accept(StoreFixture.scan(2, digest: 9), at: StoreFixture.time(seconds))
    #expect(again == (isRepeated ? .repeated(first.id) : .accepted))
  }

  @Test func `the codes of an upload are stored with its item, two at most and each once`() throws {
    let store = try fixture.open()
    let digits = [
      "5099902894225", "2000000000008", "5099902894225", "4006381333931", "0042281081125",
    ]
    let scan = NewScan(
      id: ScanID(randomBytes: Array(repeating: 7, count: 17)), person: .owner, key: nil,
      digest: [7],
      byteCount: 1, guide: nil, codes: digits.compactMap { ProductCode(.ean13, $0) })
    #expect(try store.accept(scan, at: now) == .accepted)
    let item = try #require(try store.item(of: scan.id))
    #expect(try store.photoFacts(of: item).codes.map(\.digits) == [digits[0], digits[3]])
  }

  @Test func `the lettering of an old item is removed, and its codes stay`() throws {
    let store = try fixture.open()
    let code = try #require(ProductCode(.ean13, "5099902894225"))
    let scan = StoreFixture.scan(1)
    #expect(try store.accept(scan, at: now) == .accepted)
    let job = try #require(try store.claimJob(of: [.scan], at: now))
    try store.record(codes: [code], lines: "[]", of: job, at: now)
    let item = try #require(try store.item(of: scan.id))
    try store.removeLines(before: now)
    #expect(try store.photoFacts(of: item).lines == "[]")
    try store.record(codes: [code], of: job, at: now)
    #expect(
      try store.photoFacts(of: item).lines == "[]", "a back without lines keeps those of the front")
    try store.removeLines(before: StoreFixture.time(1))
    let facts = try store.photoFacts(of: item)
    #expect(facts.lines == nil && facts.codes == [code])
  }

  @Test func `the queue accepts 200 uploads and no more`() throws {
    let store = try fixture.open()
    for number in 0..<200 {
      let id = ScanID(randomBytes: Array(repeating: UInt8(number), count: 17))
      let scan = NewScan(
        id: id, person: .owner, key: nil, digest: Array(repeating: UInt8(number), count: 32),
        byteCount: 1,
        guide: nil)
      #expect(try store.accept(scan, at: now) == .accepted)
    }
    let one = StoreFixture.scan(201, digest: 201)
    #expect(try store.accept(one, at: now) == .queueFull)
  }
}
