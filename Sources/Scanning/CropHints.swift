// What a crop's numbers say about its photo, in hints for the scan's page.

package import Albums
import Covers

extension Crop {
  /// In the order pages say them; none for a good photo. The thresholds are `Quality`'s.
  package var hints: [PhotoHint] {
    PhotoHint.allCases.filter { hint in
      switch hint {
      case .tooDark: brightness < Quality.leastBrightness
      // What is nearly black has no edges to be sharp; one hint says all there is to say.
      case .blurred: sharpness < Quality.leastSharpness && brightness >= Quality.leastBrightness
      case .glare: glare > Quality.mostGlare
      case .noCover: !isQuad
      case .cutOff: isCutOff
      }
    }
  }

  /// Whether the edges of a cover were seen.
  package var isQuad: Bool { method == "quad" }
}
