// Many scans: 120 of known albums, which need no call, and 200 that wait for slow services.

import Glibc
import Host
import JPEG
import Pictures
import Services
import Store
import Support

struct ThroughputBench {
  private let known = 20
  private let scans = 120
  private let crowd = 200

  /// The minimum number of scans of known albums in a second, with their pages, on two processors.
  private let wanted = 6.0

  func figures() throws -> [Figure] {
    guard Files.exists("/usr/sbin/lighttpd") else {
      return [
        Figure(
          name: "many scans", value: "lighttpd is not installed", target: "≥ 6 a second",
          isMet: nil)
      ]
    }
    return try [knownAlbums(), waitingScans()]
  }

  // MARK: Known albums

  /// Photos of 2,048 pixels of the covers of a catalogue: each scan is recognised, so no service is
  /// asked.
  private func knownAlbums() throws -> Figure {
    let house = try BenchHouse()
    let covers = house.folder.file("covers")
    let sleeves = (0..<known).map { DrawnSleeve(seed: UInt64(7000 + $0)) }
    for (number, sleeve) in sleeves.enumerated() {
      let picture = try JPEG.encode(sleeve.pixels, quality: 90, maximumBytes: .max)
      try Files.makeDirectories(covers)
      try Files.replace(
        "\(covers)/Artist \(number) - Album \(number).jpg", with: picture, durably: false)
    }
    // Each upload needs other bytes, because a second upload of the same photo is the same scan.
    let photos = try (0..<scans).map { scan in
      BenchServer.body(of: try photo(of: sleeves[scan % known], seed: UInt64(scan)))
    }
    guard house.albumscan(["catalogue", "import", covers]).exitCode == 0 else {
      throw BenchError.noInstallation
    }
    let server = try BenchServer(house: house)
    let store = try Store.open(house.folder.file("data/albums.db"))
    let before = Self.childrenAndMachine()
    let start = Measure.now()
    for photo in photos where server.post(photo) == .infinity { throw BenchError.noServer }
    while try store.countFinds() < scans {
      usleep(20_000)
      if Measure.now() - start > 180_000 { break }
    }
    let took = Measure.now() - start
    let finds = try store.countFinds()
    let rate = Double(finds) / took * 1000
    let busy = (Self.childrenAndMachine() - before) / took
    // The target holds for the machine of `MachineSpeed`; the factor adapts it to this machine.
    let here = wanted / MachineSpeed.here.factor
    return Figure(
      name: "scans of known albums a second, with their pages (photos of 2,048 pixels)",
      value: "\(rounded(rate)) (\(finds) finds; \(rounded(busy)) processors busy, services none)",
      target: "≥ 6, here ≥ \(rounded(here))", isMet: finds == scans && rate >= here)
  }

  private func photo(of sleeve: DrawnSleeve, seed: UInt64) throws -> [UInt8] {
    let drawn = DrawnPhotograph(of: sleeve, seed: seed, .perspective, width: 2_048, height: 1_536)
    return try JPEG.encode(drawn.pixels, quality: 85, maximumBytes: 2 << 20)
  }

  /// Milliseconds of processor time that the whole machine has spent.
  private static func childrenAndMachine() -> Double {
    guard let bytes = try? Files.read("/proc/stat", limit: 1 << 16) else { return 0 }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    // user, nice, system, idle, iowait, irq, softirq. Source: proc_stat(5).
    guard ticks.count >= 7 else { return 0 }
    let spent = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]
    return spent * 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  // MARK: Waiting scans

  /// The services take 7 s for a scan, the queue has its maximum length, and 32 scans run at once.
  /// The services and the pace of MusicBrainz each give a minimum time; the longer one is expected.
  private func waitingScans() throws -> Figure {
    let albums = BenchAlbums.invented(crowd)
    let house = try ServicesHouse(
      .knowing(albums), albums, settings: "scans-at-once: 32\nmonthly-cap: 100")
    let took = try house.time(albums, within: 1_800_000)
    let requests = Double(house.musicBrainz.log.requests.count)
    let rounds = Double((crowd + 31) / 32) * 7000
    let allowed = max(rounds, 3000 + (requests - 1) * 1100 + 1900)
    return Figure(
      name: "\(crowd) waiting scans / what 32 at once and MusicBrainz' pace allow",
      value: "\(rounded(took / allowed)) (\(rounded(took)) ms, \(Int(requests)) requests)",
      target: "≤ 1.2", isMet: took / allowed <= 1.2)
  }
}
