// The thirteen faults with which each stage is tested.

package struct MatrixTrouble: Sendable, CustomStringConvertible {
  package let name: String
  /// Nil: the port is closed.
  package let fault: Fault?

  package var description: String { name }
}

extension Fault {
  package static let matrix: [MatrixTrouble] = [
    MatrixTrouble(name: "refused", fault: nil),
    MatrixTrouble(name: "timeout", fault: .timeout),
    MatrixTrouble(name: "401", fault: .unauthorised),
    MatrixTrouble(name: "404", fault: .notFound),
    MatrixTrouble(name: "429 rate", fault: .rateLimited(retryAfterSeconds: 1)),
    MatrixTrouble(name: "429 quota", fault: .quota),
    MatrixTrouble(name: "500", fault: .serverError),
    MatrixTrouble(name: "503 busy", fault: .busy),
    MatrixTrouble(name: "503 over rate", fault: .overRate),
    MatrixTrouble(name: "529", fault: .overloaded),
    MatrixTrouble(name: "garbage", fault: .garbage),
    MatrixTrouble(name: "cut off", fault: .cutOff(afterBytes: nil)),
    MatrixTrouble(name: "slow", fault: .slow(bytesPerSecond: 1)),
  ]
}

extension PlayedService {
  /// Orders the fault for all following requests of `kind` (nil: of any kind). A closed port cannot distinguish
  /// kinds: it closes at once, or after the next request of kind `after` was read.
  package func suffer(
    _ trouble: MatrixTrouble, of kind: RequestKind? = nil, closingAfter after: RequestKind? = nil
  ) throws {
    if let fault = trouble.fault {
      order(fault, .always, of: kind)
    } else if let after {
      refuseConnections(after: after)
    } else {
      try refuseConnections()
    }
  }

  /// Opens the port and removes all ordered faults.
  package func recover() {
    clearOrders()
    acceptConnections()
  }
}
