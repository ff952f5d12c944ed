// SHA-256 and SHA-1 by libmd. Pictures are named by their content, and a repeated photo is recognised
// by its digest. SHA-1 names the files of sessions, because web servers can compute it.

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

package enum SHA1 {
  /// 20 bytes. Source: RFC 3174; libmd's `SHA1Init`, `SHA1Update`, `SHA1Final`.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var context = SHA1_CTX()
    var digest = [UInt8](repeating: 0, count: 20)
    SHA1Init(&context)
    SHA1Update(&context, bytes, bytes.count)
    SHA1Final(&digest, &context)
    return digest
  }
}

/// Two lower-case hexadecimal digits for each byte.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
