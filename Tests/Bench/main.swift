// `make bench`: every figure an issue asks for, as ratios in one run, medians of alternating runs.
// A peer that is not installed is said to be missing; nothing is estimated.

import Host
import Support

print("AlbumScan bench: medians, in one run on this machine\n")
try measureAll()

/// In a function of its own, so that what it made is gone at its end.
func measureAll() throws {
  let house = try BenchHouse()
  for figure in try CGIBench(house: house).figures() { figure.print() }
  for figure in try ScanBench().figures() { figure.print() }
  for figure in try BuildBench(house: BenchHouse()).figures() { figure.print() }
}
