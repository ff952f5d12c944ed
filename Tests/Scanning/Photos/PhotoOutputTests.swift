// The reader of albumscan-photo's output checks every value, because that process read untrusted
// bytes.

import Host
import Photos
import Support
import Testing

@Suite struct PhotoOutputTests {
  static let whole = """
    version: 2
    width: 30
    height: 40
    orientation: 6
    detail: 0.7
    method: quad
    quad: 1,2 3,4 5,6 7,8
    confidence: 0.9
    brightness: 0.5
    sharpness: 0.2
    glare: 0
    fingerprint: 2
    cutoff: no
    picture: 1024 3


    """ + "fpabc"

  static func cover(_ number: Int, _ method: String, fingerprint: String, jpeg: String) -> String {
    """
    cover: \(number)
    method: \(method)
    confidence: 0.\(number)
    quad: 1,2 3,4 5,6 7,8
    brightness: 0.5
    sharpness: 0.2
    glare: 0
    fingerprint: \(fingerprint.utf8.count)
    picture: 1024 \(jpeg.utf8.count)

    """
  }

  static let several =
    "version: 2\nwidth: 30\nheight: 40\norientation: 6\ndetail: 0.7\ncutoff: yes\n"
    + cover(1, "quad", fingerprint: "one", jpeg: "first")
    + cover(2, "quad", fingerprint: "two", jpeg: "second") + "\nonefirsttwosecond"

  @Test func `several covers are read, each with its own bytes`() throws {
    let answer = try #require(PhotoOutput(Array(Self.several.utf8)))
    let crops = try #require(answer.crops)
    #expect(crops.map { $0.fingerprint } == ["one", "two"].map { Array($0.utf8) })
    #expect(crops.map { $0.jpeg } == ["first", "second"].map { Array($0.utf8) })
    #expect(crops.map { $0.confidence } == [0.1, 0.2])
    #expect(crops.allSatisfy { $0.width == 30 && $0.orientation == 6 && $0.isCutOff })
    #expect(answer.crop == nil && answer.pictures.isEmpty)
  }

  @Test func `an output without covers is valid, and one of another command is not`() throws {
    let none = "version: 2\nwidth: 30\nheight: 40\norientation: 1\ncutoff: no\n\n"
    #expect(try #require(PhotoOutput(Array(none.utf8))).crops == [])
    #expect(try #require(PhotoOutput(Array(Self.whole.utf8))).crops == nil)
  }

  @Test(arguments: [
    ("cover: 2", "cover: 3"), ("cover: 2", "cover: 1"), ("cover: 1", "cover:"),
    ("confidence: 0.2\n", ""), ("picture: 1024 6", "picture: 500 6"),
    ("picture: 1024 6", "picture: 1024 7"), ("fingerprint: 3", "fingerprint: 0"),
    ("orientation: 6\n", ""), ("width: 30\n", ""), ("height: 40", "height: inf"),
  ])
  func `one inconsistent cover makes the whole output invalid`(part: String, other: String) throws {
    let text = Self.several.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: other)
    try #require(text != Self.several)
    #expect(PhotoOutput(Array(text.utf8))?.crops == nil)
  }

  @Test func `a whole answer is read`() throws {
    let crop = try #require(PhotoOutput(Array(Self.whole.utf8))?.crop)
    #expect(crop.width == 30)
    #expect(crop.quad.corners.map(\.x) == [1, 3, 5, 7])
    #expect(crop.fingerprint == Array("fp".utf8))
    #expect(crop.jpeg == Array("abc".utf8))
  }

  @Test(arguments: [
    ("width: 30", "width: 9e9999"), ("quad: 1,2 3,4 5,6 7,8", "quad: 1,2 3,4 5,6 7,nan"),
    ("quad: 1,2 3,4 5,6 7,8", "quad: 1,2"), ("fingerprint: 2", "fingerprint: 3"),
    ("fingerprint: 2", "fingerprint: zz"), ("fingerprint: 2\n", ""),
    ("picture: 1024 3", "picture: 1024 4"),
    ("picture: 1024 3", "picture: 1024 -3"), ("picture: 1024 3", "picture: 500 3"),
    ("picture: 1024 3", "picture: 1024 99999999999999999999"), ("version: 2", "version: 1"),
    ("confidence: 0.9", "confidence: inf"), ("method: quad\n", ""), ("\n\n", "\n"),
  ])
  func `an inconsistent answer is refused`(part: String, other: String) throws {
    let text = Self.whole.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: other)
    try #require(text != Self.whole)
    #expect(PhotoOutput(Array(text.utf8))?.crop == nil)
  }

  @Test func `no bytes crash the reader`() {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    for round in 0..<Environment.fuzzCount(orElse: 5000) {
      var bytes = Array((round.isMultiple(of: 2) ? Self.whole : Self.several).utf8)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      let answer = PhotoOutput(bytes)
      _ = answer?.crop
      _ = answer?.crops
    }
    note("seed \(seed)")
  }
}
