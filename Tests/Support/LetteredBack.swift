// An invented back: names, titles of tracks, small print, a catalogue number and a product code.

package struct LetteredBack: Sendable {
  /// What a back shows.
  package struct Design: Sendable {
    /// Decides colours, fonts, sizes and places.
    package let seed: UInt64
    package let names: [String]
    package let tracks: [String]
    package let notes: [String]

    /// 13 digits; nil without a product code.
    package let code: String?

    package init(
      seed: UInt64, names: [String], tracks: [String], notes: [String], code: String?
    ) {
      (self.seed, self.names, self.tracks) = (seed, names, tracks)
      (self.notes, self.code) = (notes, code)
    }
  }

  /// Whether the back is that of a compact disc, where the code is larger.
  package let isDisc: Bool
  package let sleeve: DrawnSleeve

  /// `side` in pixels.
  package init(_ design: Design, side: Int) throws {
    var random = SeededGenerator(seed: design.seed &* 2 &+ 3)
    isDisc = random.happens(0.4)
    var artwork = Artwork(side: side, isPale: false, &random)
    if random.happens(0.4) {
      artwork.drawPicture()
      // A faded picture, on which print can be read.
      let veil = artwork.palette[0].luminance > 128 ? Colour.grey(245) : .grey(15)
      artwork.canvas.mix { _, _ in veil.opaque(0.75) }
    }
    artwork.canvas = artwork.canvas.enlarged(to: side)
    var canvas = artwork.canvas
    try Self.print(design, on: &canvas, &random)
    if let code = design.code { try Self.draw(code, isDisc: isDisc, on: &canvas, &random) }
    sleeve = DrawnSleeve(canvas)
  }

  private static func print(
    _ design: Design, on canvas: inout Canvas, _ random: inout SeededGenerator
  ) throws {
    let font = LetteringFont.latin[random.count(0...LetteringFont.latin.count - 4)]
    func row(_ text: String) -> (text: String, font: LetteringFont) {
      switch LetteringScript(of: text) {
      case .latin: (text, font)
      case .japanese: (text, .japanese)
      case .other: (text, .other)
      }
    }
    let hasNames = random.happens(0.7)
    let names = hasNames ? design.names : []
    var masks = try LetteringPrinter.masks((names + design.tracks + design.notes).map(row))[...]
    let ground = canvas.mean(.everything)
    let ink: Colour = ground.luminance > 128 ? .grey(20) : .grey(240)
    var y = random.float(in: 0.05...0.1)
    func printRows(_ count: Int, height: Float) {
      guard count > 0 else { return }
      let block = LetteringBlock(Array(masks.prefix(count)), height: height, room: 0.85)
      block.draw(on: &canvas, 0.07, y, alignment: 0, ink)
      masks = masks.dropFirst(count)
      y += block.height + 0.03
    }
    printRows(names.count, height: random.float(in: 0.025...0.05))
    printRows(design.tracks.count, height: random.float(in: 0.017...0.028))
    y = max(y, 0.8)
    printRows(design.notes.count, height: random.float(in: 0.012...0.018))
  }

  /// A code is 10 to 13 % as wide as the back of a record, and 20 to 27 % of that of a disc. It lies upright or turned
  /// by a quarter, in the lower or the upper right corner. Its digits stand below upright bars.
  private static func draw(
    _ digits: String, isDisc: Bool, on canvas: inout Canvas, _ random: inout SeededGenerator
  ) throws {
    let bars = CodeSymbol(ean13: digits.compactMap(\.wholeNumberValue)).modules
    let wide = random.float(in: isDisc ? 0.2...0.27 : 0.1...0.13)
    let tall = wide * random.float(in: 0.4...0.7)
    let isTurned = random.happens(0.15)
    let (across, down) = isTurned ? (tall, wide) : (wide, tall)
    let right = random.float(in: 0.9...0.95)
    let top = random.happens(0.7) ? 0.95 - down : random.float(in: 0.06...0.1)
    let left = right - across
    let module = wide / Float(bars.count + 18)
    let pixel = 1 / Float(canvas.width)
    let box = Box(left: left, top: top, right: right, bottom: top + down)
    canvas.mix(box) { u, v in
      let (along, beside) = isTurned ? (v - top, u - left) : (u - left, v - top)
      guard beside > 0.06 * tall, beside < (isTurned ? 0.94 : 0.78) * tall else {
        return .grey(246)
      }
      // The mean of five places within the pixel, so that all bars keep their widths.
      let dark = (-2...2).count { part in
        let place = below((along + Float(part) * 0.2 * pixel) / module) - 9
        return place >= 0 && place < bars.count && bars[place]
      }
      return .grey(246 - 228 * Double(dark) / 5)
    }
    guard !isTurned else { return }
    let masks = try LetteringPrinter.masks([(text: digits, font: .other)])
    let block = LetteringBlock(masks, height: 0.15 * tall, room: 0.8 * wide)
    block.draw(
      on: &canvas, left + (wide - block.width) / 2, top + 0.81 * tall, alignment: 0, .grey(18))
  }
}
