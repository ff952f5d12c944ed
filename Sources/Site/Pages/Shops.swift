// Links to music services: plain search addresses. AlbumScan sends these services no request. A
// reader's browser sends no referrer when it follows a link.

import Text

extension View {
  /// Links to searches for one album.
  static func shops(for album: AlbumNames) -> [View] {
    let wanted = "\(album.artist) \(album.title)".percentEncoded
    let shops = [
      ("Bandcamp", "https://bandcamp.com/search?q="),
      ("YouTube", youTube),
      ("Apple Music", "https://music.apple.com/search?term="),
      ("Spotify", "https://open.spotify.com/search/"),
    ]
    return shops.map { [.text(.name, $0.0), .text(.address, $0.1 + wanted)] }
  }

  /// The address of a search for one track, which is a line of HTML.
  static func listening(_ track: String, of album: AlbumNames) -> String {
    youTube + "\(album.artist) \(MarkedText.plain(track))".percentEncoded
  }

  private static let youTube = "https://www.youtube.com/results?search_query="
}
