// The secrets with which a person is recognised: a sign-in code for one sign-in, a session token for
// one browser, an API token for scripts. The database stores only hashes of them. A description
// never contains the secret, so that no log gets it by accident.

/// A sign-in code: 12 letters of RFC 4648 base 32, shown as `XXXX-XXXX-XXXX`. It has 60 random bits.
package struct SignInCode: Hashable, Sendable, CustomStringConvertible {
  package static let randomByteCount = 8
  private static let length = 12

  /// The 12 letters and digits, without hyphens.
  package let letters: String

  package init(randomBytes bytes: [UInt8]) {
    precondition(bytes.count == Self.randomByteCount, "a sign-in code takes 8 random bytes")
    var bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var text: [UInt8] = []
    for _ in 0..<Self.length {
      text.append(base32[Int(bits & 31)])
      bits >>= 5
    }
    letters = String(decoding: text, as: UTF8.self)
  }

  /// The code that a person typed, in upper or lower case, with or without hyphens and blanks; nil
  /// for any other text. The digits 0, 1 and 8 are not in the alphabet and are read as O, I and B.
  package init?(_ text: String) {
    guard text.utf8.count <= 64 else { return nil }
    var letters: [UInt8] = []
    for scalar in text.unicodeScalars where !Self.separates(scalar) {
      guard let byte = Self.letter(scalar) else { return nil }
      letters.append(byte)
    }
    guard letters.count == Self.length else { return nil }
    self.letters = String(decoding: letters, as: UTF8.self)
  }

  /// `XXXX-XXXX-XXXX`. The text is a secret.
  package var shown: String {
    let letters = Array(letters.utf8)
    return [0, 4, 8].map { String(decoding: letters[$0..<$0 + 4], as: UTF8.self) }
      .joined(separator: "-")
  }

  package var description: String { "a sign-in code" }

  /// Phones replace blanks and hyphens of typed texts by similar characters.
  private static func separates(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .dashPunctuation
  }

  private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "A"..."Z", "2"..."7": UInt8(scalar.value)
    case "a"..."z": UInt8(scalar.value - 32)
    case "0": UInt8(ascii: "O")
    case "1": UInt8(ascii: "I")
    case "8": UInt8(ascii: "B")
    default: nil
    }
  }
}

/// The purpose of a sign-in code. Source: docs/limits.md "People".
package enum CodeKind: String, CaseIterable, Hashable, Sendable {
  /// The first sign-in of an owner; the command line prints the code.
  case owner
  /// The sign-in of any other person.
  case invitation
  /// "Add a phone": a further device of a signed-in person.
  case device

  /// A code is valid as long as its age is below this time.
  package var lifetimeMilliseconds: Int64 {
    switch self {
    case .owner: 60 * 60 * 1000
    case .invitation: 5 * 24 * 60 * 60 * 1000
    case .device: 10 * 60 * 1000
    }
  }
}

/// The secret in the cookie of a signed-in browser: 256 random bits as 43 characters of base64url
/// (RFC 4648 §5) without padding.
package struct SessionToken: Hashable, Sendable, CustomStringConvertible {
  package static let randomByteCount = 32

  /// A session ends when it was not used for this time.
  package static let lifetimeMilliseconds: Int64 = 180 * 24 * 60 * 60 * 1000

  /// The minimum time between two updates of the stored last use.
  package static let useIntervalMilliseconds: Int64 = 24 * 60 * 60 * 1000

  package let text: String

  package init(randomBytes bytes: [UInt8]) { text = base64URL(bytes) }

  /// Nil for a text of another form.
  package init?(_ text: String) {
    guard isBase64URL(text.utf8[...], count: 43) else { return nil }
    self.text = text
  }

  package var description: String { "a session token" }
}

/// The secret of a script: `albumscan_` and 43 characters of base64url. Programs that search files
/// for secrets recognise the token by the prefix.
package struct APIToken: Hashable, Sendable, CustomStringConvertible {
  private static let prefix = "albumscan_"

  package let text: String

  package init(randomBytes bytes: [UInt8]) { text = Self.prefix + base64URL(bytes) }

  /// Nil for a text of another form.
  package init?(_ text: String) {
    guard text.utf8.starts(with: Self.prefix.utf8),
      isBase64URL(text.utf8.dropFirst(Self.prefix.utf8.count), count: 43)
    else { return nil }
    self.text = text
  }

  package var description: String { "an API token" }
}

private let base32 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
private let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

/// 32 bytes as 43 characters without padding.
private func base64URL(_ bytes: [UInt8]) -> String {
  precondition(bytes.count == SessionToken.randomByteCount, "a token takes 32 random bytes")
  var text: [UInt8] = []
  var (bits, held) = (UInt32(0), 0)
  for byte in bytes {
    bits = bits << 8 | UInt32(byte)
    held += 8
    while held >= 6 {
      held -= 6
      text.append(base64[Int(bits >> UInt32(held) & 63)])
    }
    bits &= (1 << UInt32(held)) - 1
  }
  text.append(base64[Int(bits << UInt32(6 - held) & 63)])
  return String(decoding: text, as: UTF8.self)
}

private func isBase64URL(_ text: Substring.UTF8View, count: Int) -> Bool {
  text.count == count
    && text.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte | 0x20)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
