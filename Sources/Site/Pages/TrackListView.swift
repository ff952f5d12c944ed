// The tracks of a record by sides, with durations.

import Albums
import Text
import Tracks

extension View {
  /// A longer list is folded.
  private static let mostOpenTracks = 40

  /// The key tracks are marked.
  static func trackList(_ list: TrackList, _ keyTracks: [KeyTrack], _ words: Phrasebook) -> View {
    let named = Set(keyTracks.compactMap(\.index))
    var first = 0
    let sides = list.sides.map { side in
      defer { first += side.tracks.count }
      return self.side(side, from: first, named, words)
    }
    return [
      .flag(.isLong, list.trackCount > mostOpenTracks),
      .text(.total, words("album.track-count", ["count": .count(list.trackCount)])),
      .views(.sides, sides),
    ]
  }

  /// The id of a track's row; `index` is that in `TrackList.tracks`.
  static func anchor(ofTrack index: Int) -> String { "track-\(index + 1)" }

  private static func side(
    _ side: TrackList.Side, from first: Int, _ named: Set<Int>, _ words: Phrasebook
  ) -> View {
    let length = side.milliseconds.map { Duration(milliseconds: $0) }
    return [
      .text(.name, heading(side.name, words)),
      .text(.length, side.tracks.count > 1 ? length?.text : nil),
      .text(.isoLength, length?.iso),
      .views(
        .tracks,
        side.tracks.enumerated().map { offset, track in
          self.track(track, at: first + offset, isNamed: named.contains(first + offset), words)
        }),
    ]
  }

  /// Nil for the only group of a list.
  private static func heading(_ name: TrackList.Side.Name, _ words: Phrasebook) -> String? {
    switch name {
    case .all: nil
    case .side(let letters): words("album.side", ["name": .text(letters)])
    case .medium(let number, nil): words("album.medium", ["number": .count(number)])
    case .medium(let number, let title?):
      words(
        "album.medium.titled",
        ["number": .count(number), "title": .text(PlainText.name(title, otherwise: ""))])
    }
  }

  private static func track(
    _ track: TrackList.Track, at index: Int, isNamed: Bool, _ words: Phrasebook
  ) -> View {
    let length = track.milliseconds.map { Duration(milliseconds: $0) }
    let untitled = words("album.untitled")
    return [
      .text(.anchor, anchor(ofTrack: index)),
      .flag(.isKey, isNamed),
      .text(.number, PlainText.name(track.number, otherwise: "")),
      .text(.title, track.isUntitled ? untitled : PlainText.name(track.title, otherwise: untitled)),
      .text(.length, length?.text),
      .text(.isoLength, length?.iso),
    ]
  }
}

/// A duration in whole seconds, rounded.
private struct Duration {
  private let seconds: Int

  init(milliseconds: Int) { seconds = (milliseconds + 500) / 1_000 }

  private var parts: (hours: Int, minutes: Int, seconds: Int) {
    (seconds / 3_600, seconds / 60 % 60, seconds % 60)
  }

  /// `4:05`, or `1:02:03` from an hour on.
  var text: String {
    let (hours, minutes, rest) = parts
    let end = Self.twoDigits(rest)
    return hours > 0 ? "\(hours):\(Self.twoDigits(minutes)):\(end)" : "\(minutes):\(end)"
  }

  /// `PT4M5S`. Source: HTML, "valid duration string".
  var iso: String {
    let (hours, minutes, rest) = parts
    return "PT" + (hours > 0 ? "\(hours)H" : "") + "\(minutes)M\(rest)S"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
