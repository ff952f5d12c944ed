// A digest of several texts and files together.

import Host

/// SHA-256 of a list of fields. The length of each field is hashed before the field, so that two
/// different lists never give the same bytes.
struct FieldHash {
  private var hash = SHA256()

  /// Bytes that are not hashed yet. Hashing many short fields one by one took four times as long.
  private var waiting: [UInt8] = []

  mutating func add(_ text: String) {
    addCount(text.utf8.count)
    waiting += text.utf8
    hashMany()
  }

  mutating func add(_ bytes: [UInt8]) {
    addCount(bytes.count)
    waiting += bytes
    hashMany()
  }

  private mutating func addCount(_ count: Int) {
    withUnsafeBytes(of: UInt64(count).littleEndian) { waiting += $0 }
  }

  private mutating func hashMany() { if waiting.count >= 1 << 16 { hashWaiting() } }

  private mutating func hashWaiting() {
    waiting.withUnsafeBytes { hash.update($0) }
    waiting.removeAll(keepingCapacity: true)
  }

  /// The digest: 32 bytes.
  consuming func finish() -> [UInt8] {
    hashWaiting()
    return hash.finish()
  }
}
