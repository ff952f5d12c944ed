// The answer of albumscan-photo: `key: value` lines, an empty line, then the pictures' bytes.
// It comes from a process that read a stranger's bytes, so every number is checked.

import Pictures

/// An answer as it was written, not yet judged complete.
package struct PhotoAnswer {
  private var values: [String: String] = [:]

  /// JPEG bytes by side in pixels.
  package private(set) var pictures: [Int: [UInt8]] = [:]

  /// As the fingerprint room wrote it.
  package private(set) var fingerprint: [UInt8]?

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
      let numbers = value.split(separator: " ").compactMap { Int($0) }
      switch parts[0] {
      case "picture":
        guard numbers.count == 2, let bytes = Self.taken(numbers[1], from: &rest) else {
          return nil
        }
        pictures[numbers[0]] = bytes
      case "fingerprint":
        guard numbers.count == 1, let bytes = Self.taken(numbers[0], from: &rest) else {
          return nil
        }
        fingerprint = bytes
      default: values[String(parts[0])] = String(value)
      }
    }
    guard rest.isEmpty, values["version"] == "2" else { return nil }
  }

  private static func taken(_ count: Int, from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard count > 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
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
