// The waiting times of a person with a slow phone and a bad connection: pages in headless Chromium
// behind a shaping proxy, with a slower processor and a camera of 12 megapixels.

import Host
import Pictures
import Support

struct BrowserBench {
  private let rounds = 3

  /// The factor by which the processor is slower for pages. Pages get a quarter of the speed of the
  /// machine for which the targets hold.
  static let slowDown = max(1, 4 / MachineSpeed.here.factor)

  func figures() throws -> [Figure] {
    guard Chromium.missingProgram == nil, Files.exists("/usr/sbin/lighttpd") else {
      let name = Chromium.missingProgram ?? "lighttpd"
      return [
        Figure(
          name: "pages in a browser", value: "\(name) is not installed", target: "≤ 2000 ms",
          isMet: nil)
      ]
    }
    print(
      "The browser's line has 1.6 Mbit/s and 150 ms; its processor is \(rounded(Self.slowDown)) times slower"
    )
    let photos = try BenchPhotos()
    var seen = BrowserResults()
    for round in 1...rounds {
      print("Round \(round) of \(rounds) in the browser")
      let house = try BrowserHouse()
      try PageRound(house, photos).measure(into: &seen)
      try ScanRound(house, photos).measure(into: &seen)
    }
    return seen.figures
  }
}

/// The photos of the bench, as files and as pictures of a camera. Each scan of an installation has
/// another photo, because a photo of a known cover needs no model.
final class BenchPhotos {
  private let folder: TemporaryFolder
  let files: [String]
  let cameras: [String]

  /// The picture that a browser's camera shows.
  var camera: String { folder.file("camera.y4m") }

  init() throws {
    let folder = try TemporaryFolder(under: Files.isDirectory("/dev/shm") ? "/dev/shm" : "/tmp")
    self.folder = folder
    files = try [4, 5].map { (seed: UInt64) in
      let pixels = BenchPhoto.pixels(enlarged: 2, seed: seed)
      return try BenchPhoto.write(
        pixels, bytes: 3_000_000...4_000_000, to: folder.file("\(seed).jpg"))
    }
    cameras = try [6, 7, 8, 9, 10].map { (seed: UInt64) in
      let path = folder.file("\(seed).y4m")
      try CameraPicture.write(BenchPhoto.pixels(enlarged: 2, seed: seed), to: path)
      return path
    }
    try show(0)
  }

  /// Changes the picture of the camera. A page that opens the camera from now on gets the new
  /// picture.
  func show(_ number: Int) throws {
    try Files.replace(camera, with: try Files.read(cameras[number]), durably: false)
  }
}
