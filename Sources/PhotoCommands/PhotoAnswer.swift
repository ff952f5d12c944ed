// The output and the exit code: header lines and pictures, or one error line.

import JPEG
import Pictures

struct PhotoAnswer {
  let bytes: [UInt8]
  /// 0, or 3 for unusable input.
  let exitCode: Int32

  /// 32 MiB; a 48-megapixel phone picture has 15–25 MB. Source: docs/limits.md.
  static let mostBytesIn = 32 << 20

  /// `input`: nil for more than `mostBytesIn` bytes.
  static func of(_ work: Command.Work, _ input: [UInt8]?) -> PhotoAnswer {
    guard let input else { return PhotoAnswer(refusal: "tooLarge", detail: "bytes") }
    do throws(JPEGError) {
      switch work {
      case .crop(let guide): return try PhotoAnswer(OutputText(cropOf: input, guide: guide))
      case .square(let guide): return try PhotoAnswer(OutputText(squareOf: input, guide: guide))
      case .cropAt(let quad): return try PhotoAnswer(OutputText(cropOf: input, at: quad))
      case .covers: return try PhotoAnswer(OutputText(coversOf: input))
      case .shelf: return try PhotoAnswer(OutputText(shelfOf: input))
      case .spines: return try PhotoAnswer(OutputText(spinesOf: input))
      case .lettered(let lines, let known):
        return try PhotoAnswer(OutputText(letteredOf: input, lines, beside: known))
      case .codes: return try PhotoAnswer(OutputText(codesOf: input))
      case .sheet(let boxes): return try PhotoAnswer(OutputText(sheetOf: input, boxes))
      case .box(let box): return try PhotoAnswer(OutputText(boxOf: input, box))
      case .outlines(let boxes): return try PhotoAnswer(OutputText(outlinesOf: input, boxes))
      case .pixels(let side):
        return try PhotoAnswer(OutputText(pixelsOf: input, side: side))
      case .artwork: return try PhotoAnswer(OutputText(artworkOf: input))
      case .tint: return try PhotoAnswer(OutputText(tintOf: input))
      case .check(let parts): return PhotoAnswer(OutputText(checkOf: input, parts))
      }
    } catch {
      return PhotoAnswer(error)
    }
  }

  private init(_ text: OutputText) {
    bytes = text.bytes
    exitCode = 0
  }

  /// `error: <code> <detail>`; the codes are listed in docs/interface.md.
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
