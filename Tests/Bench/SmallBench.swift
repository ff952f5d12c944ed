// A server with 512 MB of memory: all programs of an installation run in a control group with this limit, the
// web server included. Once the work is done, no process of the installation is left.

import Glibc
import Host
import JPEG
import Photos
import Pictures
import Store
import Support

struct SmallBench {
  private let megabytes = 512
  private let rows = 10_000

  func figures() throws -> [Figure] {
    let name =
      "\(megabytes) MB: a scan of 12 megapixels, the text of a sleeve and of a shelf, an import of \(rows) rows, a build"
    guard Files.exists("/usr/sbin/lighttpd") else {
      return [
        Figure(name: name, value: "lighttpd is not installed", target: "all succeed", isMet: nil)
      ]
    }
    guard let group = ControlGroup(megabytes: megabytes) else {
      return [
        Figure(
          name: name, value: "this user may not make a control group: run it as root",
          target: "all succeed", isMet: nil)
      ]
    }
    let house = try BenchHouse(group: group)
    let scan = try scan(in: house)
    let read = try read(in: house)
    try house.folder.write(ImportBench.collection(of: rows), to: "collection.csv")
    let imported = house.albumscan(["import", house.folder.file("collection.csv")])
    let built = house.albumscan(["build"])
    let runs = [scan.run] + read + [imported, built]
    let isDone = runs.allSatisfy { $0.exitCode == 0 } && group.kills == 0
    let times = runs.map { rounded($0.milliseconds / 1000) }
    return [
      Figure(
        name: name,
        value:
          "\(group.mostMegabytes.map(rounded) ?? "?") MB at most, files in the cache included; "
          + "\(times.joined(separator: " s, ")) s; \(group.kills) processes killed",
        target: "all succeed", isMet: isDone),
      Figure(
        name: "processes after the last job, without the web server", value: "\(scan.left)",
        target: "none", isMet: scan.left == 0),
    ]
  }

  /// Reads the lettering of a sleeve, and of thirty sleeves in the way of a shelf.
  private func read(in house: BenchHouse) throws -> [Run] {
    let sleeve = ReaderSample.sleeve
    let bytes = 3 * sleeve.width
    let rows = (0..<5 * sleeve.height).flatMap { row in
      let start = row % sleeve.height * bytes
      return (0..<6).flatMap { _ in sleeve.rgb[start..<start + bytes] }
    }
    let shelf = Pixels(width: 6 * sleeve.width, height: 5 * sleeve.height, rgb: rows)
    return try [([], sleeve), (["--shelf"], shelf)].map { words, pixels in
      let file = house.folder.file("lettering.jpg")
      let jpeg = try JPEG.encode(pixels, quality: 90, maximumBytes: .max)
      try Files.replace(file, with: jpeg, durably: false)
      return house.albumscan(["read"] + words + [file])
    }
  }

  /// Scans a photo of a cover that the installation knows. Returns the time to its find, and the
  /// number of processes that are left although no job is due.
  private func scan(in house: BenchHouse) throws -> (run: Run, left: Int) {
    let covers = house.folder.file("covers")
    try Files.makeDirectories(covers)
    let cover = try JPEG.encode(DrawnSleeve(seed: 4).pixels, quality: 90, maximumBytes: .max)
    try Files.replace("\(covers)/Artist - Album.jpg", with: cover, durably: false)
    guard house.albumscan(["catalogue", "import", covers]).exitCode == 0, let group = house.group
    else { throw BenchError.noInstallation }
    let server = try BenchServer(house: house)
    let store = try Store.open(house.folder.file("data/albums.db"))
    let photo = try Files.read(try BenchPhoto.twelveMegapixels(in: house.folder))
    let idle = group.processes.count
    let start = Measure.now()
    guard server.post(BenchServer.body(of: photo)) < .infinity else { throw BenchError.noServer }
    let isFound = eventually(within: 60_000) { (try? store.countFinds()) == 1 }
    let run = Run(milliseconds: Measure.now() - start, exitCode: isFound ? 0 : 1)
    _ = eventually(within: 30_000) { group.processes.count <= idle }
    return (run, max(0, group.processes.count - idle))
  }
}
