// The generator of all random cases of this module. A failure can be repeated with its seed.

import Foundation

/// Steele, Lea, Flood: "Fast splittable pseudorandom number generators" (2014), §4.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

/// `ALBUMSCAN_SEED=<number>` sets the seed; without it all runs have the same seed.
let seed = number("ALBUMSCAN_SEED") ?? 20_261_103

/// `ALBUMSCAN_FUZZ=<count>` sets the number of cases; the default takes a few seconds.
func fuzzCount(orElse few: Int) -> Int { number("ALBUMSCAN_FUZZ").map(Int.init) ?? few }

private func number(_ name: String) -> UInt64? {
  ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
}
