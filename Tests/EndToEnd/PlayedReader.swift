// Programs whose albumscan-read is a script: it reads what a test has written on a sleeve or on the boxes of a
// shelf, or has a fault.

import Albums
import Host
import Photos
import Pictures
import Support

struct PlayedReader {
  /// A line on an item: its text, and the height of its lettering in pixels.
  typealias Line = (text: String, height: Double)

  let folder: TemporaryFolder

  /// The folder of the programs.
  let programs: String

  init() throws {
    folder = try TemporaryFolder()
    // A program of root works with root's own data only if it is the program of a checkout.
    programs = folder.file(".build/programs")
    try Files.makeDirectories(programs)
    let real = ["albumscan", "albumscan-cgi", "albumscan-photo"].map {
      "\(Checkout.debugPrograms)/\($0)"
    }
    let output = try Programs.run(
      "/bin/cp", real + [programs], input: "/dev/null", limit: 1 << 10, timeoutMilliseconds: 60_000)
    guard output.exitCode == 0 else { throw InstallationError.failed("cp") }
    try run("exit 4")
  }

  /// Makes the reader a script.
  func run(_ script: String) throws {
    try Files.replace(
      "\(programs)/albumscan-read", with: Array("#!/bin/sh\n\(script)\n".utf8), mode: 0o755,
      durably: false)
  }

  /// Makes the reader read these lines, by the number of the item in the photo, and lines at other places. The photo
  /// has at most 2,016 pixels on its longer side, so that the reader gets it in its own size. `before` is a command that the
  /// reader runs first.
  func read(
    _ lines: [Int: [Line]], on photo: [UInt8], elsewhere: [(text: String, quad: Quad)] = [],
    before: String = ":"
  ) throws {
    let file = folder.file("shelf.jpg")
    try Files.replace(file, with: photo, durably: false)
    let boxes = try PhotoProgram(path: "\(programs)/albumscan-photo").shelf(file).boxes
    let items = lines.sorted { $0.key < $1.key }.flatMap { number, lines in
      lines.enumerated().map { index, line in
        Self.line(
          line, at: Self.place(Double(index + 1) / Double(lines.count + 1), in: boxes[number - 1]))
      }
    }
    try answer(items + elsewhere.map { Self.line($0.text, $0.quad) }, before)
  }

  /// Makes the reader read these lines on each picture, in the picture's pixels.
  func read(_ lines: [(text: String, quad: Quad)]) throws {
    try answer(lines.map { Self.line($0.text, $0.quad) })
  }

  private func answer(_ lines: [String], _ before: String = ":") throws {
    let file = folder.file("lines.json")
    try Files.replace(
      file, with: Array("{\"lines\":[\(lines.joined(separator: ","))]}".utf8), durably: false)
    try run("\(before); cat > /dev/null; exec cat '\(file)'")
  }

  /// A place on the way from the first side of the box to the opposite one.
  private static func place(_ share: Double, in box: ShelfBox) -> Point {
    let corners = box.quad.corners
    let (first, last) = ((corners[0] + corners[1]) * 0.5, (corners[3] + corners[2]) * 0.5)
    return first + (last - first) * share
  }

  private static func line(_ line: Line, at middle: Point) -> String {
    Self.line(
      line.text,
      Quad(x: middle.x - 2, y: middle.y - line.height / 2, width: 4, height: line.height))
  }

  private static func line(_ text: String, _ quad: Quad) -> String {
    let corners = quad.corners.map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
    return "{\"text\":\"\(text)\",\"confidence\":0.96,\"quad\":[\(corners)]}"
  }
}
