// The published log of 10,000 finds, which are all public: the whole history compared with Hugo,
// one more find, and the requests to S3 for one more find, all without pictures to share. A picture to
// share is measured by itself.

import Albums
import Host
import Services
import Store
import Support

struct PublishBench {
  private let finds = 10_000

  /// The number of finds of the history that is sent to S3. The played S3 takes some milliseconds
  /// for each file, and the requests for one find do not depend on the size of the history.
  private let sentFinds = 1_000

  /// The number of new finds. A figure is the median or the maximum of their values.
  private let rounds = 5

  func figures() throws -> [Figure] {
    let log = try PublishedLog(finds: finds)
    return [try whole(log)] + (try oneFind(log)) + (try requests()) + [try picture()]
  }

  /// Both programs write the whole history three times, each time from nothing.
  private func whole(_ log: PublishedLog) throws -> Figure {
    let name = "publishing a log of \(finds) finds / hugo with the same pages and taxonomies"
    let hugo = try Hugo.isInstalled ? log.hugoSite() : nil
    var (ours, hugos) = ([Double](), [Double]())
    for _ in 0..<3 {
      try log.remove()
      let result = try log.publish(["--all", "--no-send"])
      guard result.finds == finds else { throw BenchError.noInstallation }
      ours.append(result.run.processorMilliseconds)
      guard let hugo else { continue }
      hugos.append(try Hugo.build(hugo).processorMilliseconds)
      guard try Files.entries(of: "\(hugo)/public/album").count >= finds else {
        throw BenchError.noHugoSite
      }
    }
    let own = Measure.median(ours)
    guard hugo != nil else {
      return Figure(
        name: name, value: "hugo is not installed (\(rounded(own)) ms of processor time)",
        target: "≤ 0.6", isMet: nil)
    }
    let ratio = own / Measure.median(hugos)
    return Figure(
      name: name,
      value: "\(rounded(ratio)) (\(rounded(own)) ms / \(rounded(Measure.median(hugos))) ms of "
        + "processor time)", target: "≤ 0.6", isMet: ratio <= 0.6)
  }

  /// Publishes new finds one after another. The summary pages are written between two finds.
  private func oneFind(_ log: PublishedLog) throws -> [Figure] {
    var changed: [Int] = []
    var (spent, summaries) = ([Double](), [Double]())
    for _ in 0..<rounds {
      try log.addFind()
      let (result, files) = try log.countingFiles {
        try log.publish(["--finds-only", "--no-send"])
      }
      changed.append(max(files, result.files))
      spent.append(result.run.processorMilliseconds)
      summaries.append(try log.publish(["--no-send"]).run.processorMilliseconds)
    }
    let most = changed.max() ?? .max
    return [
      Figure(
        name: "files changed by publishing one find in a log of \(finds)", value: "\(most)",
        target: "≤ 14", isMet: most <= 14),
      Figure(
        name: "processor time of publishing it, without the program's start",
        milliseconds: max(0, Measure.median(spent) - log.house.startMilliseconds()), atMost: 60),
      Figure(
        name: "index pages, statistics and front page after it, at most once a minute",
        value: "\(rounded(Measure.median(summaries))) ms of processor time", target: "none",
        isMet: nil),
    ]
  }

  /// The processor time for one picture to share: the same finds are published with and without pictures, and the
  /// difference is divided by the number of pictures.
  private func picture() throws -> Figure {
    let name = "processor time of drawing a picture to share"
    guard Files.exists("/usr/bin/vips") else {
      return Figure(name: name, value: "vips is not installed", target: "≤ 200 ms", isMet: nil)
    }
    let folder = "\(Checkout.root)/sample/catalogue"
    let covers = try Files.entries(of: folder).filter { $0.hasSuffix(".jpg") }.sorted()
      .map { try Files.read("\(folder)/\($0)") }
    var (spent, drawn) = ([Double](), 0)
    for hasPictures in [true, false] {
      let log = try PublishedLog(finds: 0, hasPictures: hasPictures)
      for cover in covers { try log.addFind(with: cover) }
      spent.append(try log.publish(["--no-send"]).run.processorMilliseconds)
      drawn += try log.pictures()
    }
    guard drawn >= covers.count else { throw BenchError.noPhoto }
    return Figure(
      name: name, milliseconds: (spent[0] - spent[1]) / Double(drawn),
      detail: ", \(drawn) pictures", atMost: 200)
  }

