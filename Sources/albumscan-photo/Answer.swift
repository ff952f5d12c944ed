// What goes out: header lines, an empty line, then the pictures they announce. One format for both
// commands; a script reads it with `head`.

import Covers
import JPEG
import Pictures

/// Version 2: `key: value` lines, an empty line, the bytes announced by `fingerprint: <count>` and
/// `picture: <side> <count>` in the order of their lines.
struct Answer {
  let bytes: [UInt8]
  /// 0, or 3 for input that cannot be used.
  let exitCode: Int32

  /// 32 MiB; a 48-megapixel phone picture has 15–25 MB. Source: FAULTS §6.
  static let mostBytesIn = 32 << 20

  /// `input` is nil when there was more than `mostBytesIn` of it.
  static func to(_ work: Command.Work, _ input: [UInt8]?) -> Answer {
    guard let input else { return Answer(refusal: "tooLarge", detail: "bytes") }
    do throws(JPEGError) {
      switch work {
      case .crop(let guide): return try crop(input, guide: guide)
      case .artwork: return try artwork(input)
      }
    } catch {
      return Answer(error)
    }
  }

  /// `error: <code> <detail>`; codes are INTERFACE's.
  private init(_ error: JPEGError) {
    switch error {
    case .empty: self.init(refusal: "empty", detail: "0")
    case .notJPEG(let kind): self.init(refusal: "notJPEG", detail: kind.rawValue)
    case .tooLarge(let width, let height):
      self.init(refusal: "tooLarge", detail: "\(width)x\(height)")
    case .unreadable(let reason): self.init(refusal: "unreadable", detail: reason.rawValue)
    case .notEncoded: self.init(refusal: "unreadable", detail: "notEncoded")
    }
  }

  private init(refusal code: String, detail: String) {
    bytes = Array("error: \(code) \(detail)\n".utf8)
    exitCode = 3
  }

  private init(
    lines: [String], fingerprint: Fingerprint, pictures: [(side: Int, jpeg: [UInt8])]
  ) {
    let kept = fingerprint.bytes
    let announced =
      ["fingerprint: \(kept.count)"] + pictures.map { "picture: \($0.side) \($0.jpeg.count)" }
    let header = (["version: 2"] + lines + announced).map { $0 + "\n" }.joined() + "\n"
    bytes = pictures.reduce(into: Array(header.utf8) + kept) { $0 += $1.jpeg }
    exitCode = 0
  }
}

extension Answer {
  /// Pixels the photo's shorter side keeps: the cover is most of it, and its crop has 1024.
  private static let photoSide = 1_500

  private static func crop(_ input: [UInt8], guide: Guide?) throws(JPEGError) -> Answer {
    let photo = try JPEG.decode(input, coveringSide: photoSide)
    let found = Covers.findCover(in: photo.pixels, guide: guide)
    let cover = Covers.straightened(photo.pixels, quad: found.quad, side: 1_024)
    let quality = Covers.quality(of: cover)
    let lines = [
      "width: \(photo.uprightWidth)", "height: \(photo.uprightHeight)",
      "orientation: \(photo.orientation.rawValue)", "method: \(found.method.rawValue)",
      "confidence: \(decimal(found.confidence, 3))",
      "quad: \(found.quad.corners.map { corner(photo.stored($0)) }.joined(separator: " "))",
      "brightness: \(decimal(quality.brightness, 3))",
      "sharpness: \(decimal(quality.sharpness, 3))", "glare: \(decimal(quality.glare, 3))",
      "cutoff: \(photo.isCutOff ? "yes" : "no")",
    ]
    let pictures = try [1_024, 500, 200].map { side throws(JPEGError) in
      let picture = Covers.scaled(cover, toLongerSide: side)
      return (side, try JPEG.encode(picture, quality: 85, maximumBytes: 400_000))
    }
    return Answer(lines: lines, fingerprint: Fingerprint(of: cover), pictures: pictures)
  }

  private static func artwork(_ input: [UInt8]) throws(JPEGError) -> Answer {
    let photo = try JPEG.decode(input, coveringSide: 1_000)
    let pictures = try [1_000, 500, 200].map { side throws(JPEGError) in
      let picture = Covers.scaled(photo.pixels, toLongerSide: side)
      return (side, try JPEG.encode(picture, quality: 85, maximumBytes: 400_000))
    }
    let lines = ["width: \(photo.uprightWidth)", "height: \(photo.uprightHeight)"]
    return Answer(
      lines: lines, fingerprint: Fingerprint(of: photo.pixels), pictures: pictures)
  }

  private static func corner(_ point: Point) -> String {
    "\(decimal(point.x, 1)),\(decimal(point.y, 1))"
  }

  /// Rounded, without the help of printf.
  static func decimal(_ value: Double, _ places: Int) -> String {
    let factor = (0..<places).reduce(1) { product, _ in product * 10 }
    let whole = Int(exactly: (value * Double(factor)).rounded()) ?? 0
    let digits = String(whole.magnitude % UInt(factor) + UInt(factor)).dropFirst()
    return "\(whole < 0 ? "-" : "")\(whole.magnitude / UInt(factor)).\(digits)"
  }
}
