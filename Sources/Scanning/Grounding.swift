// Which release group the album is, and its picture. Optional both: the whole stage has one deadline
// and never fails a scan. Source: PRODUCT step 6.

import Albums
import HTTP
import Host
import Store

/// What MusicBrainz and the archive know of an album.
struct Grounded: Equatable, Sendable {
  var group: ReleaseGroup?
  var recordLabel: String?
  var year: Int?
  var release: String?
  var artwork: Artwork?

  /// Whether MusicBrainz was asked and knows no such album; nil when it could not be asked.
  var isUnknown: Bool?
}

struct Grounding: Sendable {
  /// From the stage's first turn at MusicBrainz. Source: PRODUCT step 6, issue 3.3.
  static let deadlineMilliseconds: Int64 = 5000

  let musicBrainz: MusicBrainz
  let archive: CoverArtArchive
  let artworkKeeping: ArtworkKeeping
  let log: LogFile

  /// What could be learned within the deadline; pieces that came too late are missing.
  func grounded(_ album: Album, for scan: ScanID) async -> Grounded {
    let found = Piece<Grounded>(Grounded())
    await withTaskGroup(of: Void.self) { tasks in
      tasks.addTask { await look(up: album, scan, into: found) }
      tasks.addTask { await Self.waitForDeadline(of: found) }
      await tasks.next()
      tasks.cancelAll()
    }
    return await found.value
  }

  /// Waiting in MusicBrainz' line behind other scans does not count: the clock starts at the turn.
  private static func waitForDeadline(of found: Piece<Grounded>) async {
    while !Task.isCancelled {
      let start = await found.start
      if let start, Clock.bootMilliseconds() - start >= deadlineMilliseconds { return }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func look(up album: Album, _ scan: ScanID, into found: Piece<Grounded>) async {
    var musicBrainz = musicBrainz
    musicBrainz.onTurn = { await found.begin() }
    do {
      guard let group = try await musicBrainz.releaseGroup(artist: album.artist, title: album.title)
      else {
        await found.change { $0.isUnknown = true }
        return
      }
      await found.change {
        $0.group = group
        $0.isUnknown = false
        $0.year = group.year
      }
      async let picture: Void = fetchArtwork(group, into: found)
      async let edition: Void = fillIn(group, unless: album.recordLabel != nil, into: found)
      _ = await (picture, edition)
    } catch {
      log.write(musicBrainz.now().iso, "musicbrainz", "scan \(scan): \(error)")
    }
  }

  private func fetchArtwork(_ group: ReleaseGroup, into found: Piece<Grounded>) async {
    // A kept answer of MusicBrainz' needed no turn.
    await found.begin()
    guard let bytes = await archive.front(group: group.id, release: nil),
      let artwork = artworkKeeping.keep(bytes)
    else { return }
    await found.change { $0.artwork = artwork }
  }

  /// Record label and edition, where the model left the label open.
  private func fillIn(
    _ group: ReleaseGroup, unless isKnown: Bool, into found: Piece<Grounded>
  ) async {
    guard !isKnown, let first = try? await musicBrainz.firstRelease(of: group.id) else { return }
    await found.change {
      $0.recordLabel = first.recordLabel
      $0.release = first.release
      $0.year = $0.year ?? first.year
    }
  }
}

/// A value that grows while a deadline runs.
private actor Piece<Value: Sendable> {
  private(set) var value: Value

  /// When its making began, in milliseconds since start-up; nil while it waits its turn.
  private(set) var start: Int64?

  init(_ value: Value) { self.value = value }

  func begin() { start = start ?? Clock.bootMilliseconds() }

  func change(_ body: @Sendable (inout Value) -> Void) { body(&value) }
}