  /// Sends a whole history to S3, then one find, then its index pages and statistics.
  private func requests() throws -> [Figure] {
    let names = [
      "requests to S3 for one find", "requests to S3 for its index pages and statistics",
    ]
    if let reason = BenchS3.missingProgram {
      return names.map {
        Figure(name: $0, value: reason, target: "≤ files + 2", isMet: nil)
      }
    }
    let s3 = try BenchS3()
    let log = try PublishedLog(finds: sentFinds, remote: s3.remote)
    _ = try log.publish([])
    guard try s3.requestCount() > sentFinds else { throw BenchError.noServer }
    try log.addFind()
    return try zip(names, [["--finds-only"], []]).map { name, options in
      let before = try s3.requestCount()
      let (result, files) = try log.countingFiles { try log.publish(options) }
      let count = try s3.requestCount() - before
      let isCounted = result.sent > 0 && count >= result.sent + result.removed
      return Figure(
        name: name,
        value: "\(count) (\(files) changed files; \(result.sent) sent, \(result.removed) removed)",
        target: "≤ files + 2", isMet: isCounted && count <= files + 2)
    }
  }
}

/// An installation whose history is published: the finds of `ScaleLog`, all of them public.
private final class PublishedLog {
  let house: BenchHouse
  private let store: Store

  /// The number of all finds.
  private var count: Int
  private var folder: String { house.folder.file("published") }

  /// `remote` is the setting `publish-remote`; without it, nothing is sent.
  init(finds: Int, remote: String? = nil, hasPictures: Bool = false) throws {
    let house = try BenchHouse(
      settings: """
        publish-to: ../published
        publish: all
        publish-url: https://records.example/log
        publish-pictures: \(hasPictures ? "on" : "off")
        \(remote.map { "publish-remote: \($0)" } ?? "")
        """)
    if finds > 0 { try ScaleLog.fill(house, finds: finds) }
    self.house = house
    store = try Store.open(house.folder.file("data/albums.db"))
    count = finds
  }

  /// The result of one run of `albumscan publish`. The counts are those of the program.
  struct Result {
    let run: Run
    let finds: Int

    /// The files of the folder that were written or removed.
    let files: Int
    let sent: Int
    let removed: Int
  }

  func publish(_ options: [String]) throws -> Result {
    let output = house.folder.file("publish.json")
    let run = house.albumscan(["publish", "--json"] + options, output: output)
    guard run.exitCode == 0, let report = JSON(try house.folder.text("publish.json")),
      let finds = report["finds"]?.integer, let files = report["files"]?.integer
    else { throw BenchError.noInstallation }
    return Result(
      run: run, finds: finds, files: files, sent: report["sent"]?.integer ?? 0,
      removed: report["removed"]?.integer ?? 0)
  }

  /// The result of `publish`, and the number of files in the folder that it wrote or removed.
  func countingFiles(_ publish: () throws -> Result) throws -> (result: Result, files: Int) {
    let before = try FileTimes(of: folder)
    let result = try publish()
    return (result, try FileTimes(of: folder).changed(since: before))
  }

  /// Removes the published log and its database, so that the next publish begins with nothing.
  func remove() throws {
    try Files.removeTree(folder)
    for ending in ["", "-wal", "-shm"] {
      try Files.remove(house.folder.file("data/published.db\(ending)"))
    }
  }

  /// The same history for Hugo. Returns the folder of its site.
  func hugoSite() throws -> String {
    try HugoLog.write(try store.newestFinds(count), to: house.folder)
  }

  /// The number of drawn pictures to share.
  func pictures() throws -> Int {
    try Files.entries(of: "\(folder)/album").reduce(0) { count, find in
      try count + Files.entries(of: "\(folder)/album/\(find)").count { $0.hasPrefix("share-") }
    }
  }

  /// Adds the newest find of the history: a new album with a review and a picture. The default picture is
  /// no JPEG.
  func addFind(with cover: [UInt8]? = nil) throws {
    let picture = cover ?? Array("picture of \(count)".utf8)
    guard let artwork = Artwork(digest: hexadecimal(SHA256.digest(of: picture))) else {
      throw BenchError.noPhoto
    }
    for side in Artwork.sides {
      let file = house.folder.file("data/artwork/\(artwork.fileName(side: side))")
      try Files.makeDirectories(Files.parent(of: file))
      try Files.replace(file, with: picture, durably: false)
    }
    try BenchLog.add(count, to: store, at: ScaleLog.moment(count), artwork: artwork)
    count += 1
  }
}
