// The Cover Art Archive: the front of a release group, as bytes nobody has looked at yet.
// Source: CONTRACTS §5. It never fails a scan: no picture is a placeholder.

import HTTP

struct CoverArtArchive: Sendable {
  static let publicURL = "https://coverartarchive.org"

  /// Hops of the real one lead to archive.org and its nodes. Source: CONTRACTS §5.
  static let publicHosts: [HostPattern] = ["coverartarchive.org", "archive.org", "*.archive.org"]

  let transport: Transport
  let url: String
  let destination: Destination

  /// The front image, 1200 px first; nil when there is none or nothing answers.
  ///
  /// A group without a front may have an edition with one. 404 can also mean a size that was never
  /// made; then the next smaller is asked for. Source: CONTRACTS §5; FAULTS §6 "CAA".
  func front(group: String, release: String?) async -> [UInt8]? {
    var places = ["release-group/\(group)/front-1200"]
    if let release { places.append("release/\(release)/front-1200") }
    places.append("release-group/\(group)/front-500")
    return await first(of: places)
  }

  /// One edition's front; nil when it has none or nothing answers.
  func front(release: String) async -> [UInt8]? {
    await first(of: ["release/\(release)/front-1200", "release/\(release)/front-500"])
  }

  private func first(of places: [String]) async -> [UInt8]? {
    for place in places {
      switch await fetch(place) {
      case .picture(let bytes): return bytes
      case .nothingThere: continue
      case .unreachable: return nil
      }
    }
    return nil
  }

  private enum Fetched {
    case picture([UInt8])
    case nothingThere
    case unreachable
  }

  private func fetch(_ place: String) async -> Fetched {
    let request = HTTPRequest(
      .get, "\(url)/\(place)", headers: ["accept": "image/jpeg"],
      limits: HTTPLimits(
        totalMilliseconds: 30_000, idleMilliseconds: 15_000, bodyBytes: 10 << 20),
      destination: destination, redirects: .followed(hosts: Self.publicHosts))
    do {
      let response = try await transport.send(request, nil)
      switch response.status {
      case 200: return .picture(response.body)
      case 404: return .nothingThere
      default: return .unreachable
      }
    } catch {
      return .unreachable
    }
  }
}
