// A web server behind a proxy that answers requests itself, in every way in which gateways, firewalls and networks with a
// sign-in page do. The test says which requests the proxy answers.

import Host
import Services
import Support
import Synchronization

final class MeddledServer: Sendable {
  let installation: Installation
  private let server: WebServer
  private let proxy: MeddlingProxy
  private let orders: Orders

  /// The proxy has the address of the installation.
  init(_ installation: Installation) throws {
    let (orders, port) = (Orders(), freePort())
    self.installation = installation
    self.orders = orders
    proxy = try MeddlingProxy(port: installation.port, to: port) { orders.answer(to: $0) }
    server = try WebServer(installation, options: ["--port", "\(port)"])
    guard eventually({ isListening(port) }) else { throw InstallationError.noServer }
  }

  /// From now on, the proxy sends this answer to each request whose method, a space and path match.
  func answer(_ pattern: String, with answer: ForeignAnswer) {
    orders.state.withLock { $0.rule = { $0.contains(pattern) ? answer : nil } }
  }

  /// From now on, the proxy answers every request of this number, with all kinds in turn.
  func answerEach(_ number: Int) {
    orders.state.withLock { state in
      let first = state.requests
      state.rule = { _ in nil }
      state.each = (first, number)
    }
  }

  /// From now on, the proxy passes all requests on.
  func passAll() {
    orders.state.withLock { state in
      state.rule = { _ in nil }
      state.each = nil
    }
  }

  /// The number of requests that the proxy has answered itself.
  var foreignAnswers: Int { orders.state.withLock { $0.answered } }

  /// The state that the threads of the proxy share.
  private final class Orders: Sendable {
    struct State {
      var rule: @Sendable (String) -> ForeignAnswer? = { _ in nil }
      var each: (first: Int, number: Int)?
      var (requests, answered) = (0, 0)
    }

    let state = Mutex(State())

    func answer(to request: ServedRequest) -> ForeignAnswer? {
      state.withLock { state in
        state.requests += 1
        var answer = state.rule("\(request.method) \(request.path)")
        if let (first, number) = state.each, (state.requests - first) % number == 0 {
          answer = MeddledServer.kinds[state.answered % MeddledServer.kinds.count].answer
        }
        if answer != nil { state.answered += 1 }
        return answer
      }
    }
  }
}

extension MeddledServer {
  private static let page = """
    <!DOCTYPE html><html lang="en"><head><title>Guest network</title></head>
    <body><h1>Guest network</h1><p>Accept the conditions of use.</p></body></html>
    """

  /// The kinds of foreign answers.
  static let kinds: [(name: String, answer: ForeignAnswer)] = [
    ("400 text", .status(400, "Bad Request", type: "text/plain")),
    ("401 page", .status(401, page)),
    ("403 page", .status(403, page)),
    (
      "403 document",
      .status(403, #"{"error":{"code":403,"message":"x"}}"#, type: "application/json")
    ),
    ("404 page", .status(404, page)),
    ("404 document", .status(404, #"{"error":"no route"}"#, type: "application/json")),
    ("413 page", .status(413, page)),
    ("429 text", .status(429, "Slow down", type: "text/plain", ["Retry-After: 600"])),
    ("500 page", .status(500, page)),
    ("502 page", .status(502, page)),
    ("503 page", .status(503, page, ["Retry-After: 600"])),
    ("504 empty", .status(504, "")),
    ("200 page", .status(200, page)),
    ("200 document", .status(200, #"{"status":"ok"}"#, type: "application/json")),
    ("302 to another host", .status(302, "", ["Location: http://localhost:9/sign-in"])),
    ("cut body", .cut),
  ]
}
