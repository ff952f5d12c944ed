// Runs albumscan-photo for photos of shelves: finds the items of a shelf, and makes pictures from
// their boxes.

package import Albums
import Covers
package import Pictures

/// The result of `albumscan-photo shelf` for a photo.
package struct ShelfPhoto: Equatable, Sendable {
  /// The size of the shelf picture in pixels.
  package let width: Int
  package let height: Int

  /// The shelf picture: upright, at most 3,000 px on the longer side, JPEG without metadata.
  package let jpeg: [UInt8]

  /// The shelf picture with at most 1,280 px on the longer side.
  package let view: [UInt8]

  /// In pixels of the shelf picture: rows from top to bottom; in a row, boxes from left to right.
  package let boxes: [ShelfBox]

  /// See `Covers.detail` and `Quality`; both measure the whole picture.
  package let detail: Double
  package let brightness: Double
  package let sharpness: Double

  package let isCutOff: Bool

  /// Whether the shelf was photographed from the side, at an angle of about 30° or more.
  package let isFromSide: Bool

  /// The advice, in the order in which pages show it; empty for a good photo.
  package var advice: [PhotoAdvice] {
    PhotoAdvice.allCases.filter { one in
      switch one {
      case .tooDark: brightness < Quality.leastBrightness
      case .blurred: sharpness < Quality.leastSharpness && brightness >= Quality.leastBrightness
      case .fromSide: isFromSide
      case .cutOff: isCutOff
      case .glare, .noCover: false
      }
    }
  }

  /// The reason why the photo cannot be used: it shows one even colour. Nil for every other photo.
  package var refusal: Failure? { detail < Quality.leastDetail ? .noDetail : nil }
}

extension PhotoProgram {
  /// Makes the shelf picture of the photo at `file`, and finds the items in it.
  package func shelf(_ file: String) throws(PhotoProgramError) -> ShelfPhoto {
    guard let shelf = try run(["shelf"], on: file).shelf else {
      throw .broken("shelf: incomplete output")
    }
    return shelf
  }

  /// The items of the shelf in the photo at `file`, in pixels of the stored (not rotated) picture.
  package func spines(_ file: String) throws(PhotoProgramError) -> [ShelfBox] {
    guard let boxes = try run(["spines"], on: file).boxes else {
      throw .broken("spines: incomplete output")
    }
    return boxes
  }

  /// Further spines of the shelf in the photo at `file`, which contain clear lines outside of the known boxes; no more
  /// than a shelf has items. Lines and boxes are in pixels of the stored picture.
  package func letteredBoxes(
    _ file: String, lines: [ReadLine], beside known: [ShelfBox]
  ) throws(PhotoProgramError) -> [ShelfBox] {
    let quads = known.map(\.quad)
    let clear = lines.filter(\.isClear).map(\.quad).filter(\.clockwise.isConvex)
    guard clear.contains(where: { line in !quads.contains { $0.contains(line.centre) } }) else {
      return []
    }
    let arguments = clear.map(\.argument) + ["--"] + quads.map(\.argument)
    guard let boxes = try run(["lettered"] + arguments, on: file).boxes else {
      throw .broken("lettered: incomplete output")
    }
    return Array(boxes.prefix(max(0, ShelfItem.mostInPhoto - known.count)))
  }

  /// One JPEG with the crops of at most ten boxes of the shelf picture at `file`, at most 1,500 px
  /// on the longer side. Each crop is turned upright and has its number at its left.
  package func sheet(
    _ file: String, of boxes: [(number: Int, box: ShelfBox)]
  ) throws(PhotoProgramError) -> [UInt8] {
    try picture("sheet", file, of: boxes, side: 1_500)
  }

  /// The crop of one box of the shelf picture at `file`: a JPEG, turned upright, at most 600 px on
  /// the longer side.
  package func boxCrop(_ file: String, _ box: ShelfBox) throws(PhotoProgramError) -> [UInt8] {
    try picture("box", file, of: [(1, box)], side: 600)
  }

  /// The shelf picture at `file` as a JPEG with the outlines and numbers of its boxes.
  package func outlines(
    _ file: String, of boxes: [(number: Int, box: ShelfBox)]
  ) throws(PhotoProgramError) -> [UInt8] {
    try picture("outlines", file, of: boxes, side: 3_000)
  }

  private func picture(
    _ command: String, _ file: String, of boxes: [(number: Int, box: ShelfBox)], side: Int
  ) throws(PhotoProgramError) -> [UInt8] {
    let arguments = boxes.map { "\($0.number):\($0.box.argument)" }
    guard let picture = try run([command] + arguments, on: file).pictures[side] else {
      throw .broken("\(command): incomplete output")
    }
    return picture
  }
}

extension ShelfBox {
  /// The rotation and the corners in tenths of a pixel, as `albumscan-photo sheet` reads them.
  fileprivate var argument: String {
    "\(rotation):\(quad.argument)"
  }
}

extension ReadLine {
  /// A spine is searched for around lines of at least this confidence and so many letters. Source: docs/limits.md
  /// "Shelves".
  private static let (leastConfidence, fewestLetters) = (0.6, 3)

  fileprivate var isClear: Bool {
    confidence >= Self.leastConfidence && text.count { $0.isLetter } >= Self.fewestLetters
  }
}

extension Quad {
  /// The corners in tenths of a pixel.
  fileprivate var argument: String {
    corners.flatMap { [$0.x, $0.y] }.map { "\(($0 * 10).rounded() / 10)" }.joined(separator: ",")
  }
}
