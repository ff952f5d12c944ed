// A real database in a temporary folder, and helpers that fill it.

import Albums
import Host
import Store
import Support

final class StoreFixture: Sendable {
  let folder: TemporaryFolder
  var path: String { folder.file("albums.db") }
  var sessionFiles: SessionFiles { SessionFiles(folder: folder.file("sessions")) }

  init() throws {
    folder = try TemporaryFolder()
    _ = try Store.openUpgrading(path)
  }

  func open() throws -> Store { try Store.open(path) }

  static func time(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: 1_795_000_000_000 + seconds * 1000)
  }

  static func scan(
    _ number: UInt8, key: String? = nil, digest: UInt8? = nil, by person: PersonID = .owner
  ) -> NewScan {
    NewScan(
      id: ScanID(randomBytes: Array(repeating: number, count: 17)), person: person, key: key,
      digest: Array(repeating: digest ?? number, count: 32), byteCount: 1000, guide: nil)
  }

  static func find(_ number: UInt8) -> FindID {
    FindID(randomBytes: Array(repeating: number, count: 17))
  }

  static func review(isByModel: Bool = true) throws -> Review {
    var review = try Review(
      summary: "A *summary*.", bullets: ["one", "two", "three"], rating: rating(tenths: 85),
      recommendation: .cultEssential, keyTracks: ["a", "b", "c"])
    review.isByModel = isByModel
    return review
  }

  /// A scan that was recognised and is complete.
  func complete(
    _ number: UInt8, by person: PersonID = .owner, at now: Timestamp, in store: borrowing Store
  ) throws {
    _ = try store.accept(Self.scan(number, key: "key-\(number)-000", by: person), at: now)
    guard let claim = try store.claimJob(of: [.scan], at: now) else {
      throw StoreError.damaged("nothing to claim")
    }
    let cover = try store.knownCovers()[0]
    try store.identify(claim, as: cover.album, isRecognised: true, at: now)
    try store.finish(claim, as: Self.find(number), evidence: .sure, at: now)
  }
}

extension Review {
  /// The review without its writer, for a comparison with the review that was stored.
  var unsigned: Review {
    var review = self
    review.writer = nil
    return review
  }
}

extension Store {
  /// Marks every page as written.
  func markAllWritten() throws {
    if let last = try newestStalePage() { try markWritten(upTo: last) }
  }
}

extension Job {
  /// The id of the job's scan.
  var scanID: ScanID { scan ?? ScanID(unchecked: "") }
  var itemID: Int64 { item ?? 0 }
}

extension Evidence {
  static let sure = Evidence(.recognised(isCertain: true))
  static let unsure = Evidence(.model(.low, isSettled: true))
}

/// A valid rating.
func rating(tenths: Int) throws -> Rating {
  guard let rating = Rating(tenths: tenths) else { throw StoreError.damaged("rating \(tenths)") }
  return rating
}
