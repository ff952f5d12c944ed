// Finds the release group of an album and its picture. Both are optional: the whole stage has one
// deadline and never fails a scan. Source: docs/product.md step 6.

import Albums
import HTTP
import Host
package import MusicBrainz
import Photos

package struct MetadataLookup: Sendable {
  /// The maximum time of a lookup. It begins with the first request to MusicBrainz, or with the
  /// first cached answer. Source: docs/product.md step 6.
  static let deadlineMilliseconds: Int64 = 5000

  /// The deadline of a background job. It is longer, because its requests wait for those of scans,
  /// and no user waits for the job.
  static let backgroundDeadlineMilliseconds: Int64 = 60_000

  package private(set) var musicBrainz: MusicBrainz
  package let archive: CoverArtArchive
  let artworkKeeping: ArtworkKeeping
  let log: LogFile
  let now: @Sendable () -> Timestamp

  /// The same lookup with requests of another priority. With `asksAgain`, stored answers do not count.
  func with(priority: Pace.Priority, asksAgain: Bool = false) -> MetadataLookup {
    var lookup = self
    lookup.musicBrainz.priority = priority
    lookup.musicBrainz.asksAgain = asksAgain
    return lookup
  }

  private var deadline: Int64 {
    switch musicBrainz.priority {
    case .foreground: Self.deadlineMilliseconds
    case .background: Self.backgroundDeadlineMilliseconds
    }
  }

  /// The data that arrived before the deadline; the rest is missing. The best candidate is looked
  /// up first. `crop` is the fingerprint of the cover in the photo, which is compared with the
  /// fetched pictures; it may be empty. `jobName` names the job in the log: "scan …". `areYearsOfEditions` says
  /// that the candidates have the years of editions.
  func lookedUp(
    _ candidates: [Album], areYearsOfEditions: Bool = false, crop: [UInt8], for jobName: String
  ) async -> LookedUp {
    await untilDeadline(for: jobName) { search throws(LookupError) in
      var search = search
      search.areYearsOfEditions = areYearsOfEditions
      try await search.lookUp(candidates, crop)
    }
  }

  /// The same lookup for a pasted link or MBID; nil if MusicBrainz has no such album.
  ///
  /// The request for the album itself has no deadline. The deadline holds for the other requests.
  func lookedUp(
    _ reference: MusicBrainzReference, crop: [UInt8], for jobName: String
  ) async throws(LookupError) -> LookedUp? {
    guard let album = try await musicBrainz.album(of: reference) else { return nil }
    return await untilDeadline(for: jobName) { search throws(LookupError) in
      await search.take(album, crop)
    }
  }

  private func untilDeadline(
    for jobName: String,
    _ body: @escaping @Sendable (LookupSearch) async throws(LookupError) -> Void
  ) async -> LookedUp {
    let found = PartialResult<LookedUp>(LookedUp())
    var musicBrainz = musicBrainz
    musicBrainz.onSlot = { await found.begin() }
    let search = LookupSearch(
      musicBrainz: musicBrainz, archive: archive, artworkKeeping: artworkKeeping, found: found)
    await withTaskGroup(of: Void.self) { tasks in
      tasks.addTask { [now] in
        do throws(LookupError) {
          try await body(search)
        } catch {
          log.write(now().iso, "musicbrainz", "\(jobName): \(error)", level: .warning)
        }
      }
      tasks.addTask { [deadline] in await Self.wait(for: deadline, of: found) }
      await tasks.next()
      tasks.cancelAll()
    }
    return await found.value
  }

  /// Waits until the deadline. The deadline begins with the first request, so the time in the queue
  /// behind other scans does not count.
  private static func wait(for deadline: Int64, of found: PartialResult<LookedUp>) async {
    while !Task.isCancelled {
      let start = await found.start
      if let start, Clock.bootMilliseconds() - start >= deadline { return }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }
}

/// A result that grows until a deadline.
actor PartialResult<Value: Sendable> {
  private(set) var value: Value

  /// The time of the first request, in milliseconds since boot; nil while that request is in the
  /// queue.
  private(set) var start: Int64?

  /// Whether the value grows no more.
  private(set) var hasEnded = false

  init(_ value: Value) { self.value = value }

  func begin() { start = start ?? Clock.bootMilliseconds() }

  func end() { hasEnded = true }

  func change(_ body: @Sendable (inout Value) -> Void) { body(&value) }
}
