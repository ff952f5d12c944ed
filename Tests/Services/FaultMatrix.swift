// The thirteen troubles that every stage is tested with. Source: issue 5, "Tests".

package struct Trouble: Sendable, CustomStringConvertible {
  package let name: String
  /// Nil: the port is closed.
  package let fault: Fault?

  package var description: String { name }
}

extension Fault {
  package static let matrix: [Trouble] = [
    Trouble(name: "refused", fault: nil),
    Trouble(name: "timeout", fault: .timeout),
    Trouble(name: "401", fault: .unauthorised),
    Trouble(name: "404", fault: .notFound),
    Trouble(name: "429 rate", fault: .rateLimited(retryAfterSeconds: 1)),
    Trouble(name: "429 quota", fault: .quota),
    Trouble(name: "500", fault: .serverError),
    Trouble(name: "503 busy", fault: .busy),
    Trouble(name: "503 over rate", fault: .overRate),
    Trouble(name: "529", fault: .overloaded),
    Trouble(name: "garbage", fault: .garbage),
    Trouble(name: "cut off", fault: .cutOff(afterBytes: nil)),
    Trouble(name: "slow", fault: .slow(bytesPerSecond: 1)),
  ]
}

extension PlayedService {
  /// From now on, always. `kind` nil: whatever is asked. A closed port knows no kinds: it closes at once,
  /// or when the next request of kind `after` was read.
  package func suffer(
    _ trouble: Trouble, of kind: RequestKind? = nil, closingAfter after: RequestKind? = nil
  ) throws {
    if let fault = trouble.fault {
      order(fault, .always, of: kind)
    } else if let after {
      refuseConnections(after: after)
    } else {
      try refuseConnections()
    }
  }

  /// The port is open, and no fault is ordered.
  package func recover() {
    clearOrders()
    acceptConnections()
  }
}
