// Links to music services: plain search addresses. AlbumScan sends these services no request. A
// reader's browser sends no referrer when it follows a link.

import Mustache
import Text

/// A link to a search for one album.
struct ListenLink: Equatable, Sendable, MustacheParent {
  let name: String
  let address: String

  func child(named name: String) -> Any? {
    switch name {
    case "name": self.name
    case "address": address
    default: nil
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
