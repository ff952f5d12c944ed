// The Cover Art Archive: the front of an album, as bytes nobody has looked at yet.
// Source: docs/services.md §5. It never fails a scan: no picture is a placeholder.

import HTTP

/// What the archive said when it was asked for a front.
enum FrontImage: Equatable, Sendable {
  case picture([UInt8])
  /// There is none, and asking again gives none.
  case none
  /// It did not answer, or not as it should: there may be one.
  case unknown

  var bytes: [UInt8]? {
    if case .picture(let bytes) = self { return bytes }
    return nil
  }
}

struct CoverArtArchive: Sendable {
  static let publicURL = "https://coverartarchive.org"

  /// Hops of the real one lead to archive.org and its nodes. Source: docs/services.md §5.
  static let publicHosts: [HostPattern] = ["coverartarchive.org", "archive.org", "*.archive.org"]

  /// The original comes last: it may be large, and no JPEG.
  private static let sizes = ["front-1200", "front-500", "front-250", "front"]

  let transport: Transport
  let url: String
  let destination: Destination

  func front(group: String) async -> FrontImage { await front(of: "release-group/\(group)") }

  /// One edition's.
  func front(release: String) async -> FrontImage { await front(of: "release/\(release)") }

  /// 404 may mean that there is no front, or that this size was never made: the archive itself says the
  /// one, the machine it leads to the other. Source: docs/services.md §5, docs/limits.md "CAA".
  private func front(of entity: String) async -> FrontImage {
    for size in Self.sizes {
      let place = "/\(entity.lowercased())/\(size)"
      guard let response = try? await transport.send(request(place), nil) else { return .unknown }
      switch response.status {
      case 200: return .picture(response.body)
      case 404 where response.url.hasSuffix(place): return .none
      case 404: continue
      // An MBID it does not know. Source: docs/services.md §5, "Unknown entity -> 400".
      case 400: return .none
      default: return .unknown
      }
    }
    return .none
  }

  private func request(_ place: String) -> HTTPRequest {
    HTTPRequest(
      .get, "\(url)\(place)", headers: ["accept": "image/jpeg"],
      limits: HTTPLimits(
        totalMilliseconds: 30_000, idleMilliseconds: 15_000, bodyBytes: 10 << 20),
      destination: destination, redirects: .followed(hosts: Self.publicHosts))
  }
}
