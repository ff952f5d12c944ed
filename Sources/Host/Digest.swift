// SHA-256 by libmd: pictures are named by their content, and a photo that is sent twice is recognised.

import CMD

/// A running SHA-256. Source: FIPS 180-4; libmd's `SHA256Init`, `SHA256Update`, `SHA256Final`.
package struct SHA256: Sendable {
  private var context = SHA2_CTX()

  package init() { SHA256Init(&context) }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    SHA256Update(&context, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }

  /// 32 bytes.
  package consuming func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    SHA256Final(&digest, &context)
    return digest
  }

  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    bytes.withUnsafeBytes { hash.update($0) }
    return hash.finish()
  }
}

/// Two lower-case hexadecimal digits for each byte.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
