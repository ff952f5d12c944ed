// The checks of the doctor about the file that the web server runs: the file itself, one run of it, and
// one request through the web server.

import Albums
import HTTP
import Host
import Serving

extension Examination {
  /// Checks the file without running it.
  func cgiFile() -> Finding {
    guard let file = CGIFile(of: configuration) else {
      return Finding(
        subject: "CGI file",
        remedy: "its place is unknown, so it is not checked; write into \(configuration.file): "
          + "cgi-file: FILE, the file that the web server runs",
        isWarning: true)
    }
    return Finding(subject: "CGI file \(file.path)", remedy: file.obstacle() ?? file.foreignOwner())
  }

  /// Runs the file once, if nothing is wrong with it. A run may start a worker for jobs that are due.
  func runCGI() -> [Finding] {
    guard let file = CGIFile(of: configuration), file.obstacle() == nil else { return [] }
    return [Finding(subject: "a run of \(file.path)", remedy: file.failure())]
  }

  /// Sends GET …/session through the web server, and waits a few seconds for a server that has just started. A missing
  /// answer is a failure: no browser can open the log. Two cases are warnings: the server of a checkout, which its host
  /// starts by hand, and a computer that does not know its own name.
  func askCGI() async -> [Finding] {
    guard let destination = HostPort(configuration.baseURL) else { return [] }
    let path = "/cgi-bin/albumscan/session"
    let subject = "the web server at \(configuration.baseURL)\(path)"
    let file = CGIFile(of: configuration)?.path ?? "the CGI file"
    do {
      let response = try await answer(to: request(path, destination))
      return [Finding(subject: subject, remedy: objection(to: response, path, file))]
    } catch {
      return [
        Finding(
          subject: subject, remedy: remedy(for: error, at: destination.host),
          isWarning: isWarning(error))
      ]
    }
  }

  /// The time that a web server may need for its start. Source: docs/limits.md.
  private static let startMilliseconds: Int64 = 5000

  /// Asks again for a few seconds while there is no connection: `setup` has just restarted the server.
  private func answer(to asked: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let deadline = Clock.bootMilliseconds() + (isStartedByHand ? 0 : Self.startMilliseconds)
    while true {
      do throws(HTTPError) {
        return try await siteTransport.send(asked, nil)
      } catch {
        guard error == .connect, Clock.bootMilliseconds() < deadline else { throw error }
        do { try await Task.sleep(for: .milliseconds(500)) } catch { throw .cancelled }
      }
    }
  }

  /// Whether only this computer opens the site, and a host starts its server by hand (`make run`).
  private var isStartedByHand: Bool { Setup.isOfCheckout && configuration.isLoopback }

  private func isWarning(_ error: HTTPError) -> Bool {
    switch error {
    case .tls: false
    case .resolve, .refusedRedirect: true
    default: isStartedByHand
    }
  }

  /// Asks for HTTP/2 in clear text, with which a client could bypass a proxy that removes headers.
  /// `askCGI` reports a server that does not answer.
  func askH2C() async -> [Finding] {
    guard let destination = HostPort(configuration.baseURL) else { return [] }
    let asked = request(
      "/cgi-bin/albumscan/session", destination, asksForClearHTTP2: true)
    do {
      guard try await siteTransport.send(asked, nil).status == 101 else { return [] }
    } catch { return [] }
    return [
      Finding(
        subject: "HTTP/2 in clear text at \(configuration.baseURL)",
        remedy:
          "the server accepts an upgrade (h2c), with which a client talks past a proxy; switch "
          + #"it off. lighttpd: server.feature-flags += ( "server.h2c" => "disable" ); "#
          + "Apache: Protocols h2 http/1.1; a proxy must not pass the header Upgrade on")
    ]
  }

  /// The remedy if the web server gave no response to this computer.
  private func remedy(for error: HTTPError, at host: String) -> String {
    switch error {
    case .refusedRedirect:
      "it redirects to another address; set base-url in \(configuration.file) to that address. If "
        + "a proxy asks for a sign-in there, this is no error"
    case .resolve:
      "this computer finds no address of \(host); if base-url in \(configuration.file) is right, "
        + "add the name to your DNS or to /etc/hosts"
    case .tls:
      "\(error); browsers refuse it, too. The web server must send a certificate for \(host) with "
        + "its chain (certbot: fullchain.pem); to renew it: sudo certbot renew"
    default:
      "\(error), so no browser can open the log; start the web server, and run this command again; its "
        + "status and its error log have the reason if it does not start"
    }
  }

  /// The reason why a response is not the answer of the CGI program; nil if it is.
  private func objection(to response: HTTPResponse, _ path: String, _ file: String) -> String? {
    let text = String(decoding: response.body, as: UTF8.self)
    let rules = "\(Setup.shared)/servers"
    if response.status == 200, CGIFile.isSession(text) { return nil }
    if text.hasPrefix("#!") {
      return "it sends the text of \(file) and does not run it; use the file of your web server in "
        + rules
    }
    switch response.status {
    case 401:
      return "it asks for a sign-in (status 401); a proxy or a rule of the web server must let "
        + "/cgi-bin/albumscan pass; compare your file of the web server with that in \(rules)"
    case 404:
      return "it has no program at this address (status 404); /cgi-bin/albumscan must run \(file); "
        + "compare your file of the web server with that in \(rules)"
    case 403, 500...599:
      return "it cannot run \(file) (status \(response.status)); its error log has the reason. The "
        + "user of the web server must be able to run it: sudo -u www-data \(file) </dev/null"
    default:
      return "another program answers there (status \(response.status)); set base-url in "
        + "\(configuration.file) to the address of this installation"
    }
  }
}
