// A reference that a user pastes or types to name an album: a MusicBrainz link, a bare MBID, or the digits of
// a product code.

package import Albums
import Text

/// The entity that a pasted text names. MBIDs are in lower case.
package enum MusicBrainzReference: Equatable, Sendable {
  case releaseGroup(String)
  case release(String)

  /// A bare MBID of a release group or, if there is no such group, of a release.
  case either(String)

  /// The product code of a release.
  case code(ProductCode)

  /// A link to an entity that is no album: "recording", "artist", ….
  case another(String)

  /// The name of another music site if `text` is a link to it; nil for any other text.
  package static func otherSite(in text: String) -> String? {
    let sites = [
      "discogs.com": "Discogs", "spotify.com": "Spotify", "rateyourmusic.com": "Rate Your Music",
      "bandcamp.com": "Bandcamp", "wikipedia.org": "Wikipedia", "allmusic.com": "AllMusic",
      "music.apple.com": "Apple Music", "youtube.com": "YouTube", "last.fm": "Last.fm",
    ]
    let address = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: { address.contains($0) }),
      let start = address.ranges(ofText: scheme).first?.upperBound
    else { return nil }
    let host = address[start...].prefix { !"/?#:".contains($0) }
    return sites.first { host == $0.key || host.hasSuffix(".\($0.key)") }?.value
  }
}

extension MusicBrainz {
  private static let hosts = ["musicbrainz.org", "www.musicbrainz.org", "beta.musicbrainz.org"]

  private static let otherKinds: Set<String> = [
    "area", "artist", "collection", "event", "genre", "instrument", "label", "place", "recording",
    "series", "track", "url", "work",
  ]

  /// Nil for a text that is neither a link to a MusicBrainz entity nor an MBID nor a product code.
  package static func reference(in text: String) -> MusicBrainzReference? {
    let pasted = text.trimmed
    if let id = mbid(pasted) { return .either(id) }
    if let code = ProductCode(typed: pasted) { return .code(code) }
    var rest = pasted[...]
    for scheme in ["https://", "http://"] where rest.lowercased().hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      break
    }
    let steps = rest.prefix { $0 != "?" && $0 != "#" }.split(
      separator: "/", omittingEmptySubsequences: false)
    guard steps.count >= 3, hosts.contains(steps[0].lowercased()), let id = mbid(steps[2]) else {
      return nil
    }
    switch steps[1] {
    case "release-group": return .releaseGroup(id)
    case "release": return .release(id)
    case let kind where otherKinds.contains(String(kind)): return .another(String(kind))
    default: return nil
    }
  }

  /// The MBID in lower case, as the Cover Art Archive requires; nil unless the text is 8-4-4-4-12
  /// hexadecimal digits.
  private static func mbid(_ text: some StringProtocol) -> String? {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12],
      text.utf8.allSatisfy({ byte in
        (48...57).contains(byte) || (97...102).contains(byte) || (65...70).contains(byte)
          || byte == UInt8(ascii: "-")
      })
    else { return nil }
    return text.lowercased()
  }
}
