// A host with perhaps a port, as in the Host header and in an address.
// Refuses user names, empty labels and anything that would have to be escaped: busybox passes
// `Host: "><script>` on (FAULTS §2).

import Text

/// `host[:port]` of RFC 9110 §7.2, in lower case.
package struct Authority: Hashable, Sendable {
  /// Longest name of a host, in bytes (RFC 1035 §2.3.4).
  private static let longestHost = 253

  /// A name, a dotted quad, or an IPv6 address in brackets as browsers spell it.
  package let host: String

  /// 1…65535; nil when none was written.
  package let port: UInt16?

  /// Whether the host is this machine by definition: a loopback address, or the name `localhost`.
  ///
  /// Names below `.localhost` do not count: not every browser keeps them from the DNS, which could
  /// then be made to answer with our address. Source: RFC 6761 §6.3.
  package let isLoopback: Bool

  package init?(_ text: ArraySlice<UInt8>) {
    let cut = portColon(in: text)
    let name = text[..<(cut ?? text.endIndex)]
    if let cut {
      guard let number = portNumber(text[(cut + 1)...]) else { return nil }
      port = number
    } else {
      port = nil
    }
    if let address = bracketed(name) {
      host = "[\(address)]"
      isLoopback = address.isLoopback
    } else {
      guard isHostName(name), name.count <= Authority.longestHost else { return nil }
      host = name.lowercaseText
      isLoopback = host == "localhost" || IPAddress(host)?.isLoopback == true
    }
  }
}

/// The colon before the port, not one inside brackets.
private func portColon(in text: ArraySlice<UInt8>) -> Int? {
  let afterBracket = text.lastIndex(of: UInt8(ascii: "]")) ?? text.startIndex
  return text[afterBracket...].firstIndex(of: .colon)
}

private func portNumber(_ digits: ArraySlice<UInt8>) -> UInt16? {
  guard (1...5).contains(digits.count), digits.allSatisfy(\.isDigit) else { return nil }
  let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  return number == 0 ? nil : UInt16(exactly: number)
}

/// An IPv6 address in brackets; a dotted quad there is none.
private func bracketed(_ text: ArraySlice<UInt8>) -> IPAddress? {
  guard text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"), text.contains(.colon)
  else { return nil }
  return IPAddress(text.dropFirst().dropLast())
}

/// Labels of letters, digits, `-` and `_` between dots. What ends in a number is a dotted quad or
/// nothing, as in browsers: <https://url.spec.whatwg.org/#ends-in-a-number-checker>.
private func isHostName(_ text: ArraySlice<UInt8>) -> Bool {
  let labels = text.split(separator: .dot, omittingEmptySubsequences: false)
  let isSpelled = labels.allSatisfy { label in
    !label.isEmpty
      && label.allSatisfy { $0.isLetterOrDigit || $0 == .dash || $0 == UInt8(ascii: "_") }
  }
  guard isSpelled, let last = labels.last else { return false }
  let isNumber = last.allSatisfy(\.isDigit) || last.lowercaseText.utf8.starts(with: "0x".utf8)
  return !isNumber || IPAddress(text) != nil
}
