// Characters with which a text changes the direction of the line around it.

extension String {
  /// The text without the characters that embed, override or isolate a direction (UAX #9 §2.1–2.4). With one
  /// of them, a name of a foreign service could turn the rest of its line around. The marks U+200E and
  /// U+200F, which right-to-left names need, stay.
  package var withoutDirectionControls: String {
    guard unicodeScalars.contains(where: \.isDirectionControl) else { return self }
    var kept = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isDirectionControl { kept.append(scalar) }
    return String(kept)
  }
}

extension Unicode.Scalar {
  fileprivate var isDirectionControl: Bool {
    (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}
