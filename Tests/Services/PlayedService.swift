// The common interface of the played services: their address, ordered faults, their log, and their
// end.

/// A service on a loopback port. It runs until the value is destroyed. Any thread can call all
/// members while requests are served.
package protocol PlayedService: Sendable {
  var endpoint: ServiceEndpoint { get }
}

/// A server and the object that answers its requests.
package final class ServiceEndpoint: Sendable {
  let server: LoopbackServer
  let responder: ServiceResponder

  init(
    _ rules: Rules, port: UInt16, watch: (@Sendable (LoggedRequest) -> Void)?
  ) throws {
    let responder = ServiceResponder(rules, watch: watch)
    self.responder = responder
    server = try LoopbackServer(port: port) { request, connection in
      responder.serve(request, on: &connection)
    }
  }
}

extension PlayedService {
  package var port: UInt16 { endpoint.server.port }

  /// Scheme, host and port, without a slash at the end.
  package var origin: String { "http://127.0.0.1:\(port)" }

  package var log: ServiceLog { endpoint.responder.log }

  package func clearLog() { endpoint.responder.clearLog() }

  /// Orders a fault; see `Script.order`.
  package func order(
    _ fault: Fault, _ times: Times = .next(1), of kind: RequestKind? = nil, for text: String? = nil
  ) {
    endpoint.responder.changeScript { $0.order(fault, times, of: kind, for: text) }
  }

  /// Removes all ordered faults.
  package func clearOrders() { endpoint.responder.changeScript { $0.clear() } }

  package func setLatency(of kind: RequestKind, to latency: Latency) {
    endpoint.responder.changeScript { $0.latencies[kind] = latency }
  }

  /// Closes the port (connection refused) until `acceptConnections` is called.
  package func refuseConnections() throws { try endpoint.server.refuseConnections() }

  /// Closes the port after the next request of `kind` is read. The service still answers this
  /// request.
  package func refuseConnections(after kind: RequestKind) {
    let server = endpoint.server
    endpoint.responder.closeAfter(kind) { [weak server] in
      do { try server?.refuseConnections() } catch { fatalError("cannot close: \(error)") }
    }
  }

  package func acceptConnections() { endpoint.server.acceptConnections() }

  /// Ends every connection and frees the port.
  package func stop() { endpoint.server.stop() }
}
