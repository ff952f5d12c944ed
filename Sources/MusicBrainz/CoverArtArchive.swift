// The Cover Art Archive: fetches the front image of an album as unchecked bytes.
// Source: docs/services.md §5. A missing picture never fails a scan: the find shows a placeholder.

package import HTTP

/// The archive's answer to a request for a front image.
package enum FrontImage: Equatable, Sendable {
  case picture([UInt8])
  /// The archive has no front; a retry would not find a front either.
  case none
  /// There was no answer, or an unexpected answer; the archive may have a front.
  case unknown

  package var bytes: [UInt8]? {
    if case .picture(let bytes) = self { return bytes }
    return nil
  }
}

package struct CoverArtArchive: Sendable {
  package static let publicURL = "https://coverartarchive.org"

  /// Redirects of the public archive lead to archive.org and its nodes.
  /// Source: docs/services.md §5.
  static let publicHosts: [HostPattern] = ["coverartarchive.org", "archive.org", "*.archive.org"]

  /// The sizes in the order of the requests. The original comes last, because it may be large and
  /// need not be a JPEG.
  private static let sizes = ["front-1200", "front-500", "front-250", "front"]
  private static let smallSizes = ["front-250", "front-500"]
  private static let mediumSizes = ["front-500"]

  let transport: Transport
  package let url: String
  let destination: Destination

  package init(transport: Transport, url: String, destination: Destination) {
    self.transport = transport
    self.url = url
    self.destination = destination
  }

  package func front(group: String) async -> FrontImage {
    await front(of: "release-group/\(group)", Self.sizes)
  }

  /// A front of 250 pixels, for a comparison only; a larger one if the archive has no such size.
  package func smallFront(group: String) async -> FrontImage {
    await front(of: "release-group/\(group)", Self.smallSizes)
  }

  /// A front of 500 pixels, for a comparison only.
  package func mediumFront(group: String) async -> FrontImage {
    await front(of: "release-group/\(group)", Self.mediumSizes)
  }

  /// The front of a single edition.
  package func front(release: String) async -> FrontImage {
    await front(of: "release/\(release)", Self.sizes)
  }

  /// A 404 has two meanings. From the archive itself, it means that there is no front. From the
  /// host of a redirect, it means that this size was never made.
  /// Source: docs/services.md §5, docs/limits.md "CAA".
  private func front(of entity: String, _ sizes: [String]) async -> FrontImage {
    for size in sizes {
      let path = "/\(entity.lowercased())/\(size)"
      guard let response = try? await transport.send(request(path), nil) else { return .unknown }
      switch response.status {
      case 200: return .picture(response.body)
      case 404 where response.url.hasSuffix(path): return .none
      case 404: continue
      // The archive does not know the MBID. Source: docs/services.md §5, "Unknown entity -> 400".
      case 400: return .none
      default: return .unknown
      }
    }
    return .none
  }

  private func request(_ path: String) -> HTTPRequest {
    HTTPRequest(
      .get, "\(url)\(path)", headers: ["accept": "image/jpeg"],
      limits: HTTPLimits(
        totalMilliseconds: 30_000, idleMilliseconds: 15_000, bodyBytes: 10 << 20),
      destination: destination, redirects: .followed(hosts: Self.publicHosts))
  }
}
