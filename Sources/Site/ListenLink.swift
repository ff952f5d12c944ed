// Where an album may be heard: plain search addresses. Nothing is fetched from there, and nothing
// there is told who follows a link.

import Mustache

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
    let wanted = percentEncoded("\(album.artist) \(album.title)")
    return [
      ListenLink(name: "Bandcamp", address: "https://bandcamp.com/search?q=\(wanted)"),
      ListenLink(
        name: "YouTube", address: "https://www.youtube.com/results?search_query=\(wanted)"),
      ListenLink(name: "Apple Music", address: "https://music.apple.com/search?term=\(wanted)"),
      ListenLink(name: "Spotify", address: "https://open.spotify.com/search/\(wanted)"),
    ]
  }
}

/// Every byte but RFC 3986's unreserved ones as `%XX`.
/// Source: <https://www.rfc-editor.org/rfc/rfc3986#section-2.3>.
package func percentEncoded(_ text: String) -> String {
  var result = ""
  for byte in text.utf8 {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
      result.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      result += byte < 16 ? "%0\(digits)" : "%\(digits)"
    }
  }
  return result
}
