// `make bench`: every figure an issue asks for, as ratios in one run, medians of alternating runs.
// A peer that is not installed is said to be missing; nothing is estimated.

import Host
import Support

print("AlbumScan bench: medians, in one run on this machine\n")
try measureAll()

/// In a function of its own, so that what it made is gone at its end. `bench cgi` measures one part.
func measureAll() throws {
  let wanted = CommandLine.arguments.dropFirst()
  let parts: [(name: String, figures: () throws -> [Figure])] = [
    ("cgi", { try CGIBench(house: BenchHouse()).figures() }),
    ("scan", { try ScanBench().figures() }),
    ("covers", { try CoverBench().figures() }),
    ("photo", { try PhotoBench().figures() }),
    ("build", { try BuildBench(house: BenchHouse()).figures() }),
  ]
  for part in parts where wanted.isEmpty || wanted.contains(part.name) {
    for figure in try part.figures() { figure.print() }
  }
}
