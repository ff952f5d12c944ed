// What goes out, and with which exit code: header lines and pictures, or one line saying why not.

import JPEG
import Pictures

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
      case .crop(let guide): return try Answer(AnswerText(cropOf: input, guide: guide))
      case .square(let guide): return try Answer(AnswerText(squareOf: input, guide: guide))
      case .cropAt(let quad): return try Answer(AnswerText(cropOf: input, at: quad))
      case .covers: return try Answer(AnswerText(coversOf: input))
      case .artwork: return try Answer(AnswerText(artworkOf: input))
      }
    } catch {
      return Answer(error)
    }
  }

  private init(_ text: AnswerText) {
    bytes = text.bytes
    exitCode = 0
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
}
