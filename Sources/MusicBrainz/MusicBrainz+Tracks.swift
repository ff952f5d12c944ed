// The tracks of an edition. Source: docs/services.md §4.3.

package import HTTP
import Text
package import Tracks

extension MusicBrainz {
  /// The tracks of a release. Nil if MusicBrainz has no such release, or no tracks of it. Data tracks are left out.
  package func tracks(of release: String) async throws(LookupError) -> TrackList? {
    let question = "release/\(release)?inc=recordings+media&fmt=json"
    guard let json = try await lookUp(question) else { return nil }
    return TrackList(
      release: json["id"].text?.lowercased() ?? release,
      media: json["media"].items.map(TrackList.Medium.init))
  }

  /// The tracks of the earliest official edition; nil if MusicBrainz knows none, or no longer has the release group.
  package func tracksOfFirstEdition(of group: String) async throws(LookupError) -> TrackList? {
    do throws(LookupError) {
      guard let first = try await editions(of: group).first else { return nil }
      return try await tracks(of: first.id)
    } catch .refused(status: 404), .refused(status: 400) {
      return nil
    }
  }
}

extension TrackList.Medium {
  /// A hidden track before the first one ("pregap") has a place of its own in the answer. A medium whose tracks were left
  /// out of the answer has none.
  fileprivate init(_ json: JSON) {
    let hidden = json["pregap"] == .null ? [] : [json["pregap"]]
    let title = json["title"].text.map {
      TrackList.Track.shortened($0, TrackList.mostScalars.title)
    }
    self.init(
      title: title?.isEmpty == false ? title : nil,
      tracks: (hidden + json["tracks"].items).compactMap(TrackList.Track.init))
  }
}

extension TrackList.Track {
  /// The title of a track that is no music. Source: MusicBrainz, "Style / Unknown and untitled".
  private static let data = "[data track]"

  /// Nil without a title.
  fileprivate init?(_ json: JSON) {
    guard let text = json["title"].text ?? json["recording"]["title"].text else { return nil }
    let title = Self.shortened(text, TrackList.mostScalars.title)
    guard !title.isEmpty, title != Self.data else { return nil }
    let length = (json["length"].integer ?? json["recording"]["length"].integer).flatMap { Int($0) }
    let number = json["number"].text ?? json["position"].integer.map { String($0) } ?? ""
    self.init(
      number: Self.shortened(number, TrackList.mostScalars.number), title: title,
      milliseconds: length.flatMap { Self.lengths.contains($0) ? $0 : nil })
  }

  fileprivate static func shortened(_ text: String, _ most: Int) -> String {
    String(String.UnicodeScalarView(text.trimmed.unicodeScalars.prefix(most)))
  }
}
