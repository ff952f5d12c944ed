// The check of the doctor that asks the web server for protected pages, as a stranger would.

import Albums
import HTTP
import Host
import Serving
import Store
import Text

extension Examination {
  /// The findings about the pages; none if everybody may open the pages. No request has a cookie.
  /// If only this computer may open the pages, the request uses a foreign name of the computer.
  func askSite() async -> [Finding] {
    guard let destination = HostPort(configuration.baseURL), let store = openedStore() else {
      return []
    }
    do {
      switch configuration.pageReaders(hasPeople: try store.hasPeople()) {
      case .everybody: return []
      case .thisComputer: return try await askAtForeignName(store, destination)
      case .signedIn: return try await askAsStranger(store, destination)
      }
    } catch {
      return [Self.unchecked("pages at \(configuration.baseURL)", error)]
    }
  }

  /// Asks for pages that only a signed-in person may open.
  private func askAsStranger(
    _ store: borrowing Store, _ destination: HostPort
  ) async throws -> [Finding] {
    let subject = "protected pages at \(configuration.baseURL)"
    let transport = siteTransport
    var readable: [String] = []
    for path in try Self.protectedPaths(store) {
      do {
        let response = try await transport.send(request(path, destination), nil)
        if try isContent(response) { readable.append(path) }
        if response.status >= 500 {
          return [
            Finding(
              subject: subject,
              remedy: "the web server answers \(path) with status \(response.status); see its log",
              isWarning: true)
          ]
        }
      } catch HTTPError.refusedRedirect {
        // A proxy leads strangers to its own sign-in page.
      } catch let error as HTTPError {
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
      + (await askAsPerson(transport, destination))
  }

  /// Reports a web server that sends pages with notes at a foreign name. No finding while no web
  /// server runs, because the host may start it at any time. No finding for https, because browsers
  /// refuse the certificate at a foreign name.
  ///
  /// The name is foreign to the server, and libcurl resolves it to the loopback address without a name
  /// server (RFC 6761 §6.3).
  private func askAtForeignName(
    _ store: borrowing Store, _ destination: HostPort
  ) async throws -> [Finding] {
    guard configuration.baseURL.hasPrefix("http://"), let find = try store.newestFinds(1).first
    else { return [] }
    let subject = "pages with notes at \(configuration.baseURL)"
    let (name, port) = ("albumscan-doctor.localhost", destination.port)
    let asked = HTTPRequest(
      .get, "http://\(name):\(port)\(find.page)", limits: Self.pageLimits,
      destination: .configured(host: name, port: port))
    do {
      let response = try await siteTransport.send(asked, nil)
      return [
        Finding(
          subject: subject,
          remedy: try isContent(response) ? Self.foreignNameRemedy : nil)
      ]
    } catch HTTPError.connect {
      return []
    } catch HTTPError.refusedRedirect {
      // The web server redirects a foreign name to its own name, and sends no page.
      return [Finding(subject: subject, remedy: nil)]
    } catch {
      return [Self.unchecked(subject, error, isWarning: true)]
    }
  }

  /// Reports a web server that protects the style of the sign-in page, because its configuration is
  /// older than the assets. No finding if the plain name is also protected, because a proxy may
  /// protect all files.
  private func askAsset(_ transport: Transport, _ destination: HostPort) async -> [Finding] {
    let subject = "assets at \(configuration.baseURL)"
    let folder = "\(configuration.site)/assets"
    // Without a build there are no assets.
    guard Files.exists(folder) else { return [] }
    do {
      let names = try Files.entries(of: folder, startingWith: "style-")
      guard let name = names.first else { return [] }
      let plain = try await transport.send(request("/style.css", destination), nil)
      let asset = try await transport.send(request("/assets/\(name)", destination), nil)
      guard plain.status == 200, asset.status == 401 else { return [] }
    } catch HTTPError.refusedRedirect {
      // A proxy leads strangers to its own sign-in page.
      return []
    } catch {
      return [Self.unchecked(subject, error, isWarning: true)]
    }
    return [
      Finding(
        subject: subject,
        remedy:
          "the web server protects /assets/, so that the sign-in page has no style; compare your "
          + "file of the web server with that in "
          + "\(Setup.shared)/servers", isWarning: true)
    ]
  }

  /// Reports a web server that refuses a page to a signed-in browser, because its rules know another
  /// name of the cookie: a host copied them before the name had a port. The request has the cookie of a
  /// session that has only a file, and only meanwhile. No finding if this user cannot write the file.
  private func askAsPerson(_ transport: Transport, _ destination: HostPort) async -> [Finding] {
    guard configuration.people.usesOnlySignIns else { return [] }
    let subject = "pages for signed-in people at \(configuration.baseURL)"
    let token = SessionToken(randomBytes: Randomness.bytes(SessionToken.randomByteCount)).text
    let file = "\(configuration.sessionFiles.folder)/\(SessionFiles.name(ofToken: token))"
    let cookie = SessionCookie(
      isHTTPS: configuration.baseURL.hasPrefix("https:"), port: destination.port)
    do {
      try Files.replace(file, with: [], durably: false)
    } catch {
      return []
    }
    let finding: Finding
    do {
      let asked = request("/history/", destination, cookie: "\(cookie.name)=\(token)")
      let response = try await transport.send(asked, nil)
      let isRefused = [401, 403].contains(response.status)
      finding = Finding(
        subject: subject,
        remedy: isRefused ? Self.remedy(cookie.name, status: response.status) : nil)
    } catch HTTPError.refusedRedirect {
      // A proxy leads to its own sign-in page, so nothing is known about the web server behind it.
      finding = Finding(subject: subject, remedy: nil)
    } catch {
      finding = Self.unchecked(subject, error, isWarning: true)
    }
    do {
      _ = try Files.remove(file)
    } catch {
      return [finding, Self.unchecked("session file \(file)", error, isWarning: true)]
    }
    return [finding]
  }

  private static var pageLimits: HTTPLimits {
    HTTPLimits(totalMilliseconds: 10_000, idleMilliseconds: 5000, bodyBytes: 16 << 20)
  }

  func request(
    _ path: String, _ destination: HostPort, cookie: String? = nil,
    asksForClearHTTP2: Bool = false
  ) -> HTTPRequest {
    HTTPRequest(
      .get, "\(configuration.baseURL)\(path)", headers: cookie.map { ["Cookie": $0] } ?? [:],
      limits: Self.pageLimits,
      destination: .configured(host: destination.host, port: destination.port),
      asksForClearHTTP2: asksForClearHTTP2)
  }

  private static var foreignNameRemedy: String {
    "the web server also sends them to requests for other host names, so that a page of another site "
      + "could read the notes; use the file of your web server in "
      + "\(Setup.shared)/servers (docs/server.md), or "
      + "set pages: open, which hides the notes"
  }

  private static func remedy(_ cookie: String, status: Int) -> String {
    "the web server refuses them (status \(status)), because it does not know the cookie \(cookie); "
      + "use the file of your web server in \(Setup.shared)/servers (docs/server.md), "
      + "and enable the line #port of Apache's file"
  }

  private static func remedy(_ readable: [String]) -> String {
    "everybody can read \(readable.joined(separator: ", ")) without signing in; use the file of your "
      + "web server in \(Setup.shared)/servers (docs/server.md), "
      + "or set pages: open"
  }

  /// Whether a stranger got a protected file. The sign-in page does not count, even with a status
  /// of 200.
  private func isContent(_ response: HTTPResponse) throws(HostError) -> Bool {
    guard (200...299).contains(response.status), !response.body.isEmpty else { return false }
    let signIn = "\(configuration.site)/sign-in/index.html"
    guard Files.exists(signIn) else { return true }
    return response.body != (try Files.read(signIn, limit: 1 << 20))
  }

  /// Addresses in several spellings, because a rule of a web server may know only one of them.
  private static func protectedPaths(_ store: borrowing Store) throws(StoreError) -> [String] {
    let paths = [
      "/", "/history/", "//history/", "/%68istory/", "/history/index.html", "/feed.atom",
    ]
    guard let find = try store.newestFinds(1).first else { return paths }
    let page = find.page
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
        ? own : Transport.caFile(environment: Surroundings.current.variable))
  }
}
