// Parses the output of albumscan-photo: `key: value` lines, an empty line, then the bytes of the
// pictures. The albumscan-photo process has read untrusted bytes, so the parser checks every
// number.

package import Albums
import Pictures

/// The lines and pictures of an output. Some of them may be missing.
package struct PhotoOutput {
  /// The lines before the first `cover:`, `box:` or `code:` line.
  private var whole = PhotoOutputPart()
  /// The lines after each `cover:` line.
  private var covers: [PhotoOutputPart] = []
  /// The lines after each `box:` line.
  private var boxParts: [PhotoOutputPart] = []
  /// The lines after each `code:` line.
  private var codeParts: [PhotoOutputPart] = []

  /// Nil when a line is invalid or the byte counts do not match.
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

  /// Parses one line and takes the bytes that the line announces; false when bytes are missing.
  private mutating func take(
    _ key: String, _ value: String, _ rest: inout ArraySlice<UInt8>
  ) -> Bool {
    if key == "cover" {
      covers.append(PhotoOutputPart())
      return Int(value) == covers.count
    }
    if key == "box" {
      boxParts.append(PhotoOutputPart())
      return Int(value) == boxParts.count
    }
    if key == "code" {
      codeParts.append(PhotoOutputPart())
      return Int(value) == codeParts.count
    }
    if let last = codeParts.indices.last { return codeParts[last].take(key, value, &rest) }
    if let last = boxParts.indices.last { return boxParts[last].take(key, value, &rest) }
    guard let last = covers.indices.last else { return whole.take(key, value, &rest) }
    return covers[last].take(key, value, &rest)
  }

  /// JPEG bytes by side length in pixels, for an output about one picture.
  package var pictures: [Int: [UInt8]] { whole.pictures }

  /// The pixels of an output of `pixels`, with the corners in the stored picture.
  package var pixelPicture: PixelPicture? {
    guard let pixels = whole.pixels, let quad = whole.quad else { return nil }
    return PixelPicture(pixels: pixels, quad: quad)
  }

  /// The fingerprint from `Covers`, for an output about one picture.
  package var fingerprint: [UInt8]? { whole.fingerprint }

  /// The tint of an output about artwork.
  package var tint: Tint? { whole.integer("tint").flatMap { Tint(number: $0) } }

  /// Whether albumscan-photo wrote the pictures of the input, for an output of `check`.
  package var isOwn: Bool? { whole.values["own"].map { $0 == "yes" } }

  /// The crop of an output about one cover. Nil when a value is missing or a number is invalid.
  package var crop: Crop? { crop(whole) }

  /// The crops of an output about several covers; nil when one of the crops is incomplete.
  package var crops: [Crop]? {
    guard whole.integer("width") != nil, whole.values["method"] == nil else { return nil }
    let crops = covers.compactMap { crop($0) }
    return crops.count == covers.count ? crops : nil
  }

  /// The shelf of an output of `shelf`; nil when a value is missing or a number is invalid.
  package var shelf: ShelfPhoto? {
    guard let width = whole.integer("width"), let height = whole.integer("height"),
      width > 0, height > 0, let detail = whole.number("detail"),
      let brightness = whole.number("brightness"), let sharpness = whole.number("sharpness"),
      let boxes, let jpeg = whole.pictures[3_000], let view = whole.pictures[1_280]
    else { return nil }
    return ShelfPhoto(
      width: width, height: height, jpeg: jpeg, view: view, boxes: boxes, detail: detail,
      brightness: brightness, sharpness: sharpness, isCutOff: whole.values["cutoff"] == "yes",
      isFromSide: whole.values["fromside"] == "yes")
  }

  /// The boxes of an output of `shelf` or `spines`; nil if one of them is incomplete.
  package var boxes: [ShelfBox]? {
    let boxes = boxParts.compactMap(\.box)
    return boxes.count == boxParts.count && boxes.count <= ShelfItem.mostInPhoto ? boxes : nil
  }

  /// The codes of an output of `codes`; nil if one of them is incomplete or has a wrong check digit.
  package var codes: [PhotoCode]? {
    guard whole.integer("width") != nil else { return nil }
    let codes = codeParts.compactMap(\.code)
    return codes.count == codeParts.count && codes.count <= PhotoCode.most ? codes : nil
  }

  private func crop(_ part: PhotoOutputPart) -> Crop? {
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
