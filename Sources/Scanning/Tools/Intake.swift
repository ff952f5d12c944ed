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
    let path = configuration.photo(id.text)
    try Files.replace(path, with: photo, mode: 0o640, durably: true)
    let scan = NewScan(
      id: id, person: person, key: "cli-\(id)", digest: SHA256.digest(of: photo),
      byteCount: photo.count,
      guide: guide)
    let now = Timestamp(milliseconds: Clock.wallMilliseconds())
    let acceptance = try await database.with { (store) throws(StoreError) in
      try store.accept(scan, at: now)
    }
    guard acceptance == .accepted else {
      try Files.remove(path)
      throw Refusal.queueFull
    }
    return id
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
