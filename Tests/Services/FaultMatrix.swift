// The thirteen faults with which the tests check each stage.

package struct MatrixFault: Sendable, CustomStringConvertible {
  package let name: String
  /// The fault; nil for a closed port.
  package let fault: Fault?

  package init(name: String, fault: Fault?) {
    self.name = name
    self.fault = fault
  }

  package var description: String { name }
}

extension Fault {
  package static let matrix: [MatrixFault] = [
    MatrixFault(name: "refused", fault: nil),
    MatrixFault(name: "timeout", fault: .timeout),
    MatrixFault(name: "401", fault: .unauthorised),
    MatrixFault(name: "404", fault: .notFound),
    MatrixFault(name: "429 rate", fault: .rateLimited(retryAfterSeconds: 1)),
    MatrixFault(name: "429 quota", fault: .quota),
    MatrixFault(name: "500", fault: .serverError),
    MatrixFault(name: "503 busy", fault: .busy),
    MatrixFault(name: "503 over rate", fault: .overRate),
    MatrixFault(name: "529", fault: .overloaded),
    MatrixFault(name: "garbage", fault: .garbage),
    MatrixFault(name: "cut off", fault: .cutOff(afterBytes: nil)),
    MatrixFault(name: "slow", fault: .slow(bytesPerSecond: 1)),
  ]
}

extension PlayedService {
  /// Orders the fault for all later requests of `kind`, or of any kind if `kind` is nil. A closed
  /// port cannot distinguish kinds. It closes at once, or after the next request of the kind
  /// `after` is read.
  package func order(
    _ trouble: MatrixFault, of kind: RequestKind? = nil, closingAfter after: RequestKind? = nil
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
