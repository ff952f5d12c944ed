// Turns the measurements of a crop into advice about the photo for the scan's page.

package import Albums
import Covers
import Pictures

extension Crop {
  /// The advice, in the order in which pages show it; empty for a good photo. `Quality` defines
  /// the thresholds.
  package var advice: [PhotoAdvice] {
    PhotoAdvice.allCases.filter { one in
      switch one {
      case .tooDark: brightness < Quality.leastBrightness
      // A nearly black crop has no sharp edges. The advice "too dark" alone is enough for it.
      case .blurred: sharpness < Quality.leastSharpness && brightness >= Quality.leastBrightness
      case .glare: glare > Quality.mostGlare
      case .noCover: !isQuad
      case .cutOff: isCutOff
      // Only the photo of a shelf has this advice.
      case .fromSide: false
      }
    }
  }

  /// The reason why the photo is not sent to a model: it shows nothing, or its cover is too small.
  /// Nil for every photo that may show a cover.
  package var refusal: Failure? {
    guard detail >= Quality.leastDetail else {
      return .noDetail
    }
    guard let side = quad.sides.max(), side >= Quality.leastSidePixels else {
      return .coverTooSmall
    }
    return nil
  }

  /// Whether the crop program found the edges of a cover.
  package var isQuad: Bool { method == "quad" }
}
