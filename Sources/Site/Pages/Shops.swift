// Links to music services: plain search addresses. AlbumScan sends these services no request. A
// reader's browser sends no referrer when it follows a link.

import Text

/// A link to a search for one album.
struct ListenLink: Equatable, Sendable, View {
  let name: String
  let address: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .name: Field(self.name)
    case .address: Field(address)
    default: .nothing
    }
  }

  static func all(for album: AlbumNames) -> [ListenLink] {
    let wanted = "\(album.artist) \(album.title)".percentEncoded
    return [
      ListenLink(name: "Bandcamp", address: "https://bandcamp.com/search?q=\(wanted)"),
      ListenLink(
        name: "YouTube", address: "https://www.youtube.com/results?search_query=\(wanted)"),
      ListenLink(name: "Apple Music", address: "https://music.apple.com/search?term=\(wanted)"),
      ListenLink(name: "Spotify", address: "https://open.spotify.com/search/\(wanted)"),
    ]
  }
}
