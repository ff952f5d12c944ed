// The tracks of an edition of an album, by media and sides.

package import Albums

/// The tracks of one edition, as printed on it.
package struct TrackList: Hashable, Sendable {
  /// A track. `number` is as printed, such as `A1` or `7`.
  package struct Track: Hashable, Sendable {
    package let number: String
    package let title: String

    /// Nil if the duration is unknown.
    package let milliseconds: Int?

    /// The possible durations, up to a day.
    package static let lengths = 1...86_400_000

    package init(number: String, title: String, milliseconds: Int? = nil) {
      self.number = number
      self.title = title
      self.milliseconds = milliseconds
    }
  }

  /// A disc, a cassette or the like.
  package struct Medium: Hashable, Sendable {
    /// The name of the medium in a set of several; nil without one.
    package let title: String?
    package let tracks: [Track]

    package init(title: String? = nil, tracks: [Track]) {
      self.title = title
      self.tracks = tracks
    }
  }

  /// The maximum number of tracks. Source: docs/limits.md.
  package static let mostTracks = 1_000

  /// The maximum number of Unicode scalars of a title, and of a printed number.
  package static let mostScalars = (title: 300, number: 12)

  /// MBID of the edition.
  package let release: String

  /// Media without tracks are left out.
  package let media: [Medium]

  package var trackCount: Int { media.reduce(0) { $0 + $1.tracks.count } }

  /// Keeps the first `mostTracks` tracks. Nil without a track.
  package init?(release: String, media: [Medium]) {
    var left = Self.mostTracks
    var kept: [Medium] = []
    for medium in media {
      let tracks = Array(medium.tracks.prefix(left))
      left -= tracks.count
      if !tracks.isEmpty { kept.append(Medium(title: medium.title, tracks: tracks)) }
    }
    guard !kept.isEmpty else { return nil }
    (self.release, self.media) = (release, kept)
  }
}

extension TrackList.Track {
  /// The title of a track that has none. Source: MusicBrainz, "Style / Unknown and untitled".
  private static let untitled = "[untitled]"

  package var isUntitled: Bool { title == Self.untitled }

  /// `A` of `A1`, `AA` of `AA2`, `B` of `B`; nil of `7` and of `12a`.
  var side: Substring? {
    let letters = number.prefix { $0.isASCII && $0.isLetter }
    let rest = number.dropFirst(letters.count)
    guard !letters.isEmpty, rest.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLetter) })
    else { return nil }
    return letters
  }
}

// MARK: Sides

extension TrackList {
  /// Tracks that follow one another without a person turning or changing the medium.
  package struct Side: Equatable, Sendable {
    package enum Name: Equatable, Sendable {
      /// The letters that are printed before the tracks' numbers.
      case side(String)
      /// The number of the medium, from 1, and its title.
      case medium(Int, title: String?)
      /// The only group of the list.
      case all
    }
    package let name: Name
    package let tracks: [Track]

    /// The sum of all durations; nil if one is unknown.
    package var milliseconds: Int? {
      tracks.reduce(0) { sum, track in
        guard let sum, let length = track.milliseconds else { return nil }
        return sum + length
      }
    }
  }

  /// The sides of media whose tracks all have letters, and the other media as a whole.
  package var sides: [Side] {
    media.enumerated().flatMap { index, medium -> [Side] in
      let letters = medium.tracks.map(\.side)
      guard letters.allSatisfy({ $0 != nil }) else {
        let name: Side.Name =
          media.count == 1 && medium.title == nil
          ? .all : .medium(index + 1, title: medium.title)
        return [Side(name: name, tracks: medium.tracks)]
      }
      var sides: [Side] = []
      for (track, letters) in zip(medium.tracks, letters) {
        let name = Side.Name.side(String(letters ?? ""))
        if let last = sides.last, last.name == name {
          sides[sides.count - 1] = Side(name: name, tracks: last.tracks + [track])
        } else {
          sides.append(Side(name: name, tracks: [track]))
        }
      }
      return sides
    }
  }
}

// MARK: The stored text

extension StoredTracks {
  package init(_ list: TrackList) { self.init(release: list.release, text: list.stored) }

  /// Nil for a damaged text.
  package var list: TrackList? { TrackList(release: release, stored: text) }
}

extension TrackList {
  /// A line for each medium, `=title`, and below it one for each track: number, milliseconds and title between tabs.
  package var stored: String {
    media.map { medium in
      "=\(Self.oneLine(medium.title ?? ""))\n"
        + medium.tracks.map { track in
          let length = track.milliseconds.map(String.init) ?? ""
          return "\(Self.oneLine(track.number))\t\(length)\t\(Self.oneLine(track.title))\n"
        }.joined()
    }.joined()
  }

  /// Nil for a text that `stored` does not write.
  package init?(release: String, stored: String) {
    var media: [(title: String?, tracks: [Track])] = []
    for line in stored.split(separator: "\n", omittingEmptySubsequences: true) {
      if line.hasPrefix("="), !line.contains("\t") {
        media.append((title: line.count > 1 ? String(line.dropFirst()) : nil, tracks: []))
        continue
      }
      let cells = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard cells.count == 3, !media.isEmpty, cells[1].isEmpty || Int(cells[1]) != nil else {
        return nil
      }
      media[media.count - 1].tracks.append(
        Track(number: String(cells[0]), title: String(cells[2]), milliseconds: Int(cells[1])))
    }
    self.init(
      release: release, media: media.map { Medium(title: $0.title, tracks: $0.tracks) })
  }

  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }
}
