// Draws the objects that each photo condition adds around, on and in front of the sleeve.

import Pictures

extension Scene {
  /// Draws the objects beneath or beside the sleeve. The caller draws the sleeve afterwards.
  mutating func addSurroundings() {
    switch condition {
    case .plain, .lowContrast, .whiteOnWhite, .hand: break
    case .bin: addBin()
    case .secondBehind: addSecondCover()
    case .anyRotation, .perspective, .glare, .sticker, .edgeCovered, .dim:
      if generator.happens(0.45) { addClutter() }
    }
  }

  mutating func addWhatIsBefore() {
    switch condition {
    case .plain, .lowContrast, .whiteOnWhite, .bin, .secondBehind, .anyRotation, .perspective, .dim:
      break
    case .hand: addHands()
    case .glare: add(Thing.glare(&generator), sleeve, .fading)
    case .sticker: addStickers()
    case .edgeCovered: addCoverOfEdge()
    }
  }

  /// Draws papers, pens, mugs, books and other sleeves around the sleeve. Some of them lie partly
  /// beneath the sleeve.
  private mutating func addClutter() {
    for _ in 0..<generator.count(1...6) {
      let away = direction(generator.number(in: 0...6.28))
      let far = generator.number(in: 0.65...1.15)
      let (u, v) = (0.5 + away.x * far, 0.5 + away.y * far)
      let turn =
        generator.happens(0.4) ? generator.number(in: -0.1...0.1) : generator.number(in: 0...6.28)
      addThing(u, v, turn: turn)
    }
  }

  private mutating func addThing(_ u: Double, _ v: Double, turn: Double) {
    let shadow = generator.float(in: 0.15...0.5)
    func place(_ width: Double, _ height: Double) -> Plane {
      sleeve.part(u, v, width: width, height: height, turn: turn)
    }
    switch generator.count(0...6) {
    case 0, 1: lay(Thing.paper(&generator), place(0.67, 0.95), shadow: shadow * 0.5)
    case 2: lay(Thing.mug(&generator), place(0.35, 0.35), shadow: shadow, outline: .cutOut)
    case 3: lay(Thing.pen(&generator), place(0.45, 0.075), shadow: 0, outline: .cutOut)
    case 4: lay(Thing.slab(&generator), place(0.3, 0.45), shadow: shadow, outline: .cutOut)
    case 5: lay(Thing.record(&generator), place(0.4, 0.4), shadow: 0, outline: .cutOut)
    default:
      let isSmall = generator.happens(0.5)
      lay(otherSleeve(), place(isSmall ? 0.46 : 1, isSmall ? 0.4 : 1), shadow: shadow)
    }
  }

  /// Draws a second sleeve behind the first. At one corner or side, at least an eighth of its side
  /// is visible.
  private mutating func addSecondCover() {
    let away = direction(generator.number(in: 0...6.28))
    let far = generator.number(in: 0.18...0.6)
    let turn = generator.happens(0.5) ? 0 : generator.number(in: -0.5...0.5)
    let behind = sleeve.part(
      0.5 + away.x * far, 0.5 + away.y * far, width: 1, height: 1, turn: turn, lift: -0.015)
    lay(otherSleeve(side: size.isLarge ? 512 : 256), behind, shadow: 0.4)
  }

  /// Draws a record bin. The tops of the records behind the sleeve are visible above the sleeve.
  /// Other rows of records are on both sides, and boards are between the rows and in front of them.
  private mutating func addBin() {
    let (left, right) = (generator.number(in: -1.16 ... -1.06), generator.number(in: 1.06...1.16))
    for column in [left, right, 0] {
      let isOwn = column == 0
      let step = generator.number(in: 0.015...0.05)
      let shift = isOwn ? 0 : generator.number(in: -0.12...0.12)
      for place in stride(from: generator.count(2...12), through: 1, by: -1) {
        let back = Double(place)
        addTop(0.5 + column + generator.number(in: -0.018...0.018), shift - back * step, back, step)
      }
      if !isOwn {
        let turn = generator.number(in: -0.02...0.02)
        let front = sleeve.part(0.5 + column, 0.5 + shift, width: 1, height: 1, turn: turn)
        add(otherSleeve(), front, .sides)
      }
    }
    addBoards(left: left / 2, right: right / 2)
  }

  /// Draws the visible top of the record `back` places behind the front. The top gets darker
  /// towards the back and towards its lower edge.
  private mutating func addTop(_ u: Double, _ v: Double, _ back: Double, _ step: Double) {
    var strip = generator.happens(0.1) ? Thing.paper(&generator) : otherSleeve(side: 128)
    strip = strip.strip(0...0.14)
    let (light, depth) = (generator.float(in: 0.7...1), strip.depth)
    strip.mix { _, v in
      Colour.grey(0).opaque(min(1, 1 - light + 0.6 * min(1, v / depth * 0.14 / Float(step)) * 0.6))
    }
    let turn = generator.number(in: -0.012...0.012)
    let plane = sleeve.part(u, v + 0.07, width: 1, height: 0.14, turn: turn, lift: -0.02 * back)
    add(strip, plane, .sides)
  }

