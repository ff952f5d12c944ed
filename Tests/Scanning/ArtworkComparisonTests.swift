// Two tables: the results of comparing the artwork with the crop, and the advice that follows from
// the numbers of a crop.

import Albums
import Covers
import Pictures
import Testing

@testable import Photos
@testable import Scanning

@Suite struct ArtworkComparisonTests {
  static let editions: [(present: ArtworkMatch?, other: ArtworkMatch?, isBetter: Bool)] = [
    (.different, .same, true), (.different, .alike, true), (.different, .unclear, false),
    (.different, .different, false), (.different, nil, false), (.alike, .same, true),
    (.same, .alike, false), (.same, .same, false), (nil, .same, true), (nil, .unclear, false),
  ]

  @Test func `another edition is taken when its picture agrees better, and only then`() {
    for row in Self.editions {
      #expect(
        ArtworkComparison.isBetter(row.other, than: row.present) == row.isBetter, "\(row)")
    }
    for agreement in ArtworkMatch.allCases {
      #expect(ArtworkComparison.wantsAnotherEdition(agreement) == (agreement == .different))
    }
    #expect(!ArtworkComparison.wantsAnotherEdition(nil))
  }

  static let rivals: [(agreements: [ArtworkMatch?], index: Int, isDecided: Bool)] = [
    ([.same, .different], 0, true), ([.different, .same], 1, true), ([nil, .same, nil], 1, true),
    ([.alike, .same, .unclear], 1, true), ([.different, .alike], 1, true),
    ([.same, .same], 0, false), ([.alike, .different, .alike], 0, false),
    ([.different, .different], 0, false), ([.different, nil], 1, false), ([nil, nil], 0, false),
    ([.unclear, .different], 0, false), ([.different], 0, false), ([.same], 0, true),
    ([], 0, false),
  ]

  @Test func `among pictures of several albums a single match decides`() {
    for row in Self.rivals {
      let likeliest = ArtworkComparison.likeliest(row.agreements)
      #expect(likeliest == (row.index, row.isDecided), "\(row)")
    }
  }

  @Test func `a fingerprint of another version is not compared`() {
    #expect(ArtworkComparison.agreement([1, 2, 3], [1, 2, 3]) == nil)
  }

  /// The crop's brightness, sharpness, glare and method, whether the cover is cut off, and the
  /// resulting advice.
  static let crops: [(Double, Double, Double, String, Bool, [PhotoAdvice])] = [
    (0.5, 0.3, 0, "quad", false, []),
    (Quality.leastBrightness, Quality.leastSharpness, Quality.mostGlare, "quad", false, []),
    (0.1, 0.3, 0, "quad", false, [.tooDark]),
    (0.1, 0.01, 0, "quad", false, [.tooDark]),
    (0.5, 0.05, 0, "quad", false, [.blurred]),
    (0.5, 0.3, 0.2, "guide", false, [.glare, .noCover]),
    (0.5, 0.3, 0, "centre", true, [.noCover, .cutOff]),
  ]

  @Test func `a crop's numbers become advice at their thresholds`() {
    for (brightness, sharpness, glare, method, isCutOff, advice) in Self.crops {
      let crop = Crop(
        width: 10, height: 10, orientation: 1, method: method,
        quad: Quad(x: 0, y: 0, width: 10, height: 10), confidence: 1, brightness: brightness,
        sharpness: sharpness, glare: glare, fingerprint: [], isCutOff: isCutOff, jpeg: [])
      #expect(crop.advice == advice, "\(brightness) \(sharpness) \(glare) \(method)")
      #expect([PhotoAdvice](stored: advice.stored) == advice)
    }
  }
}
