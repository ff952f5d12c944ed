// A photograph of a drawn cover as the recognition receives it: decoded from a JPEG, and cropped by
// the real detector.

import Covers
import JPEG
import Pictures
import Support

/// A cover with a number. The number decides how the cover is drawn, so that every condition has
/// covers that suit it.
struct EvaluatedCover {
  let number: Int

  /// White on white and low contrast need special sleeves. Of twelve sleeves, each of these two
  /// conditions has one.
  private var condition: Condition? {
    switch number % 12 {
    case 0: .whiteOnWhite
    case 1: .lowContrast
    default: nil
    }
  }

  private static let others = Condition.allCases.filter {
    $0 != .whiteOnWhite && $0 != .lowContrast
  }

  func sleeve(side: Int) -> DrawnSleeve {
    guard let condition else { return DrawnSleeve(seed: UInt64(number), side: side) }
    return DrawnSleeve(seed: UInt64(number), side: side, for: condition)
  }

  /// The condition of a photograph. Covers without a special sleeve are photographed about equally
  /// often in each of the other conditions.
  func condition(ofShot shot: Int) -> Condition {
    condition ?? Self.others[(number * 7 + shot * 3) % Self.others.count]
  }
}

struct RecognitionShot {
  let condition: Condition
  let crop: Pixels
  /// The photograph, and the quad of the crop in the photograph.
  private let photo: Pixels
  private let quad: Quad

  /// The cover may be worn, have a sticker or be overexposed; it is turned by 0 to 3 quarters. The
  /// JPEG has a quality of 40…90.
  init(
    of sleeve: DrawnSleeve, _ condition: Condition, seed: UInt64, width: Int, height: Int
  ) throws {
    self.condition = condition
    var generator = SeededGenerator(seed: seed ^ 0x5EED)
    func happens(_ share: Double) -> Bool { generator.number(in: 0...1) < share }
    var worn = sleeve
    if happens(0.3) { worn = worn.withRingWear(seed: seed) }
    if condition != .sticker, happens(0.1) { worn = worn.withSticker(seed: seed) }
    if condition != .glare, happens(0.1) { worn = worn.withGlare(seed: seed) }
    worn = worn.turned(quarters: Int.random(in: 0...3, using: &generator))
    let photo = DrawnPhotograph(of: worn, seed: seed, condition, width: width, height: height)
    let jpeg = try JPEG.encode(
      photo.pixels, quality: Int.random(in: 40...90, using: &generator), maximumBytes: 8 << 20)
    let decoded = try JPEG.decode(jpeg, coveringSide: max(width, height)).pixels
    self.photo = decoded
    quad = Covers.findCover(in: decoded, guide: nil).quad
    crop = Covers.straightened(decoded, quad: quad, side: 512)
  }

  /// The square in the middle of the photograph, and its quad.
  var square: (crop: Pixels, quad: Quad) {
    let quad = Covers.square(in: photo, guide: nil).quad
    return (Covers.straightened(photo, quad: quad, side: 512), quad)
  }

  /// A second crop at the position where the likely cover `match` lies; nil if this crop would
  /// hardly differ from the first crop. `seen` is the quad of the crop with the match; nil means
  /// the detector's quad.
  func secondCrop(for match: Match, in seen: Quad?) -> Pixels? {
    guard let place = match.quadForSecondCrop(in: seen ?? quad) else { return nil }
    let cover = Covers.cover(at: place, in: photo)
    return Covers.straightened(photo, quad: cover.quad, side: 512)
  }
}
