// The seed of a property test: printed, so that a failure can be had again.

import Host

/// `ALBUMSCAN_SEED` where it is set, else a new one each run.
package func testSeed() -> UInt64 {
  if let text = Environment["ALBUMSCAN_SEED"], let seed = UInt64(text) { return seed }
  return Randomness.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
}
