// The answer of albumscan-photo: `key: value` lines, an empty line, then the pictures' bytes.
// It comes from a process that read a stranger's bytes, so every number is checked.

import Pictures

/// An answer as it was written, not yet judged complete.
package struct PhotoAnswer {
  /// What stands before the first `cover:` line: everything, when there is none.
  private var whole = PhotoAnswerPart()
  /// What each `cover:` line begins.
  private var covers: [PhotoAnswerPart] = []

  /// Nil when the lines or the byte counts do not fit together.
  package init?(_ bytes: [UInt8]) {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [10, 10]) }) else {
      return nil
    }
    var rest = bytes[(end + 2)...]
    for line in String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      guard take(String(parts[0]), String(parts[1].drop(while: \.isWhitespace)), &rest) else {
        return nil
      }
    }
    guard rest.isEmpty, whole.values["version"] == "2" else { return nil }
  }

  /// One line, and the bytes it announces; false when they are not there.
  private mutating func take(
    _ key: String, _ value: String, _ rest: inout ArraySlice<UInt8>
  ) -> Bool {
    if key == "cover" {
      covers.append(PhotoAnswerPart())
      return Int(value) == covers.count
    }
    guard let last = covers.indices.last else { return whole.take(key, value, &rest) }
    return covers[last].take(key, value, &rest)
  }

  /// JPEG bytes by side in pixels, of an answer on one picture.
  package var pictures: [Int: [UInt8]] { whole.pictures }

  /// As the fingerprint room wrote it, of an answer on one picture.
  package var fingerprint: [UInt8]? { whole.fingerprint }

  /// Nil when anything a crop needs is missing or is no number.
  package var crop: Crop? { crop(whole) }

  /// One for every cover of an answer on several; nil when one of them is incomplete.
  package var crops: [Crop]? {
    guard whole.integer("width") != nil, whole.values["method"] == nil else { return nil }
    let crops = covers.compactMap { crop($0) }
    return crops.count == covers.count ? crops : nil
  }

  private func crop(_ part: PhotoAnswerPart) -> Crop? {
    guard let width = whole.integer("width"), let height = whole.integer("height"),
      let orientation = whole.integer("orientation"), let method = part.values["method"],
      let quad = part.quad, let confidence = part.number("confidence"),
      let brightness = part.number("brightness"), let sharpness = part.number("sharpness"),
      let glare = part.number("glare"), let detail = whole.number("detail"),
      let fingerprint = part.fingerprint,
      let jpeg = part.pictures[1024]
    else { return nil }
    return Crop(
      width: width, height: height, orientation: orientation, method: method, quad: quad,
      confidence: confidence, brightness: brightness, sharpness: sharpness, glare: glare,
      fingerprint: fingerprint, isCutOff: whole.values["cutoff"] == "yes", jpeg: jpeg,
      detail: detail)
  }
}
