// More data of MusicBrainz about a release group: its editions, first record label and genres.

package import HTTP
import Text

/// One edition of an album.
package struct Edition: Equatable, Sendable {
  /// MBID of the release.
  package let id: String

  /// `1977`, `1977-02`, `1977-02-04`; nil where MusicBrainz has no date.
  package let date: String?
  package let recordLabel: String?

  package var year: Int? { ReleaseGroup.year(date) }
}

extension MusicBrainz {
  /// The maximum number of genres of an album.
  static let mostGenres = 4

  /// The official editions of an album, the earliest first and those without a date last.
  /// Promotions, bootlegs and translated titles (Pseudo-Release) are left out.
  package func editions(of group: String) async throws(LookupError) -> [Edition] {
    let json = try await search("release", "rgid:\(group) AND status:official", limit: 100)
    let editions = json["releases"].items.compactMap(Edition.init)
    return editions.filter { $0.date != nil }.sorted {
      ($0.date ?? "", $0.id) < ($1.date ?? "", $1.id)
    }
      + editions.filter { $0.date == nil }
  }

  /// The genres with the most votes, best first; only names that MusicBrainz lists as genres.
  package func genres(of group: String) async throws(LookupError) -> [String] {
    Self.genres(try await client.get("release-group/\(group)?inc=artist-credits+genres&fmt=json"))
  }

  static func genres(_ group: JSON) -> [String] {
    let genres = group["genres"].items.compactMap { genre in
      genre["name"].text.map { (name: $0, count: genre["count"].integer ?? 0) }
    }
    let sorted = genres.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    return sorted.prefix(mostGenres).map { capitalised($0.name) }
  }

  /// Capitalises each word. MusicBrainz writes genres in lower case: "hip hop", "post-rock", "r&b".
  private static func capitalised(_ name: String) -> String {
    var isFirst = true
    return name.reduce(into: "") { text, letter in
      text += isFirst ? letter.uppercased() : String(letter)
      isFirst = !letter.isLetter && letter != "'" && letter != "’"
    }
  }
}

extension Edition {
  fileprivate init?(_ json: JSON) {
    guard let id = json["id"].text, ["Official", nil].contains(json["status"].text) else {
      return nil
    }
    let label = json["label-info"].items.lazy.compactMap { $0["label"]["name"].text }.first
    self.init(
      id: id.lowercased(), date: json["date"].text,
      recordLabel: label == "[no label]" ? nil : label)
  }
}
