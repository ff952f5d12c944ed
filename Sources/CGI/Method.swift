// The three methods we take. Every other is refused by name, since Apache and busybox run a CGI for
// any word (FAULTS §2, A12).

extension Request {
  /// A method we take, spelled as on the wire.
  package enum Method: String, CaseIterable, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"

    /// Throws `.method` for anything else; methods are case-sensitive (RFC 9110 §9.1).
    init(validating bytes: [UInt8]) throws(RequestError) {
      let known = Method.allCases.first { $0.rawValue.utf8.elementsEqual(bytes) }
      guard let known else { throw .method }
      self = known
    }
  }
}
