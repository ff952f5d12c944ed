// Puts rows of real lettering on a drawn sleeve.

extension Canvas {
  /// Draws a row of lettering. (`x`, `y`) is its top left corner, `height` the height of its ink; the unit is the
  /// canvas' width.
  mutating func print(
    _ mask: LetteringMask, _ x: Float, _ y: Float, height: Float, _ colour: Colour
  ) {
    var (mask, scale) = (mask, Float(mask.height) / height)
    let (wide, high) = (Float(mask.width) / scale, height)
    // Each pixel of the canvas is at most 1.5 pixels of the mask.
    while scale / Float(width) > 1.5, min(mask.width, mask.height) > 2 {
      mask = mask.halved
      scale /= 2
    }
    let margin = 1 / Float(width)
    mix(Box(left: x, top: y, right: x + wide, bottom: y + high).grown(by: margin)) { u, v in
      colour.opaque(limited(mask.opacity((u - x) * scale - 0.5, (v - y) * scale - 0.5)))
    }
  }

  /// The mean colour of a part of the canvas.
  func mean(_ box: Box) -> Colour {
    var (sum, count) = (Colour.zero, Float(0))
    for row in box.rows(of: self) {
      for column in box.columns(of: self) {
        sum += colours[row * width + column]
        count += 1
      }
    }
    return count == 0 ? .grey(128) : (sum / count).opaque(1)
  }
}

/// Rows of lettering below each other: one name, or several lines of print.
struct LetteringBlock {
  private let masks: [LetteringMask]

  /// The height of the highest row's ink, and of the whole block, in units of the canvas' width.
  private(set) var letterHeight: Float
  var height: Float { letterHeight * (1.3 * Float(masks.count) - 0.3) }

  /// The width of the widest row.
  private(set) var width: Float

  /// `height`: the wanted height of the highest row's ink. It becomes smaller if a row would be wider than `room`.
  init(_ masks: [LetteringMask], height: Float, room: Float) {
    self.masks = masks
    let highest = Float(masks.map(\.height).max() ?? 1)
    let widest = Float(masks.map(\.width).max() ?? 1)
    letterHeight = min(height, room * highest / widest)
    width = letterHeight * widest / highest
  }

  /// `alignment`: 0 at the left, 0.5 in the middle, 1 at the right of the block's width.
  func draw(
    on canvas: inout Canvas, _ x: Float, _ y: Float, alignment: Float, _ colour: Colour
  ) {
    let scale = letterHeight / Float(masks.map(\.height).max() ?? 1)
    for (index, mask) in masks.enumerated() {
      let (wide, high) = (Float(mask.width) * scale, Float(mask.height) * scale)
      let bottom = y + letterHeight * (1 + 1.3 * Float(index))
      canvas.print(mask, x + (width - wide) * alignment, bottom - high, height: high, colour)
    }
  }
}
