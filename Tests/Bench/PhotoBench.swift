// albumscan-photo as a whole process. Its time for a detailed photo of 12 megapixels is compared
// with the times of djpeg and vipsthumbnail. Its peak memory is measured with a photo of 48
// megapixels.

import Glibc
import Host
import JPEG
import Support

struct PhotoBench {
  private let folder: TemporaryFolder
  private let programs = Checkout.releasePrograms
  private let environment = ["PATH=/usr/bin:/bin", "LC_ALL=C"]
  /// The number of runs of each program. The programs run in alternation.
  private let rounds = 25

  init() throws { folder = try TemporaryFolder() }

  func figures() throws -> [Figure] {
    let twelve = try BenchPhoto.twelveMegapixels(in: folder)
    let fortyEight = try BenchPhoto.fortyEightMegapixels(in: folder)
    return try times(of: twelve) + [try baseline(fortyEight), try progressive(fortyEight)]
      + (try HostileBench(folder: folder, program: "\(programs)/albumscan-photo").figures())
  }

  // MARK: Time

  private func times(of photo: String) throws -> [Figure] {
    let size = try Files.read(photo).count
    var ours: [Double] = []
    var djpeg: [Double] = []
    var vips: [Double] = []
    for _ in 0..<rounds {
      ours.append(time("\(programs)/albumscan-photo", ["crop"], input: photo))
      djpeg.append(time("/usr/bin/djpeg", ["-outfile", "/dev/null", photo]))
      let thumbnail = ["--size", "1024x1024", "--smartcrop", "centre", photo]
      vips.append(
        time("/usr/bin/vipsthumbnail", thumbnail + ["-o", folder.file("thumbnail.jpg")]))
    }
    let name = "albumscan-photo crop of 12 MP, \(rounded(Double(size) / 1e6)) MB"
    return [
      ratio("\(name) / djpeg", ours, djpeg, target: 1.7),
      ratio("\(name) / vipsthumbnail", ours, vips, target: 0.6),
    ]
  }

  private func time(_ path: String, _ arguments: [String], input: String = "/dev/null") -> Double {
    let run = Measure.run(path, arguments, environment: environment, input: input)
    return run.exitCode == 0 ? run.milliseconds : .infinity
  }

  private func ratio(
    _ name: String, _ ours: [Double], _ theirs: [Double], target: Double
  ) -> Figure {
    let (own, other) = (Measure.median(ours), Measure.median(theirs))
    guard own.isFinite, other.isFinite else {
      return Figure(
        name: name, value: "a program is missing or failed", target: "≤ \(target)", isMet: nil)
    }
    return Figure(
      name: name, value: "\(rounded(own / other)) (\(rounded(own)) ms / \(rounded(other)) ms)",
      target: "≤ \(target)", isMet: own <= target * other)
  }

  // MARK: Memory

  private func baseline(_ photo: String) throws -> Figure {
    try memory("48 MP baseline", photo, most: 64e6, target: "≤ 64 MB")
  }

  private func progressive(_ photo: String) throws -> Figure {
    let path = folder.file("progressive.jpg")
    _ = time("/usr/bin/jpegtran", ["-progressive", "-outfile", path, photo])
    let most = 48e6 * 3 + 20e6
    return try memory("48 MP progressive", path, most: most, target: "≤ 3 bytes a pixel + 20 MB")
  }

  /// The program time(1) measures the memory, because a direct child of this process would begin
  /// with this process's peak.
  private func memory(
    _ name: String, _ photo: String, most: Double, target: String
  ) throws -> Figure {
    let name = "peak memory of \(name)"
    guard Files.exists("/usr/bin/time"), Files.exists(photo) else {
      return Figure(
        name: name, value: "time or jpegtran is not installed", target: target, isMet: nil)
    }
    let arguments = ["-f", "%M", "-o", folder.file("time"), "\(programs)/albumscan-photo", "crop"]
    let milliseconds = time("/usr/bin/time", arguments, input: photo)
    let kibibytes = try folder.text("time").split(separator: "\n").last.flatMap { Double($0) }
    let bytes = (kibibytes ?? .infinity) * 1_024
    return Figure(
      name: name, value: "\(rounded(bytes / 1e6)) MB in \(rounded(milliseconds)) ms",
      target: target, isMet: bytes <= most && milliseconds.isFinite)
  }
}
