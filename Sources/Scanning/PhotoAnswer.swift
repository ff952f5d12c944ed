// The answer of albumscan-photo: `key: value` lines, an empty line, then the pictures' bytes.
// It comes from a process that read a stranger's bytes, so every number is checked.

import Pictures

/// An answer as it was written, not yet judged complete.
package struct PhotoAnswer {
  private var values: [String: String] = [:]

  /// JPEG bytes by side in pixels.
  package private(set) var pictures: [Int: [UInt8]] = [:]

  /// Nil when the lines or the byte counts do not fit together.
  package init?(_ bytes: [UInt8]) {
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [10, 10]) }) else {
      return nil
    }
    var rest = bytes[(end + 2)...]
    for line in String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let value = parts[1].drop(while: \.isWhitespace)
      if parts[0] != "picture" {
        values[String(parts[0])] = String(value)
        continue
      }
      let numbers = value.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 2, numbers[1] > 0, numbers[1] <= rest.count else { return nil }
      pictures[numbers[0]] = Array(rest.prefix(numbers[1]))
      rest = rest.dropFirst(numbers[1])
    }
    guard rest.isEmpty, values["version"] == "1" else { return nil }
  }

  package var fingerprint: [UInt8]? {
    guard let digits = values["fingerprint"]?.utf8, digits.count.isMultiple(of: 2), !digits.isEmpty
    else { return nil }
    let nibbles = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard nibbles.count == digits.count else { return nil }
    return stride(from: 0, to: nibbles.count, by: 2).map {
      UInt8(nibbles[$0] << 4 | nibbles[$0 + 1])
    }
  }

  /// Nil when anything a crop needs is missing or is no number.
  package var crop: Crop? {
    guard let width = integer("width"), let height = integer("height"),
      let orientation = integer("orientation"), let method = values["method"],
      let quad, let confidence = number("confidence"), let brightness = number("brightness"),
      let sharpness = number("sharpness"), let glare = number("glare"), let fingerprint,
      let jpeg = pictures[1024]
    else { return nil }
    return Crop(
      width: width, height: height, orientation: orientation, method: method, quad: quad,
      confidence: confidence, brightness: brightness, sharpness: sharpness, glare: glare,
      fingerprint: fingerprint, isCutOff: values["cutoff"] == "yes", jpeg: jpeg)
  }

  private var quad: Quad? {
    let numbers = (values["quad"] ?? "").split(whereSeparator: { $0 == "," || $0 == " " })
      .compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == 8 else { return nil }
    let corners = stride(from: 0, to: 8, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    return Quad(corners[0], corners[1], corners[2], corners[3])
  }

  private func integer(_ key: String) -> Int? { values[key].flatMap { Int($0) } }

  private func number(_ key: String) -> Double? {
    values[key].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }
}
