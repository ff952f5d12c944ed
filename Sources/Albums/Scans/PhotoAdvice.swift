// Advice about a photo that could be better. Advice never refuses the photo.

/// Advice about the photo of a scan, in the order of the page.
package enum PhotoAdvice: String, CaseIterable, Hashable, Sendable {
  case tooDark, blurred, glare
  /// Neither edges nor corners of a cover were found; the program used the guide or the middle
  /// instead.
  case noCover
  /// The file ends before the picture is complete.
  case cutOff
  /// A shelf that was photographed at an angle of about 30° or more.
  case fromSide

  /// The sentence for pages: the observation, and the advice for the next photo.
  package var sentence: Sentence {
    switch self {
    case .tooDark: Sentence("hint.too-dark")
    case .blurred: Sentence("hint.blurred")
    case .glare: Sentence("hint.glare")
    case .noCover: Sentence("hint.no-cover")
    case .cutOff: Sentence("hint.cut-off")
    case .fromSide: Sentence("hint.from-side")
    }
  }
}

extension [PhotoAdvice] {
  /// The stored form: raw values separated by spaces.
  package var stored: String { map(\.rawValue).joined(separator: " ") }

  /// Reads the stored form. Unknown words, written by a later version, are ignored.
  package init(stored: String) {
    self = stored.split(separator: " ").compactMap { PhotoAdvice(rawValue: String($0)) }
  }
}
