// The picture that a model reads: the crops of up to ten boxes, each with its number at its left.

import Covers
import Pictures

struct Sheet {
  /// Maximum pixels of the longer side. Models reduce larger pictures.
  static let side = 1_500

  /// Pixels between two crops.
  private static let gap = 16

  /// The maximum factor by which a crop is enlarged. A larger crop would show no more detail.
  private static let mostEnlarging = 1.5

  /// The side of one pixel of a digit (`Digits`), in pixels of the sheet.
  private static let digitScale = 7

  let pixels: Pixels

  /// `quads` are in pixels of `picture`. The first corner of each quad is the top left of the
  /// upright lettering.
  init(_ quads: [(number: Int, quad: Quad)], of picture: Pixels) {
    let layout = Self.layout(of: quads)
    var sheet = Pixels(
      width: layout.width, height: layout.height,
      rgb: [UInt8](repeating: 255, count: layout.width * layout.height * 3))
    for (item, cell) in zip(quads, layout.cells) {
      sheet.drawNumber(
        item.number, x: cell.x - Self.labelWidth(item.number),
        y: cell.y + max(0, (cell.height - Digits.height * Self.digitScale) / 2),
        scale: Self.digitScale)
      let crop = Covers.straightened(
        picture, quad: item.quad, width: cell.width, height: cell.height)
      sheet.frame(x: cell.x - 2, y: cell.y - 2, width: cell.width + 4, height: cell.height + 4)
      sheet.paste(crop, x: cell.x, y: cell.y)
    }
    pixels = sheet
  }

  /// The position of a crop on the sheet.
  private struct Cell {
    let x, y, width, height: Int
  }

  private struct Layout {
    var cells: [Cell] = []
    var width = 0
    var height = 0

    var isWithinSide: Bool { max(width, height) <= Sheet.side }
  }

  private static func labelWidth(_ number: Int) -> Int {
    (Digits.width + 1) * digitScale * String(number).count + gap / 2
  }

  /// The layout with the largest scale that fits.
  private static func layout(of quads: [(number: Int, quad: Quad)]) -> Layout {
    var scale = mostEnlarging
    var layout = layout(of: quads, scale: scale)
    while !layout.isWithinSide, scale > 0.01 {
      scale *= 0.96
      layout = Self.layout(of: quads, scale: scale)
    }
    return layout
  }

  /// Places the crops from left to right, in lines. If one crop is wider than the sheet, only this crop
  /// is reduced.
  private static func layout(of quads: [(number: Int, quad: Quad)], scale: Double) -> Layout {
    var layout = Layout()
    var (x, y, lineHeight) = (gap, gap, 0)
    for (number, quad) in quads {
      let label = labelWidth(number)
      let most = side - 2 * gap - label
      let longest = Int((quad.sides.max() ?? 1) * scale)
      let size = quad.size(fitting: most, most, longest: longest)
      if x > gap, x + label + size.width + gap > side {
        (x, y, lineHeight) = (gap, y + lineHeight + gap, 0)
      }
      layout.cells.append(Cell(x: x + label, y: y, width: size.width, height: size.height))
      x += label + size.width + gap
      lineHeight = max(lineHeight, size.height, Digits.height * digitScale)
      layout.width = max(layout.width, x)
      layout.height = y + lineHeight + gap
    }
    return layout
  }
}

extension Quad {
  /// The width and height of the straightened quad: at most `width` × `height`, with at most
  /// `longest` pixels on the longer side. Without `longest`, the picture's own pixels are the limit.
  func size(fitting width: Int, _ height: Int, longest: Int? = nil) -> (width: Int, height: Int) {
    let across = max(1, (sides[0] + sides[2]) / 2)
    let down = max(1, (sides[1] + sides[3]) / 2)
    let wanted = longest.map { Double($0) / max(across, down) } ?? 1
    let scale = min(wanted, Double(width) / across, Double(height) / down)
    return (
      max(2, Int((across * scale).rounded(.down))), max(2, Int((down * scale).rounded(.down)))
    )
  }
}
