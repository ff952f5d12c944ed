// `make bench` measures every figure for which the project has a target. A figure is a ratio within
// one run, or the median of alternating runs. A missing program is reported as missing. No figure
// is an estimate.

import Host
import Support

say("AlbumScan bench: medians, in one run on this machine\n")
let speed = MachineSpeed.here
say(
  speed.milliseconds.map {
    "djpeg decodes the photo of 12 megapixels in \(rounded($0)) ms, so times of work have \(rounded(speed.factor)) times their targets\n"
  } ?? "djpeg is not installed: the targets hold for another machine\n")
try measureAll()

/// Runs all parts, or only the parts that the arguments name: `bench cgi`. Each part's values are
/// freed when this function returns, before the program ends.
func measureAll() throws {
  let wanted = CommandLine.arguments.dropFirst()
  let parts: [(name: String, figures: () throws -> [Figure])] = [
    ("cgi", { try CGIBench(house: BenchHouse()).figures() }),
    ("scan", { try ScanBench().figures() }),
    ("photo", { try PhotoBench().figures() }),
    ("shelf", { try ShelfBench().figures() }),
    ("shelf-page", { try ShelfPageBench().figures() }),
    ("covers", { try CoverBench().figures() }),
    ("browser", { try BrowserBench().figures() }),
    ("build", { try BuildBench(house: BenchHouse()).figures() }),
    ("scale", { try ScaleBench().figures() }),
    ("import", { try ImportBench().figures() }),
    ("hostile", { try HostileLoadBench().figures() }),
    ("load", { try LoadBench().figures() }),
    ("small", { try SmallBench().figures() }),
    ("throughput", { try ThroughputBench().figures() }),
    ("search", { try SearchBench().figures() }),
    ("publish", { try PublishBench().figures() }),
  ]
  for part in parts where wanted.isEmpty || wanted.contains(part.name) {
    say("measuring \(part.name) …")
    for figure in try part.figures() { figure.print() }
  }
}
