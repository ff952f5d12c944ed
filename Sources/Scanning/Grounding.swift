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

  /// The edition whose picture was taken, where the release group's was clearly another one.
  var edition: String?
  var artwork: Artwork?

  /// Of the artwork.
  var fingerprint: [UInt8]?

  /// Whether MusicBrainz was asked and knows no such album; nil when it could not be asked.
  var isUnknown: Bool?
}

extension Grounded {
  fileprivate mutating func take(_ front: KeptArtwork, of release: String?) {
    artwork = front.artwork
    fingerprint = front.fingerprint
    edition = release
  }
}

/// One edition's picture, held against the crop.
private struct Edition: Sendable {
  let release: String
  let front: KeptArtwork
  let agreement: Agreement
}

struct Grounding: Sendable {
  /// From the stage's first turn at MusicBrainz. Source: PRODUCT step 6, issue 3.3.
  static let deadlineMilliseconds: Int64 = 5000

  /// So many editions' pictures are asked for, side by side, where the release group's is another one.
  static let mostEditions = 4

  let musicBrainz: MusicBrainz
  let archive: CoverArtArchive
  let artworkKeeping: ArtworkKeeping
  let log: LogFile

  /// What could be learned within the deadline; pieces that came too late are missing. `crop` is the
  /// fingerprint of the cover in the photo, which the artwork is held against.
  func grounded(_ album: Album, crop: [UInt8], for scan: ScanID) async -> Grounded {
    let found = Piece<Grounded>(Grounded())
    await withTaskGroup(of: Void.self) { tasks in
      tasks.addTask { await look(up: album, crop, scan, into: found) }
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

  private func look(
    up album: Album, _ crop: [UInt8], _ scan: ScanID, into found: Piece<Grounded>
  ) async {
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
      async let picture: Void = fetchArtwork(group, crop, musicBrainz, into: found)
      async let edition: Void = fillIn(group, unless: album.recordLabel != nil, into: found)
      _ = await (picture, edition)
    } catch {
      log.write(musicBrainz.now().iso, "musicbrainz", "scan \(scan): \(error)")
    }
  }

  /// The release group's front; where that is clearly not the sleeve in the photo, an edition's that is.
  private func fetchArtwork(
    _ group: ReleaseGroup, _ crop: [UInt8], _ musicBrainz: MusicBrainz,
    into found: Piece<Grounded>
  ) async {
    // A kept answer of MusicBrainz' needed no turn.
    await found.begin()
    guard let bytes = await archive.front(group: group.id, release: nil),
      let front = artworkKeeping.keep(bytes)
    else { return }
    await found.change { $0.take(front, of: nil) }
    let agreement = ArtworkComparison.agreement(crop, front.fingerprint)
    guard ArtworkComparison.wantsAnotherEdition(agreement),
      let editions = try? await musicBrainz.releases(of: group.id)
    else { return }
    let best = await bestEdition(of: editions.prefix(Self.mostEditions), crop)
    if let best, ArtworkComparison.isBetter(best.agreement, than: agreement) {
      await found.change { $0.take(best.front, of: best.release) }
    }
  }

  /// The edition whose front agrees best with the crop; the first of equals.
  private func bestEdition(of releases: some Collection<String>, _ crop: [UInt8]) async -> Edition?
  {
    await withTaskGroup(of: (Int, Edition)?.self) { tasks in
      for (place, release) in releases.enumerated() {
        tasks.addTask {
          guard let bytes = await archive.front(release: release),
            let front = artworkKeeping.keep(bytes),
            let agreement = ArtworkComparison.agreement(crop, front.fingerprint)
          else { return nil }
          return (place, Edition(release: release, front: front, agreement: agreement))
        }
      }
      var fronts: [(place: Int, edition: Edition)] = []
      for await front in tasks { if let front { fronts.append(front) } }
      return fronts.max {
        ($0.edition.agreement.rank, -$0.place) < ($1.edition.agreement.rank, -$1.place)
      }?.edition
    }
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
