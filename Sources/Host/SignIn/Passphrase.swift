// Hashes of passphrases: yescrypt, by Debian's libcrypt.

import CHost
import Glibc

/// The reason why a passphrase could not be hashed.
package struct PassphraseError: Error, CustomStringConvertible {
  /// An errno; ENOENT without the library.
  package let code: Int32

  package var description: String {
    code == ENOENT
      ? "libcrypt.so.1 is missing; apt-get install libcrypt1"
      : "libcrypt: \(String(cString: strerror(code)))"
  }
}

/// yescrypt with cost 6: 32 MiB and about a tenth of a second. Source: docs/limits.md "People".
package enum Passphrase {
  private static let cost: UInt = 6

  /// A hash with a salt of its own, in the form of crypt(5).
  package static func hash(of passphrase: String) throws(PassphraseError) -> String {
    let random = Randomness.bytes(16).map { CChar(bitPattern: $0) }
    let setting = try text { albumscan_passphrase_setting(cost, random, 16, $0, $1) }
    return try hash(of: passphrase, setting: setting)
  }

  /// Whether the passphrase has this hash. Without a hash, the function takes the same time and
  /// returns false, so that the time does not reveal who has a passphrase.
  package static func matches(
    _ passphrase: String, hash: String?
  ) throws(PassphraseError) -> Bool {
    let setting =
      if let hash { hash } else {
        try text {
          albumscan_passphrase_setting(cost, [CChar](repeating: 1, count: 16), 16, $0, $1)
        }
      }
    let computed = try self.hash(of: passphrase, setting: setting)
    return hash != nil && isEqual(computed, setting)
  }

  private static func hash(
    of passphrase: String, setting: String
  ) throws(PassphraseError) -> String {
    try text { albumscan_hash_passphrase(passphrase, setting, $0, $1) }
  }

  /// Compares all bytes, so that the time does not reveal the first different byte.
  private static func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func text(
    _ body: (UnsafeMutablePointer<CChar>, Int) -> Int32
  ) throws(PassphraseError) -> String {
    var buffer = [CChar](repeating: 0, count: 512)
    let code = buffer.withUnsafeMutableBufferPointer { bytes in
      bytes.baseAddress.map { body($0, bytes.count) } ?? EINVAL
    }
    guard code == 0 else { throw PassphraseError(code: code) }
    return String(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
