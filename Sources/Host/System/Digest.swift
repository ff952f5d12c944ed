// SHA-256 and SHA-1 by libmd; whole blocks of SHA-256 by the instructions of the processor, if it has them.
// Pictures are named by their content, and a repeated photo is recognised by its digest. SHA-1 names the
// files of sessions, because web servers can compute it.

import CHost
import CMD

/// A running SHA-256. Source: FIPS 180-4; libmd's `SHA256Init`, `SHA256Update`, `SHA256Final`.
package struct SHA256: Sendable {
  private var context = SHA2_CTX()

  package init() { SHA256Init(&context) }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    // libmd keeps the bytes of an incomplete block. Whole blocks begin after this block.
    let missing = (64 - Int(context.bitcount.0 / 8 % 64)) % 64
    add(bytes.prefix(missing))
    var rest = bytes.dropFirst(missing)
    rest = rest.dropFirst(addBlocks(of: rest))
    add(rest)
  }

  private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>) {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    SHA256Update(&context, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }

  /// Adds whole blocks of 64 bytes. Returns the number of added bytes: 0 if the processor has no instructions for SHA.
  private mutating func addBlocks(of bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes).bindMemory(to: UInt8.self)
    let count = withUnsafeMutableBytes(of: &context.state) {
      albumscan_sha256_blocks(
        $0.bindMemory(to: UInt32.self).baseAddress, bytes.baseAddress, bytes.count)
    }
    context.bitcount.0 += UInt64(count) * 8
    return count
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
