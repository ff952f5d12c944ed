// Random bytes from the kernel.

import Glibc

package enum Randomness {
  /// `count` bytes, at most 256. The corresponding C function is `getentropy`.
  package static func bytes(_ count: Int) -> [UInt8] {
    precondition((0...256).contains(count), "getentropy gives 256 bytes at most")
    var bytes = [UInt8](repeating: 0, count: count)
    // The call fails only for a bad pointer or count, or on a kernel older than 3.17.
    guard getentropy(&bytes, count) == 0 else { preconditionFailure("getentropy: errno \(errno)") }
    return bytes
  }

  /// A random number from 0 to below 1, in steps of 2⁻³².
  package static func share() -> Double {
    Double(bytes(4).reduce(0) { $0 << 8 | UInt32($1) }) / 4_294_967_296
  }
}
