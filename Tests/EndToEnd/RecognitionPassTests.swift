// The passes that search a photo for known covers before a paid call, with the real photo program.

import Host
import Photos
import Pictures
import Scanning
import Store
import Support
import Testing

@Suite struct RecognitionPassTests {
  static let photo = "\(Checkout.root)/sample/photo.jpg"
  let program = PhotoProgram(path: "\(Checkout.debugPrograms)/albumscan-photo")

  static let unit = Quad(x: 0, y: 0, width: 1, height: 1)

  static func match(
    _ similarity: Double, isSure: Bool = false, isLikely: Bool = false, at quad: Quad? = nil
  ) -> CoverMatch {
    CoverMatch(album: 7, similarity: similarity, isSure: isSure, isLikely: isLikely, quad: quad)
  }

  /// Runs the passes. `answers` has the matches of the first, second and later crops. Returns these
  /// crops and the final matches.
  func look(
    _ crop: Crop, _ answers: [[CoverMatch]]
  ) async throws -> (crops: [Crop], matches: [CoverMatch]) {
    var crops: [Crop] = []
    let matches = try await RecognitionPass(at: Self.photo, guide: nil, with: program).matches(
      for: crop
    ) {
      crops.append($0)
      return crops.count <= answers.count ? answers[crops.count - 1] : []
    }
    return (crops, matches)
  }

  @Test func `a sure match needs one search`() async throws {
    let crop = try program.crop(Self.photo, guide: nil)
    let (crops, matches) = try await look(
      crop, [[Self.match(0.9, isSure: true, isLikely: true, at: Self.unit)]])
    #expect(crops.count == 1 && matches.first?.isSure == true)
  }

  @Test func `without a known cover the whole square is searched`() async throws {
    let crop = try program.crop(Self.photo, guide: nil)
    let (crops, matches) = try await look(crop, [[], [Self.match(0.3)]])
    #expect(crops.map(\.method) == ["quad", "centre"])
    #expect(matches.map(\.similarity) == [0.3])
  }

  @Test func `a likely cover is searched at its position, and worse matches are dropped`()
    async throws
  {
    let crop = try program.crop(Self.photo, guide: nil)
    let half = Quad(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
    let likely = Self.match(0.6, isLikely: true, at: half)
    let sure = Self.match(0.9, isSure: true, isLikely: true, at: Self.unit)
    let (crops, matches) = try await look(crop, [[likely], [sure]])
    #expect(crops.count == 2 && matches.first?.isSure == true)
    // The new crop shows the lower right quarter of the first crop.
    let map = crop.quad.corners
    let middle = crops[1].quad.corners[0]
    let centre = crop.quad.centre
    #expect((middle - centre).length < 0.1 * (map[2] - map[0]).length)
    #expect((crops[1].quad.corners[2] - map[2]).length < 2)

    let (_, unchanged) = try await look(crop, [[likely], []])
    #expect(unchanged.map(\.similarity) == [0.6])
  }
}
