// Prints the names and the small print on a drawn front.

struct FrontPrint {
  private(set) var artwork: Artwork
  private(set) var letterHeight: Float = 0
  private let look: FrontLook
  private let design: FrontDesign
  private var random: SeededGenerator

  private static let margin: Float = 0.06

  /// Letters keep this distance to each other and to the edge of their band.
  private static let space: Float = 0.025

  init(_ artwork: Artwork, _ look: FrontLook, _ design: FrontDesign) {
    (self.artwork, self.look, self.design) = (artwork, look, design)
    random = SeededGenerator(seed: design.layout &* 2 &+ 0xB0A7)
  }

  /// Draws all lettering; one process of the renderer for all rows.
  mutating func printNames() throws {
    let rows = design.names.enumerated().map { look.rows(of: $0.element, $0.offset) }
    var texts = rows.enumerated().flatMap { name in
      name.element.map { (text: $0, font: look.fonts[name.offset]) }
    }
    texts += design.notes.map { ($0, .other) }
    var masks = try LetteringPrinter.masks(texts)[...]
    var blocks: [LetteringBlock] = []
    for (index, count) in rows.map(\.count).enumerated() {
      blocks.append(
        LetteringBlock(
          Array(masks.prefix(count)), height: look.heights[index], room: 1 - 2 * Self.margin))
      masks = masks.dropFirst(count)
    }
    letterHeight = blocks.map(\.letterHeight).max() ?? 0
    if look.isSwapped { blocks.reverse() }
    place(blocks)
    printNotes(Array(masks))
  }

  /// Puts the names below each other, or one at the top and the other at the bottom.
  private mutating func place(_ blocks: [LetteringBlock]) {
    let heights = blocks.map(\.height)
    let all = heights.reduce(0, +) + Self.space * Float(max(0, blocks.count - 1))
    switch look.place {
    case .apart where blocks.count == 2 && all < 0.85:
      print([blocks[0]], from: Self.margin)
      print([blocks[1]], from: 1 - Self.margin - heights[1])
    case .middle: print(blocks, from: max(Self.margin, 0.5 - all / 2))
    case .bottom: print(blocks, from: max(Self.margin, 1 - Self.margin - all))
    case .top, .apart: print(blocks, from: Self.margin)
    }
  }

  private mutating func print(_ blocks: [LetteringBlock], from top: Float) {
    guard let widest = blocks.map(\.width).max() else { return }
    let height =
      blocks.map(\.height).reduce(0, +) + Self.space * Float(blocks.count - 1)
    let left = Self.margin + (1 - 2 * Self.margin - widest) * look.alignment
    let box = Box(left: left, top: top, right: left + widest, bottom: top + height)
    drawGround(box)
    let colour = ink(on: artwork.canvas.mean(box))
    var y = top
    for block in blocks {
      let x = left + (widest - block.width) * look.alignment
      if look.ground == .picture, look.hasShadow {
        let shadow: Colour = colour.luminance > 128 ? .grey(10) : .grey(245)
        let offset = block.letterHeight * 0.05
        block.draw(
          on: &artwork.canvas, x + offset, y + offset, alignment: look.alignment, shadow)
      }
      block.draw(on: &artwork.canvas, x, y, alignment: look.alignment, colour)
      y += block.height + Self.space
    }
  }

  /// A band across the sleeve or a box behind the letters.
  private mutating func drawGround(_ box: Box) {
    let colours: [Colour] = [
      .grey(244), .grey(14), .rgb(233, 222, 196), artwork.palette[1], artwork.palette[3],
    ]
    let colour = colours[random.count(0...4)]
    let (middle, half) = ((box.top + box.bottom) / 2, (box.bottom - box.top) / 2 + Self.space)
    switch look.ground {
    case .picture, .plain: break
    case .band: artwork.canvas.paint(.rectangle(0.5, middle, 0.5, half), colour)
    case .box:
      let wide = (box.right - box.left) / 2 + Self.space
      artwork.canvas.paint(.rectangle((box.left + box.right) / 2, middle, wide, half), colour)
    }
  }

  /// A colour of the palette, black, white, cream or red that differs enough from the ground.
  private mutating func ink(on ground: Colour) -> Colour {
    let choices =
      artwork.palette.colours + [.grey(12), .grey(246), .rgb(236, 220, 180), .rgb(196, 30, 36)]
    let first = random.count(0...choices.count - 1)
    let turned = choices[first...] + choices[..<first]
    let strong: Colour = ground.luminance < 128 ? .grey(246) : .grey(12)
    return turned.first { abs($0.luminance - ground.luminance) > look.contrast } ?? strong
  }

  /// Small print in the corners, where no name stands.
  private mutating func printNotes(_ masks: [LetteringMask]) {
    for (index, mask) in masks.enumerated() {
      let height = random.float(in: 0.013...0.022)
      let block = LetteringBlock([mask], height: height, room: 0.4)
      let x = index % 2 == 0 ? 0.02 : 0.98 - block.width
      let y = index < 2 ? 0.015 : 0.985 - block.height
      let box = Box(left: x, top: y, right: x + block.width, bottom: y + block.height)
      let colour = ink(on: artwork.canvas.mean(box))
      block.draw(on: &artwork.canvas, x, y, alignment: 0, colour)
    }
  }
}

extension DrawnSleeve {
  /// The sleeve with a sticker that shows a price.
  package func withPrice(seed: UInt64) throws -> DrawnSleeve {
    var random = SeededGenerator(seed: seed &* 5 &+ 8)
    let price = ["£4.99", "$3.98", "2,99 €", "SALE 5.00", "9.90 DM"][random.count(0...4)]
    let paper: [Colour] = [.rgb(250, 215, 60), .grey(245), .rgb(245, 120, 40), .rgb(200, 30, 40)]
    let colour = paper[random.count(0...3)]
    let wide = random.float(in: 0.08...0.18)
    let (x, y) = (random.float(in: 0.03...0.97 - 0.18), random.float(in: 0.03...0.97 - 0.18))
    let masks = try LetteringPrinter.masks([(text: price, font: .other)])
    let block = LetteringBlock(masks, height: wide * 0.3, room: wide * 0.8)
    var canvas = canvas
    canvas.paint(.rectangle(x + wide / 2, y + wide / 3, wide / 2, wide / 3, round: 0.01), colour)
    block.draw(
      on: &canvas, x + (wide - block.width) / 2, y + wide / 3 - block.height / 2, alignment: 0,
      colour.luminance > 120 ? .grey(15) : .grey(245))
    return DrawnSleeve(canvas)
  }
}
