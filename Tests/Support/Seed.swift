// The seed of a property test; the test prints it, so that a failure can be repeated.

import Host

/// `ALBUMSCAN_SEED` if it is set, else a new random seed for each run.
package func testSeed() -> UInt64 {
  if let text = Environment["ALBUMSCAN_SEED"], let seed = UInt64(text) { return seed }
  return Randomness.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
}
