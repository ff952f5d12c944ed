// The covers of Open Library: fetches a cover by its number as unchecked bytes. Source:
// docs/services.md §7.2.

package import HTTP
package import Host

package struct OpenLibraryCovers: Sendable {
  package static let publicURL = "https://covers.openlibrary.org"

  /// Milliseconds between two requests: the service admits 400 requests a minute. Source:
  /// docs/services.md §7.2.
  private static let gapMilliseconds: Int64 = 200

  /// Redirects of the public service lead to archive.org and its nodes, where older covers lie.
  /// Source: docs/services.md §7.2.
  static let publicHosts: [HostPattern] = [
    "covers.openlibrary.org", "archive.org", "*.archive.org",
  ]

  let transport: Transport
  package let url: String
  let destination: Destination
  let pace: Pace

  package init(transport: Transport, url: String, destination: Destination, pace: Pace) {
    self.transport = transport
    self.url = url
    self.destination = destination
    self.pace = pace
  }

  /// The server that the control file names.
  package init(_ configuration: Configuration, transport: Transport) {
    let url = configuration.services.openLibraryCoversURL
    let address = url ?? Self.publicURL
    self.init(
      transport: transport, url: address, destination: .of(url),
      pace: Pace(
        Pace.path(of: "open-library-covers", at: address, data: configuration.data),
        gapMilliseconds: Self.gapMilliseconds))
  }

  /// The cover of at most 500 pixels; nil if the service, or the archive to which it redirects, has
  /// no such picture. Covers are not cached here, because the caller stores the picture.
  func cover(_ id: Int) async throws(LookupError) -> [UInt8]? {
    let response: HTTPResponse
    do {
      let permit = try await pace.permit()
      response = try await transport.send(request(id, permit), nil)
    } catch {
      throw .unreachable("\(error)")
    }
    switch response.status {
    case 200: return response.body
    case 404: return nil
    case 429: throw .unreachable("asked too often")
    case 500...599: throw .unreachable("HTTP \(response.status)")
    default: throw .refused(status: response.status)
    }
  }

  /// Without `default=false`, the answer for a missing cover is an empty picture with status 200.
  private func request(_ id: Int, _ permit: Permit) -> HTTPRequest {
    HTTPRequest(
      .get, "\(url)/b/id/\(id)-L.jpg?default=false", headers: ["accept": "image/jpeg"],
      limits: HTTPLimits(
        totalMilliseconds: 30_000, idleMilliseconds: 15_000, bodyBytes: 10 << 20),
      destination: destination, redirects: .followed(hosts: Self.publicHosts), permit: permit)
  }
}
