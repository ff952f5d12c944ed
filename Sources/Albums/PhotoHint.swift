// Hints about a photo that could be better. A hint never refuses the photo.

/// A hint about the photo of a scan, in the order of the page.
package enum PhotoHint: String, CaseIterable, Hashable, Sendable {
  case tooDark, blurred, glare
  /// Neither edges nor corners of a cover were found; the guide or the middle was taken instead.
  case noCover
  /// The file ends before the picture does.
  case cutOff

  /// The observation, and the advice for the next photo.
  package var sentence: String {
    switch self {
    case .tooDark: "The photo is very dark. More light helps."
    case .blurred: "The photo is blurred. Hold the phone still, and wipe its lens."
    case .glare: "There is glare on the cover. Tilt it a little away from the light."
    case .noCover:
      "The cover’s edges could not be seen, so the middle of the photo was used. Show the whole cover."
    case .cutOff: "The photo arrived cut off: its last part is missing. Send it once more."
    }
  }
}

extension [PhotoHint] {
  /// The stored form: raw values separated by spaces.
  package var stored: String { map(\.rawValue).joined(separator: " ") }

  /// Reads the stored form. Unknown words, written by a later version, are ignored.
  package init(stored: String) {
    self = stored.split(separator: " ").compactMap { PhotoHint(rawValue: String($0)) }
  }
}
