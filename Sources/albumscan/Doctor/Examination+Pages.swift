// The check of the doctor that asks the web server for protected pages, as a stranger would.

import Albums
import HTTP
import Host
import Serving
import Store

extension Examination {
  /// Nothing if everybody may open the pages. No request has a cookie. Of pages that only this computer
  /// may open, a request asks at a foreign name.
  func askSite() async -> [Finding] {
    let base = configuration.baseURL
    guard let store = try? Store.open(configuration.database),
      let hasPeople = try? store.hasPeople(),
      let destination = HostPort(base)
    else { return [] }
    switch configuration.pageReaders(hasPeople: hasPeople) {
    case .everybody: return []
    case .thisComputer: return await askAtForeignName(store, destination)
    case .signedIn: break
    }
    let subject = "protected pages at \(base)"
    let transport = siteTransport
    var readable: [String] = []
    for path in Self.protectedPaths(store) {
      do {
        let response = try await transport.send(request(path, destination), nil)
        if isContent(response) { readable.append(path) }
        if response.status >= 500 {
          return [
            Finding(
              subject: subject,
              remedy: "the web server answers \(path) with status \(response.status); see its log",
              isWarning: true)
          ]
        }
      } catch .refusedRedirect {
        // A proxy leads strangers to its own sign-in page.
      } catch {
        return [
          Finding(
            subject: subject,
            remedy: "they could not be checked: \(error); start the web server, and run this "
              + "command again", isWarning: true)
        ]
      }
    }
    let finding = Finding(subject: subject, remedy: readable.isEmpty ? nil : Self.remedy(readable))
    return [finding] + (await askAsset(transport, destination))
  }

  /// A finding if the web server sends pages with notes at a name that is none of this computer. Nothing
  /// while no web server runs, because this computer alone may start one at any time.
  ///
  /// The name is foreign to the server, and libcurl finds it at the loopback address without a name
  /// server (RFC 6761 §6.3).
  private func askAtForeignName(
    _ store: borrowing Store, _ destination: HostPort
  ) async -> [Finding] {
    guard let find = try? store.newestFinds(1).first else { return [] }
    let (name, port) = ("albumscan-doctor.localhost", destination.port)
    let asked = HTTPRequest(
      .get, "http://\(name):\(port)/album/\(find.id)/", limits: Self.pageLimits,
      destination: .configured(host: name, port: port))
    guard let response = try? await siteTransport.send(asked, nil) else { return [] }
    return [
      Finding(
        subject: "pages with notes at \(configuration.baseURL)",
        remedy: isContent(response)
          ? "the web server also sends them to requests for other host names, so that a page of "
            + "another site could read the notes; use the file of your web server in "
            + "\(Files.parent(of: Programs.ownFolder))/share/albumscan/servers (README, \"Behind "
            + "your web server\"), or set pages: open, which hides the notes"
          : nil)
    ]
  }

  /// A finding if the web server protects the style of the sign-in page, because its configuration is
  /// older than the assets. A proxy that protects all files protects the plain name, too.
  private func askAsset(_ transport: Transport, _ destination: HostPort) async -> [Finding] {
    let names = try? Files.entries(of: "\(configuration.site)/assets", startingWith: "style-")
    guard let name = names?.first,
      let plain = try? await transport.send(request("/style.css", destination), nil),
      let asset = try? await transport.send(request("/assets/\(name)", destination), nil),
      plain.status == 200, asset.status == 401
    else { return [] }
    return [
      Finding(
        subject: "assets at \(configuration.baseURL)",
        remedy:
          "the web server protects /assets/, so that the sign-in page has no style; compare your "
          + "file of the web server with that in "
          + "\(Files.parent(of: Programs.ownFolder))/share/albumscan/servers", isWarning: true)
    ]
  }

  private static var pageLimits: HTTPLimits {
    HTTPLimits(totalMilliseconds: 10_000, idleMilliseconds: 5000, bodyBytes: 16 << 20)
  }

  func request(
    _ path: String, _ destination: HostPort, asksForClearHTTP2: Bool = false
  ) -> HTTPRequest {
    HTTPRequest(
      .get, "\(configuration.baseURL)\(path)", limits: Self.pageLimits,
      destination: .configured(host: destination.host, port: destination.port),
      asksForClearHTTP2: asksForClearHTTP2)
  }

  private static func remedy(_ readable: [String]) -> String {
    "everybody can read \(readable.joined(separator: ", ")) without signing in; use the file of your "
      + "web server in \(Files.parent(of: Programs.ownFolder))/share/albumscan/servers (README, "
      + "\"Behind your web server\"), or set pages: open"
  }

  /// Whether a stranger got a file. The sign-in page is not one, whatever its status.
  private func isContent(_ response: HTTPResponse) -> Bool {
    guard (200...299).contains(response.status), !response.body.isEmpty else { return false }
    let signIn = try? Files.read("\(configuration.site)/sign-in/index.html", limit: 1 << 20)
    return response.body != signIn
  }

  /// Addresses in several spellings, because a rule of a web server may know only one of them.
  private static func protectedPaths(_ store: borrowing Store) -> [String] {
    let paths = [
      "/", "/history/", "//history/", "/%68istory/", "/history/index.html", "/feed.atom",
    ]
    guard let find = try? store.newestFinds(1).first else { return paths }
    let page = "/album/\(find.id)/"
    let artwork = find.album.artwork.map { "\(page)\($0.fileName(side: 200))" }
    return paths + [page] + [artwork].compactMap(\.self)
  }

  /// With HTTPS of `albumscan serve`, only the installation's own authority certifies the address.
  var siteTransport: Transport {
    let own = "\(configuration.certificatePage)/albumscan.crt"
    let isOwn = Files.exists(Certificates.server(in: configuration.certificates))
    return Transport.live(
      userAgent: AlbumScan.userAgentName,
      caFile: isOwn && Files.exists(own)
        ? own : Transport.caFile(environment: Programs.environment))
  }
}
