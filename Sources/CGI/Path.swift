// The path after the program's name, as segments. PATH_INFO is decoded by the web server and may contain
// CR LF, `..` and bad UTF-8 (docs/faults.md §2), so only a short list of bytes is accepted.

import Text

extension Request {
  /// The segments of PATH_INFO, each of `[a-z0-9-]+`; no segments if the address names only the
  /// program.
  package struct Path: Hashable, Sendable, CustomStringConvertible {
    /// Maximum length of PATH_INFO, in bytes.
    static let longest = 64

    package let segments: [String]

    /// Parses `/scans/0abc/retry`. One slash at the end is ignored.
    ///
    /// Throws `.path` unless PATH_INFO is empty or matches `^/[a-z0-9/-]{0,63}$` without an empty
    /// segment.
    /// Source: docs/faults.md A11.
    init(validating bytes: [UInt8]) throws(RequestError) {
      let isPlain = bytes.allSatisfy(isListed) && bytes.count <= Path.longest
      guard isPlain, bytes.isEmpty || bytes.first == .slash else { throw .path }
      var parts = bytes.dropFirst().split(separator: .slash, omittingEmptySubsequences: false)
      if parts.last?.isEmpty == true { parts.removeLast() }
      guard parts.allSatisfy({ !$0.isEmpty }) else { throw .path }
      segments = parts.map { String(decoding: $0, as: UTF8.self) }
    }

    package var description: String { "/" + segments.joined(separator: "/") }
  }
}

private func isListed(_ byte: UInt8) -> Bool {
  byte.isLowerLetter || byte.isDigit || byte == .dash || byte == .slash
}
