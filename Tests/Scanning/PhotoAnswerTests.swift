// The answer of albumscan-photo comes from a process that read a stranger's bytes: nothing in it is believed.

import Host
import Scanning
import Support
import Testing

@Suite struct PhotoAnswerTests {
  static let whole = """
    version: 2
    width: 30
    height: 40
    orientation: 6
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

  @Test func `a whole answer is read`() throws {
    let crop = try #require(PhotoAnswer(Array(Self.whole.utf8))?.crop)
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
  func `an answer that does not fit together is none`(part: String, other: String) throws {
    let text = Self.whole.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: other)
    try #require(text != Self.whole)
    #expect(PhotoAnswer(Array(text.utf8))?.crop == nil)
  }

  @Test func `no bytes crash the reader`() {
    let seed = testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<Environment.fuzzCount(orElse: 5000) {
      var bytes = Array(Self.whole.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
          UInt8.random(in: 0...255, using: &generator)
      }
      _ = PhotoAnswer(bytes)?.crop
    }
    print("PhotoAnswerTests seed \(seed)")
  }
}
