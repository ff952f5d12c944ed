// A history of 10,000 finds: the time of a whole build, compared with Hugo's time for the same pages
// (HugoLog.swift), and the time of one more find.

import Albums
import Host
import Store
import Support

struct BuildBench {
  let house: BenchHouse
  private let count = 10_000

  func figures() throws -> [Figure] {
    try fill()
    // A build does not rewrite unchanged files. Every run therefore begins with an empty site.
    var ours: [Double] = []
    var hugos: [Double] = []
    let hugo =
      Hugo.isInstalled
      ? try HugoLog.write(try openStore().newestFinds(count), to: house.folder) : nil
    for _ in 0..<3 {
      try Files.removeTree(house.folder.file("site"))
      ours.append(house.albumscan(["build"]).milliseconds)
      if let hugo { hugos.append(try Hugo.build(hugo).milliseconds) }
    }
    return [whole(ours, hugos)] + (try refreshOne())
  }

  private func whole(_ ours: [Double], _ hugos: [Double]) -> Figure {
    let name = "build of \(count) finds / hugo with the same pages and taxonomies"
    let own = Measure.median(ours)
    guard !hugos.isEmpty else {
      return Figure(
        name: name, value: "hugo is not installed (\(rounded(own)) ms)", target: "≤ 0.60",
        isMet: nil)
    }
    let ratio = own / Measure.median(hugos)
    return Figure(
      name: name,
      value: "\(rounded(ratio)) (\(rounded(own)) ms / \(rounded(Measure.median(hugos))) ms)",
      target: "≤ 0.60", isMet: ratio <= 0.60)
  }

  /// Adds one find after another to 10,000 finds. Measures the written files and the processor time.
  /// The summary pages are written between two finds.
  private func refreshOne() throws -> [Figure] {
    let store = try openStore()
    let site = house.folder.file("site")
    var written: [Int] = []
    var spent: [Double] = []
    for number in count..<count + 5 {
      try add(number, to: store)
      let before = try FileTimes(of: site)
      let run = house.albumscan(["refresh", "--finds-only"])
      guard run.exitCode == 0 else { throw BenchError.noInstallation }
      written.append(try FileTimes(of: site).written(since: before))
      spent.append(run.processorMilliseconds)
      house.albumscan(["refresh"])
    }
    let most = written.max() ?? .max
    return [
      Figure(
        name: "files written by one find at \(count)", value: "\(most)", target: "≤ 14",
        isMet: most <= 14),
      Figure(
        name: "processor time of refreshing it, without the program's start",
        milliseconds: max(0, Measure.median(spent) - house.startMilliseconds()), atMost: 50),
    ]
  }

  private func openStore() throws -> Store {
    try Store.open(house.folder.file("data/albums.db"))
  }

  private func fill() throws {
    let store = try openStore()
    for number in 0..<count { try add(number, to: store) }
  }

  private func add(_ number: Int, to store: borrowing Store) throws {
    try BenchLog.add(
      number, to: store,
      at: Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 7_000_000))
  }
}
