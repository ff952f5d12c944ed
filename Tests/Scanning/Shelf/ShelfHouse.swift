// A shelf whose sheets are read: a real database in a temporary folder, and a provider of the test.

import Albums
import Host
import Models
import Store
import Support
import Synchronization

@testable import Scanning

final class ShelfHouse: Sendable {
  static let start = Timestamp(milliseconds: 1_795_262_400_000)
  static let owner = CallOwner(
    ScanID(unchecked: String(repeating: "a", count: 26)), job: 3, person: .owner)

  let folder: TemporaryFolder
  let database: DatabaseActor
  private let clock = Mutex(ShelfHouse.start)

  /// The numbers of the items that the reading has passed on, in order.
  private let given = Mutex<[Int]>([])

  init() throws {
    folder = try TemporaryFolder()
    database = DatabaseActor(try Store.openUpgrading(folder.file("albums.db")))
  }

  var now: Timestamp { clock.withLock { $0 } }
  var givenNumbers: [Int] { given.withLock { $0 } }

  func wait(seconds: Int64) {
    clock.withLock { $0 = $0.advanced(byMilliseconds: seconds * 1000) }
  }

  /// `price` is in millionths of a dollar for a million tokens.
  func stage(
    _ provider: any ModelProvider, cap: Int64 = 100_000_000, shelfCalls: Int = 12
  ) throws -> ShelfReading {
    let call = ModelCall(
      provider: provider, database: database, cap: Money(microdollars: cap),
      price: { _ in Price(input: 1_000_000, output: 1_000_000) }, isPrivate: false,
      shelfCalls: shelfCalls, log: LogFile(path: folder.file("log")), now: { self.now })
    return ShelfReading(
      call: call, model: "looker", prompt: try Prompt("shelf", in: "\(Checkout.root)/prompts"))
  }

  func read(_ stage: ShelfReading, _ sheets: [ShelfSheet]) async -> ShelfReadings {
    await stage.read(sheets, for: Self.owner) { number, _ in
      self.given.withLock { $0.append(number) }
    }
  }

  /// The states of the calls in the ledger, sorted.
  func states() async throws -> [String] {
    try await database.with { (store) throws(StoreError) in
      try store.callRecords(of: Self.owner.scan ?? ScanID(unchecked: "")).map(\.state)
    }.sorted()
  }

  /// Sheets of ten items each: 1…10, 11…20 ….
  static func sheets(_ count: Int) -> [ShelfSheet] {
    (0..<count).compactMap { index in
      ShelfSheet(
        part: index * 10 + 1, jpeg: [0xFF, 0xD8, 0xFF, 0xD9],
        numbers: Array(index * 10 + 1...index * 10 + 10))
    }
  }
}
