// Adds a photo from the command line to the queue. The order of the steps is the same as in the
// CGI.

package import Albums
package import Host
import Pictures
import Store

/// Accepts photos. Source: docs/faults.md "Accept sequence".
package struct Intake: Sendable {
  /// The maximum size of a photo in bytes. Source: docs/limits.md "upload body".
  package static let photoByteLimit = 32 << 20

  private let configuration: Configuration
  private let database: DatabaseActor

  package init(configuration: Configuration, database: DatabaseActor) {
    self.configuration = configuration
    self.database = database
  }

  /// Stores the photo durably, then the scan; throws a `Refusal` when the file cannot be used.
  package func accept(
    _ file: String, guide: String?, by person: PersonID
  ) async throws -> ScanID {
    let photo = try photo(file)
    let id = ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount))
    return try await accept(photo, as: id, key: "cli-\(id)", guide: guide, by: person)
  }

  /// Like `accept`, but a photo with the same bytes as an earlier one of the person is not scanned
  /// again. `isKnown` is true then, and `id` is the earlier scan.
  package func acceptOnce(
    _ file: String, guide: String?, by person: PersonID
  ) async throws -> (id: ScanID, isKnown: Bool) {
    let photo = try photo(file)
    let key = "file-\(hexadecimal(SHA256.digest(of: photo)).prefix(40))"
    let earlier = try await database.with { (store) throws(StoreError) in
      try store.scanID(key: key, by: person)
    }
    if let earlier { return (earlier, true) }
    let id = ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount))
    let scan = try await accept(photo, as: id, key: key, guide: guide, by: person)
    return (scan, scan != id)
  }

  private func accept(
    _ photo: [UInt8], as id: ScanID, key: String, guide: String?, by person: PersonID
  ) async throws -> ScanID {
    let path = configuration.photo(id.text)
    try Files.replace(path, with: photo, durably: true)
    let scan = NewScan(
      id: id, person: person, key: key, digest: SHA256.digest(of: photo), byteCount: photo.count,
      guide: guide)
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    let acceptance = try await database.with { (store) throws(StoreError) in
      try store.accept(scan, at: now)
    }
    if acceptance == .accepted { return id }
    try Files.remove(path)
    guard case .repeated(let earlier) = acceptance else { throw Refusal.queueFull }
    return earlier
  }

  private func photo(_ file: String) throws -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(file, limit: Self.photoByteLimit)
    } catch .tooLarge {
      throw Refusal.tooLarge
    }
    guard !bytes.isEmpty else { throw Refusal.empty }
    let kind = PictureKind(firstBytes: Array(bytes.prefix(PictureKind.byteCount)))
    guard kind == .jpeg else {
      throw Refusal.notJPEG(kind == .heic ? .heic : .other)
    }
    return bytes
  }
}
