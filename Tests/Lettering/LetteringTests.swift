// Reading with the real library and the real models: `albumscan reader install` puts them below .build.

import Host
import Photos
import Pictures
import Support
import Testing

@testable import Lettering

@Suite struct LetteringTests {
  static let folder = "\(Checkout.root)/.build/reader"

  /// The same picture, turned.
  private func lines(_ picture: Pixels, _ options: ReadOptions = ReadOptions()) throws -> [ReadLine]
  {
    try Lettering(folder: Self.folder).lines(in: picture, options)
  }

  @Test func `the library is the pinned one`() throws {
    #expect(try Lettering(folder: Self.folder).version == "1.28.0")
  }

  @Test func `the lines of a sleeve are read from top to bottom`() throws {
    let lines = try lines(ReaderSample.sleeve)
    #expect(lines.map(\.text) == ReaderSample.lines)
    #expect(lines.allSatisfy { $0.confidence > 0.9 && $0.quad.isConvex })
    // RECORD is drawn from (60, 30) to (410, 100).
    let corners = try #require(lines.first).quad.corners
    #expect(corners[0].x < 60 && corners[0].y < 30 && corners[2].x > 400 && corners[2].y > 95)
  }

  @Test(arguments: [90, 180, 270])
  func `a turned sleeve is read with its turn, and each line begins at its first letter`(
    turn: Int
  ) throws {
    let turned = ReaderSample.sleeve.turned(by: 360 - turn)
    var options = ReadOptions()
    options.turns = [turn]
    let lines = try lines(turned, options)
    #expect(Set(lines.map(\.text)) == Set(ReaderSample.lines))
    let title = try #require(lines.first { $0.text == "RECORD" })
    // Back in the upright sleeve, the line points to the right.
    let upright = title.quad.mapped { point in
      turned.turned(by: turn).unturned(point, by: 360 - turn)
    }
    #expect(upright.corners[1].x - upright.corners[0].x > 300)
    #expect((upright.corners[1].y - upright.corners[0].y).magnitude < 20)
  }

  @Test(arguments: [0, 180])
  func `with two opposite turns a sleeve may lie upside down`(turn: Int) throws {
    var options = ReadOptions()
    options.turns = [0, 180]
    let lines = try lines(ReaderSample.sleeve.turned(by: turn), options)
    #expect(
      Set(lines.map(\.text)) == Set(ReaderSample.lines) && lines.count == ReaderSample.lines.count)
  }

  @Test func `with several turns each line is there once, in its own direction`() throws {
    var options = ReadOptions()
    options.turns = [0, 90, 180, 270]
    #expect(try lines(ReaderSample.sleeve, options).map(\.text) == ReaderSample.lines)
  }

  @Test func `at most so many lines are read, the largest first`() throws {
    var options = ReadOptions()
    options.mostLines = 1
    #expect(try lines(ReaderSample.sleeve, options).map(\.text) == ["RECORD"])
  }

  @Test func `a line over the seam of two tiles is one line`() throws {
    // The sleeve is in the middle of 1,400 pixels, where two tiles meet.
    let (side, sleeve) = (1_400, ReaderSample.sleeve)
    var rgb = [UInt8](repeating: 200, count: 3 * side * side)
    for row in 0..<480 {
      let to = 3 * ((460 + row) * side + 460)
      rgb.replaceSubrange(to..<to + 1_440, with: sleeve.rgb[1_440 * row..<1_440 * (row + 1)])
    }
    var options = ReadOptions()
    options.isTiled = true
    let lines = try lines(Pixels(width: side, height: side, rgb: rgb), options)
    #expect(lines.map(\.text) == ReaderSample.lines)
    #expect(lines[0].quad.corners[0].x < 520 && lines[0].quad.corners[1].x > 860)
  }

  @Test(arguments: [(16, 16), (2_048, 16), (16, 2_048), (17, 900)])
  func `a picture of an extreme shape is read without an error`(width: Int, height: Int) throws {
    var generator = SeededGenerator(seed: 9)
    let rgb = (0..<3 * width * height).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let lines = try lines(Pixels(width: width, height: height, rgb: rgb))
    for corner in lines.flatMap(\.quad.corners) {
      #expect((0...Double(width)).contains(corner.x) && (0...Double(height)).contains(corner.y))
    }
  }

  @Test func `a missing, foreign or damaged file is an error that names it`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: LetteringError.self) { _ = try Lettering(folder: folder.path) }
    for name in ReaderFiles.all {
      for other in ReaderFiles.all {
        let bytes = try Files.read("\(Self.folder)/\(other)")
        // Half a library would crash the loader; ReaderProgramTests have this case.
        let damaged = name == ReaderFiles.library ? Array("text".utf8) : Array(bytes.prefix(9_000))
        let kept = other == name ? damaged : bytes
        try Files.replace(folder.file(other), with: kept, durably: false)
      }
      do {
        _ = try Lettering(folder: folder.path)
        Issue.record("\(name) was accepted")
      } catch {
        #expect("\(error)".contains(folder.file(name)), "\(error)")
      }
    }
  }

  @Test func `a model that is no model for lines is refused`() throws {
    let folder = try TemporaryFolder()
    for name in ReaderFiles.all {
      let source = name == ReaderFiles.lineModel ? ReaderFiles.finder : name
      try Files.linkOrCopy("\(Self.folder)/\(source)", to: folder.file(name), durably: false)
    }
    #expect(
      throws: LetteringError.model(
        path: folder.file(ReaderFiles.lineModel), reason: "the model has no list of letters")
    ) { _ = try Lettering(folder: folder.path) }
  }
}
