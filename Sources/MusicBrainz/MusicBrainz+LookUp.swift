// Looks up an album by its MBID. Source: docs/services.md §4.3.

import Albums
package import HTTP
import Text

/// The album of a reference.
package struct ReferredAlbum: Equatable, Sendable {
  package let group: ReleaseGroup

  /// MBID of the named edition; nil where the reference names the release group.
  package let release: String?

  /// Best first, as `genres(of:)` gives them.
  package let genres: [String]
}

extension MusicBrainz {
  /// Nil when MusicBrainz has no such album. A merged MBID leads to the entry that it was merged
  /// into, with the id of that entry.
  package func album(of reference: MusicBrainzReference) async throws(LookupError) -> ReferredAlbum?
  {
    switch reference {
    case .releaseGroup(let id): try await referredGroup(id)
    case .release(let id): try await referredRelease(id)
    case .either(let id):
      if let album = try await referredGroup(id) { album } else { try await referredRelease(id) }
    case .code(let code): try await codedGroup(code)
    case .another: nil
    }
  }

  /// The release group whose releases have the code; nil if several have it.
  private func codedGroup(_ code: ProductCode) async throws(LookupError) -> ReferredAlbum? {
    let json = try await search("release", Self.barcodes([code]))
    let groups = json["releases"].items.compactMap { ReleaseGroup(ofRelease: $0, like: nil) }
    guard let group = groups.first, groups.allSatisfy({ $0.id == group.id }) else { return nil }
    return ReferredAlbum(group: group, release: nil, genres: [])
  }

  /// The query for releases with one of the codes. Releases have a UPC with or without the zero that makes
  /// it an EAN-13.
  static func barcodes(_ codes: [ProductCode]) -> String {
    let forms = codes.map(\.digits).flatMap { digits in
      digits.hasPrefix("0") ? [digits, String(digits.drop { $0 == "0" })] : [digits]
    }
    return "barcode:(\(forms.joined(separator: " OR ")))"
  }

  private func referredGroup(_ id: String) async throws(LookupError) -> ReferredAlbum? {
    guard let json = try await lookUp("release-group/\(id)?inc=artist-credits+genres&fmt=json"),
      let group = ReleaseGroup(json, like: nil)
    else { return nil }
    return ReferredAlbum(group: group, release: nil, genres: Self.genres(json))
  }

  private func referredRelease(_ id: String) async throws(LookupError) -> ReferredAlbum? {
    let question = "release/\(id)?inc=artist-credits+release-groups+genres&fmt=json"
    guard let json = try await lookUp(question),
      let group = ReleaseGroup(ofRelease: json, like: nil)
    else { return nil }
    return ReferredAlbum(
      group: group, release: json["id"].text?.lowercased(),
      genres: Self.genres(json["release-group"]))
  }

  /// Nil for an MBID that names no entity of this kind: not found (404) or not valid (400).
  func lookUp(_ question: String) async throws(LookupError) -> JSON? {
    do throws(LookupError) {
      return try await client.get(question)
    } catch .refused(status: 404), .refused(status: 400) {
      return nil
    }
  }
}
