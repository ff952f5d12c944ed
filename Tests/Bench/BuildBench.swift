// A history of 10,000 finds: the time of a whole build, compared with Hugo's time for the same
// pages, and the time of one more find.

import Albums
import Glibc
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
    let hugo = try hugoSite()
    for _ in 0..<3 {
      try Files.removeTree(house.folder.file("site"))
      ours.append(house.albumscan(["build"]).milliseconds)
      if let hugo { hugos.append(try run(hugo)) }
    }
    return [whole(ours, hugos)] + (try refreshOne())
  }

  private func whole(_ ours: [Double], _ hugos: [Double]) -> Figure {
    let name = "build of \(count) finds / hugo building the same pages"
    let own = Measure.median(ours)
    guard !hugos.isEmpty else {
      return Figure(
        name: name, value: "hugo is not installed (\(rounded(own)) ms)", target: "≤ 0.75",
        isMet: nil)
    }
    let ratio = own / Measure.median(hugos)
    return Figure(
      name: name,
      value: "\(rounded(ratio)) (\(rounded(own)) ms / \(rounded(Measure.median(hugos))) ms)",
      target: "≤ 0.75", isMet: ratio <= 0.75)
  }

  /// Adds one find to 10,000 finds. Measures the written files and the processor time.
  private func refreshOne() throws -> [Figure] {
    let before = try files()
    let start = usage()
    let store = try Store.open("\(house.folder.path)/data/albums.db")
    try addFind(count + 1, to: store)
    let idle = Measure.run(
      "\(house.programs)/albumscan", ["--version"], environment: ["PATH=/usr/bin:/bin"])
    let afterIdle = usage()
    house.albumscan(["refresh"])
    let spent = usage() - afterIdle - (afterIdle - start)
    let written = try files().filter { before[$0.key] != $0.value }.count
    _ = idle
    return [
      Figure(
        name: "files written by one find at \(count)", value: "\(written)", target: "≤ 12",
        isMet: written <= 12),
      Figure(
        name: "processor time of refreshing it, without the program's start",
        milliseconds: max(0, spent), atMost: 50),
    ]
  }

  /// Milliseconds of processor time of all children so far.
  private func usage() -> Double {
    var facts = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &facts)
    let seconds = Double(facts.ru_utime.tv_sec + facts.ru_stime.tv_sec)
    return seconds * 1000 + Double(facts.ru_utime.tv_usec + facts.ru_stime.tv_usec) / 1000
  }

  /// Every file of the site with its modification time.
  private func files() throws -> [String: Int64] {
    var found: [String: Int64] = [:]
    func walk(_ folder: String) throws {
      for name in try Files.entries(of: folder) {
        let path = "\(folder)/\(name)"
        if Files.isDirectory(path) {
          try walk(path)
        } else {
          found[path] = Files.modificationMilliseconds(of: path) ?? 0
        }
      }
    }
    try walk(house.folder.file("site"))
    return found
  }

  private func fill() throws {
    let store = try Store.open("\(house.folder.path)/data/albums.db")
    for number in 0..<count { try addFind(number, to: store) }
  }

  private func addFind(_ number: Int, to store: borrowing Store) throws(StoreError) {
    let moment = Timestamp(milliseconds: 1_700_000_000_000 + Int64(number) * 7_000_000)
    let album = BenchLog.album(number)
    try store.importCover(
      of: album, review: BenchLog.review(number), fingerprint: [0], name: "bench:\(number)",
      at: moment)
    let id = ScanID(randomBytes: BenchLog.bytes(number))
    _ = try store.accept(
      NewScan(
        id: id, person: .owner, key: nil, digest: BenchLog.bytes(number), byteCount: 1, guide: nil),
      at: moment)
    guard let claim = try store.claimJob(of: [.scan], at: moment),
      let albumID = try store.albumID(of: album.key)
    else { return }
    try store.identify(claim, as: albumID, isRecognised: true, at: moment)
    try store.finish(
      claim, as: FindID(randomBytes: BenchLog.bytes(number)),
      evidence: Evidence(.recognised(isCertain: true)), at: moment)
  }

  /// A folder for Hugo with the same pages: the album pages, the newest 100 finds, a page for each
  /// month, and a feed.
  private func hugoSite() throws -> String? {
    guard Files.exists("/usr/bin/hugo") else { return nil }
    let root = house.folder.file("hugo")
    try house.folder.write(BenchLog.hugoConfiguration, to: "hugo/config.toml")
    for (name, layout) in BenchLog.hugoLayouts {
      try house.folder.write(layout, to: "hugo/layouts/\(name)")
    }
    for number in 0..<count {
      try house.folder.write(BenchLog.hugoPage(number), to: "hugo/content/album/\(number).md")
    }
    return root
  }

  private func run(_ root: String) throws -> Double {
    try Files.removeTree("\(root)/public")
    return Measure.run(
      "/usr/bin/hugo", ["--quiet", "-s", root], environment: ["PATH=/usr/bin:/bin", "HOME=\(root)"]
    ).milliseconds
  }
}
