// Numeric network addresses in one spelling, and the name of this computer.

import Glibc

/// An IPv4 or IPv6 address in the spelling of browsers: `192.168.1.20`, `fd00::1`.
package struct NumericAddress: Hashable, Sendable {
  /// The address without brackets.
  package let text: String
  package let isIPv6: Bool

  /// Nil for a name. An IPv6 address may be in brackets. The corresponding C functions are
  /// `inet_pton` and `inet_ntop`.
  package init?(_ spelled: String) {
    let hasBrackets = spelled.hasPrefix("[") && spelled.hasSuffix("]")
    let plain = hasBrackets ? String(spelled.dropFirst().dropLast()) : spelled
    isIPv6 = plain.contains(":")
    guard isIPv6 || !hasBrackets else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    let family = isIPv6 ? AF_INET6 : AF_INET
    guard inet_pton(family, plain, &bytes) == 1 else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
    text = String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The address as the host of a URL.
  package var inURL: String { isIPv6 ? "[\(text)]" : text }

  /// Whether a socket at this address listens at every address of the computer.
  package var isWildcard: Bool { text == "0.0.0.0" || text == "::" }

  package var isLoopback: Bool { text == "::1" || (!isIPv6 && text.hasPrefix("127.")) }
}

extension Programs {
  /// The name of this computer; empty when unknown. The corresponding C function is `gethostname`.
  package static var hostName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
