// The three methods that are accepted. All others are refused here, because Apache and busybox run a
// CGI program for any method (docs/faults.md §2, A12).

extension Request {
  /// An accepted method, spelled as in the request.
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
