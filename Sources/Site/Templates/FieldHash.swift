// A digest of several texts and files together.

import Host

/// SHA-256 of a list of fields. The length of each field is hashed before the field, so that two
/// different lists never give the same bytes.
struct FieldHash {
  private var hash = SHA256()

  mutating func add(_ text: String) { add(Array(text.utf8)) }

  mutating func add(_ bytes: [UInt8]) {
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update($0) }
    bytes.withUnsafeBytes { hash.update($0) }
  }

  /// The digest: 32 bytes.
  consuming func finish() -> [UInt8] { hash.finish() }
}