  private mutating func addBoards(left: Double, right: Double) {
    let wood = GroundKind(
      .wood, .hue(0.5, generator.number(in: 0.1...0.6), generator.number(in: 0.25...0.9)))
    func board() -> Canvas {
      var board = Canvas(width: 96, height: 96, wood.colour)
      let seed = generator.noiseSeed()
      board.mix { u, v in
        let level = lumps(u * 3, v * 40, seed)
        return Colour.grey(level > 0 ? 255 : 0).opaque(abs(level) * 0.15)
      }
      return board
    }
    for (u, isThere) in [(left, generator.happens(0.6)), (right, generator.happens(0.6))]
    where isThere {
      let wide = generator.number(in: 0.015...0.04)
      add(board(), sleeve.part(0.5 + u, 0.5, width: wide, height: 1.6, lift: 0.005), .sides)
    }
    if generator.happens(0.7) {
      let v = 1 + generator.number(in: 0.02...0.12)
      add(board(), sleeve.part(0.5, v + 0.4, width: 4, height: 0.8), .sides)
    }
  }

  /// Draws one hand or two hands around the sleeve, from below or from a side. Fingers cover 2 to 9
  /// % of a side, and a thumb covers more.
  private mutating func addHands() {
    let skin = Colour.rgb(232, 188, 160).mixed(with: .rgb(92, 58, 42), generator.float(in: 0...1))
    let first = generator.count(0...2)
    for hand in 0..<(generator.happens(0.35) ? 2 : 1) {
      let side = (first + hand) % 3
      let along = generator.number(in: 0.25...0.75)
      let (u, v, turn) = Self.onEdge(side, along)
      let picture = Thing.hand(skin, reaching: generator.float(in: 0.07...0.26), &generator)
      add(picture, sleeve.edge(u, v, turn + generator.number(in: -0.5...0.5)), .cutOut)
    }
  }

  /// A position on one edge of the sleeve, and the rotation of an object that reaches in from
  /// there.
  private static func onEdge(
    _ side: Int, _ along: Double
  ) -> (u: Double, v: Double, turn: Double) {
    switch side {
    case 0: (along, 1, 0)
    case 1: (0, along, .pi / 2)
    case 2: (1, along, -.pi / 2)
    default: (along, 0, .pi)
    }
  }

  /// Puts stickers inside the sleeve, nearer to a corner than to the middle.
  private mutating func addStickers() {
    for _ in 0..<(generator.happens(0.25) ? 2 : 1) {
      let wide = generator.number(in: 0.1...0.24)
      func place() -> Double {
        let near = wide / 2 + generator.number(in: 0.01...0.2)
        return generator.happens(0.5) ? near : 1 - near
      }
      let plane = sleeve.part(
        place(), place(), width: wide, height: wide, turn: generator.number(in: -0.3...0.3))
      add(Thing.sticker(&generator), plane, .cutOut)
    }
  }

  /// Draws an object over one edge of the sleeve. It covers 5 to 15 % of the side in depth and up
  /// to three quarters of the side in length.
  private mutating func addCoverOfEdge() {
    let depth = generator.number(in: 0.05...0.15)
    let along = generator.number(in: 0.2...0.8)
    let (u, v, turn) = Self.onEdge(generator.count(0...3), along)
    let lean = generator.number(in: -0.35...0.35)
    // `half` is half of the object's extent across the edge. With this value, exactly `depth` of
    // the object is inside the sleeve.
    func place(_ width: Double, _ height: Double, isRound: Bool = false) -> Plane {
      let (cosine, sine) = direction(lean)
      let half = isRound ? height / 2 : (height * cosine + width * sine.magnitude) / 2
      let down = direction(turn)
      let far = half - depth
      return sleeve.part(
        u - down.y * far, v + down.x * far, width: width, height: height, turn: turn + lean,
        lift: 0.01)
    }
    let shadow = generator.float(in: 0.2...0.5)
    switch generator.count(0...4) {
    case 0: lay(Thing.paper(&generator), place(0.5, 0.7), shadow: shadow)
    case 1: lay(otherSleeve(), place(0.6, 0.6), shadow: shadow)
    case 2:
      let wide = generator.number(in: 0.3...0.5)
      add(Thing.record(&generator), place(wide, wide, isRound: true), .cutOut)
    case 3: lay(Thing.slab(&generator), place(0.35, 0.52), shadow: shadow)
    default:
      let wide = generator.number(in: 0.35...0.6)
      add(Thing.mug(&generator), place(wide, wide, isRound: true), .cutOut)
    }
  }
}

extension Plane {
  /// The box of a hand that holds the edge at (u, v). `turn` is 0 for the lower edge.
  fileprivate func edge(_ u: Double, _ v: Double, _ turn: Double) -> Plane {
    let down = direction(turn)
    return part(
      u - down.y * 0.45, v + down.x * 0.45, width: 0.6, height: 1.5, turn: turn, lift: 0.01)
  }
}
