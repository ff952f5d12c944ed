// Lines of an output that belong together, with the bytes that these lines announce.

import Albums
import Pictures

/// Values by key, pictures and a fingerprint. Some of them may be missing.
struct PhotoOutputPart {
  private(set) var values: [String: String] = [:]

  /// JPEG bytes by side length in pixels.
  private(set) var pictures: [Int: [UInt8]] = [:]

  /// The pixels of the whole picture.
  private(set) var pixels: Pixels?

  /// A fingerprint of `Covers`.
  private(set) var fingerprint: [UInt8]?

  /// Parses one line and takes the bytes that it announces from `rest`; false when bytes are
  /// missing.
  mutating func take(_ key: String, _ value: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
    let numbers = value.split(separator: " ").compactMap { Int($0) }
    switch key {
    case "picture":
      guard numbers.count == 2, let bytes = Self.taken(numbers[1], from: &rest) else {
        return false
      }
      pictures[numbers[0]] = bytes
    case "pixels":
      guard numbers.count == 2, numbers.allSatisfy({ ReaderInput.sides.contains($0) }),
        let bytes = Self.taken(numbers[0] * numbers[1] * 3, from: &rest)
      else { return false }
      pixels = Pixels(width: numbers[0], height: numbers[1], rgb: bytes)
    case "fingerprint":
      guard numbers.count == 1, let bytes = Self.taken(numbers[0], from: &rest) else {
        return false
      }
      fingerprint = bytes
    default: values[key] = value
    }
    return true
  }

  private static func taken(_ count: Int, from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard count > 0, count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  var quad: Quad? {
    let numbers = (values["quad"] ?? "").split(whereSeparator: { $0 == "," || $0 == " " })
      .compactMap { Double($0) }.filter(\.isFinite)
    guard numbers.count == 8 else { return nil }
    let corners = stride(from: 0, to: 8, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    return Quad(corners[0], corners[1], corners[2], corners[3])
  }

  /// The code of a part that begins with `code:`; nil when a value is missing or invalid.
  var code: PhotoCode? {
    guard let kind = values["kind"].flatMap(ProductCode.Kind.init(rawValue:)),
      let digits = values["digits"], let quad
    else { return nil }
    return PhotoCode(kind: kind, digits: digits, quad: quad)
  }

  /// The box of a part that begins with `box:`; nil when a value is missing or invalid.
  var box: ShelfBox? {
    guard let source = values["source"].flatMap(ShelfBox.Source.init(rawValue:)), let quad,
      let rotation = integer("rotation"), [0, 90, 180, 270].contains(rotation),
      let confidence = number("confidence"), (0...1).contains(confidence)
    else { return nil }
    return ShelfBox(
      source: source, corners: quad.corners.flatMap { [$0.x, $0.y] }, rotation: rotation,
      confidence: confidence)
  }

  func integer(_ key: String) -> Int? { values[key].flatMap { Int($0) } }

  func number(_ key: String) -> Double? {
    values[key].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }
}
