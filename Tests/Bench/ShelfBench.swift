// albumscan-photo shelf as a whole process: its time for a drawn shelf of 12 megapixels, compared
// with the time of djpeg, and its peak memory for a photo of 48 megapixels.

import Host
import Pictures
import Support

struct ShelfBench {
  private let folder: TemporaryFolder
  private let program = "\(Checkout.releasePrograms)/albumscan-photo"
  private let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C"]
  private let rounds = 25

  init() throws { folder = try TemporaryFolder() }

  func figures() throws -> [Figure] {
    let shelf = DrawnShelf(
      seed: 12, .mixed, .lit, angle: 5, rows: 3, width: 4_032, height: 3_024)
    let photo = try BenchPhoto.write(
      shelf.pixels, bytes: 2_000_000...6_000_000, to: folder.file("shelf.jpg"))
    return [time(of: photo), try memory(of: BenchPhoto.fortyEightMegapixels(in: folder))]
  }

  /// The target is twice the time of djpeg plus 150 ms (on the machine for which the targets hold).
  private func time(of photo: String) -> Figure {
    var (ours, djpeg): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      ours.append(run(program, ["shelf"], input: photo))
      djpeg.append(run("/usr/bin/djpeg", ["-outfile", "/dev/null", photo]))
    }
    let (own, other) = (Measure.median(ours), Measure.median(djpeg))
    let most = 2 * other + 150 * MachineSpeed.here.factor
    return Figure(
      name: "albumscan-photo shelf of 12 MP / (2 × djpeg + 150 ms)",
      value: "\(rounded(own / most)) (\(rounded(own)) ms / \(rounded(most)) ms)",
      target: "≤ 1.00", isMet: own.isFinite && most.isFinite ? own <= most : nil)
  }

  private func memory(of photo: String) throws -> Figure {
    let name = "peak memory of albumscan-photo shelf of 48 MP"
    guard Files.exists("/usr/bin/time") else {
      return Figure(name: name, value: "time is not installed", target: "≤ 200 MB", isMet: nil)
    }
    let arguments = ["-f", "%M", "-o", folder.file("time"), program, "shelf"]
    _ = run("/usr/bin/time", arguments, input: photo)
    let kibibytes = try folder.text("time").split(separator: "\n").last.flatMap { Double($0) }
    let bytes = (kibibytes ?? .infinity) * 1_024
    return Figure(
      name: name, value: "\(rounded(bytes / 1e6)) MB", target: "≤ 200 MB", isMet: bytes <= 200e6)
  }

  private func run(_ path: String, _ arguments: [String], input: String = "/dev/null") -> Double {
    let run = Measure.run(path, arguments, environment: environment, input: input)
    return run.exitCode == 0 ? run.milliseconds : .infinity
  }
}
