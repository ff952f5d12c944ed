// SHA-256 with the instructions of the processor, compared with libmd. libmd alone hashes the bytes of an incomplete block.

import Support
import Testing

@testable import Host

@Suite struct DigestTests {
  /// Source: FIPS 180-4, examples of NIST.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `texts have the digests of the standard`(text: String, digest: String) {
    #expect(hexadecimal(SHA256.digest(of: Array(text.utf8))) == digest)
  }

  @Test func `the digest is the same for bytes in pieces of any size`() {
    let seed = testSeed()
    note("ALBUMSCAN_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...2000, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var (pieces, single) = (SHA256(), SHA256())
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(Int.random(in: 1...300, using: &random)))
        piece.withUnsafeBytes { pieces.update($0) }
        rest = rest.dropFirst(piece.count)
      }
      for byte in bytes { withUnsafeBytes(of: byte) { single.update($0) } }
      #expect(pieces.finish() == single.finish(), "\(bytes.count) bytes")
    }
  }
}
