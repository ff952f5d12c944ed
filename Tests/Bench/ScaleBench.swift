// A history of 100,000 finds of 50,000 albums: the build compared with that of 10,000 finds, its memory, the refresh of
// one changed find, and the size of the pages.

import Albums
import CHost
import Glibc
import Host
import Store
import Support

struct ScaleBench {
  private let small = 10_000
  private let large = 100_000

  func figures() throws -> [Figure] {
    let few = try filled(small)
    let many = try filled(large)
    let fewBuild = try build(few)
    let manyBuild = try build(many)
    let ratio = manyBuild.milliseconds / fewBuild.milliseconds
    let figures = [
      Figure(
        name: "build of \(large) finds with all index pages / of \(small)",
        value: "\(rounded(ratio)) (\(rounded(manyBuild.milliseconds)) ms / "
          + "\(rounded(fewBuild.milliseconds)) ms)", target: "≤ 11", isMet: ratio <= 11),
      Figure(
        name: "peak memory of that build", value: "\(rounded(manyBuild.megabytes)) MB",
        target: "≤ 400 MB", isMet: manyBuild.megabytes <= 400),
    ]
    return figures + (try refreshOne(many)) + (try sizes(many))
  }

  private func filled(_ count: Int) throws -> BenchHouse {
    let house = try BenchHouse()
    try ScaleLog.fill(house, finds: count)
    return house
  }

  /// The median time of some builds into an empty site, and the maximum memory of a build.
  ///
  /// The program time(1) starts the build, because the kernel counts the peak memory of a parent process for its child,
  /// too. This process held the statements of the whole log.
  private func build(
    _ house: BenchHouse, rounds: Int = 3
  ) throws -> (milliseconds: Double, megabytes: Double) {
    var times: [Double] = []
    var megabytes = 0.0
    for _ in 0..<rounds {
      try Files.removeTree(house.folder.file("site"))
      let run = Measure.run(
        "/usr/bin/time",
        [
          "-f", "%M", "-o", house.folder.file("time.txt"),
          "\(house.programs)/albumscan", "--config", house.controlFile, "build",
        ], environment: ["PATH=/usr/bin:/bin"])
      let last = try house.folder.text("time.txt").split(separator: "\n").last ?? ""
      guard run.exitCode == 0, let kilobytes = Double(last) else {
        throw BenchError.noInstallation
      }
      times.append(run.milliseconds)
      megabytes = max(megabytes, kilobytes * 1024 / 1_000_000)
    }
    return (Measure.median(times), megabytes)
  }

  /// The processor time of a refresh after the change of one find, without the program's start.
  private func refreshOne(_ house: BenchHouse) throws -> [Figure] {
    let store = try Store.open("\(house.folder.path)/data/albums.db")
    guard let find = try store.newestFinds(50).last?.id else { throw BenchError.noInstallation }
    house.albumscan(["refresh"])
    var spent: [Double] = []
    var summaries: [Double] = []
    for number in 0..<5 {
      let edit = EditID(randomBytes: (0..<17).map { UInt8($0 + number) })
      _ = try store.edit(
        [find], try FindEdit(place: "Shop \(number)"), as: edit, by: .owner,
        at: Timestamp(milliseconds: 1_800_000_000_000 + Int64(number)))
      spent.append(house.albumscan(["refresh", "--finds-only"]).processorMilliseconds)
      summaries.append(house.albumscan(["refresh"]).milliseconds)
    }
    return [
      Figure(
        name: "processor time of refreshing one find at \(large), without the program's start",
        milliseconds: max(0, Measure.median(spent) - house.startMilliseconds()), atMost: 60),
      Figure(
        name: "index pages and statistics after it, at most once a minute",
        value: "\(rounded(Measure.median(summaries))) ms", target: "none", isMet: nil),
    ]
  }

  private func sizes(_ house: BenchHouse) throws -> [Figure] {
    let month = try Files.entries(of: house.folder.file("site/history")).filter { $0.contains("-") }
      .sorted().dropFirst().first
    return try ["history/index.html"].appending(month.map { "history/\($0)/1/index.html" }).map {
      let bytes = try compressedSize(of: house.folder.file("site/\($0)"))
      return Figure(
        name: "compressed /\($0)", value: "\(rounded(Double(bytes) / 1000)) kB", target: "≤ 15 kB",
        isMet: bytes <= 15_000)
    }
  }

  private func compressedSize(of path: String) throws -> Int {
    let output = try Programs.run(
      "/bin/sh", ["-c", "gzip -9 < \"$1\" | wc -c", "sh", path], input: "/dev/null", limit: 100,
      timeoutMilliseconds: 10_000)
    let digits = String(decoding: output.bytes, as: UTF8.self).filter(\.isNumber)
    return Int(digits) ?? .max
  }
}

extension Array {
  fileprivate func appending(_ element: Element?) -> [Element] {
    self + (element.map { [$0] } ?? [])
  }
}
