// An invented front with real lettering. The same design gives the same front at every size.

/// What a front shows.
package struct FrontDesign: Hashable, Sendable {
  /// Fronts with the same number have the same picture.
  package var picture: UInt64

  /// Decides fonts, sizes, places and colours of the lettering.
  package var layout: UInt64

  /// The names on the front, the first one above the other; none on a front without lettering.
  package var names: [String]

  /// Small print: "STEREO", a record label, a catalogue number.
  package var notes: [String]

  package init(picture: UInt64, layout: UInt64, names: [String], notes: [String]) {
    (self.picture, self.layout, self.names, self.notes) = (picture, layout, names, notes)
  }
}

/// How the lettering of a front looks.
package struct FrontLook: Sendable {
  /// The places of the names.
  enum Place: Sendable { case top, middle, bottom, apart }

  /// What is behind the names.
  enum Ground: Sendable { case picture, band, box, plain }

  let fonts: [LetteringFont]

  /// The wanted heights of the names' letters, as shares of the side: 2 to 12 %.
  let heights: [Float]
  let place: Place
  let ground: Ground

  /// 0 at the left, 0.5 in the middle, 1 at the right.
  let alignment: Float

  /// The least difference of luminance (0 to 255) between the letters and the mean of their ground.
  let contrast: Float

  /// Whether letters on a picture have a shadow.
  let hasShadow: Bool
  let isSwapped: Bool

  /// The letters of each name: as they are, upper case, lower case.
  private let cases: [Int]

  package var isOnPicture: Bool { ground == .picture }
  package var font: LetteringFont.Class { fonts[0].kind }

  /// The larger height of the names' letters that is wanted.
  package var height: Double { Double(heights.max() ?? 0) }

  package init(_ design: FrontDesign) {
    var random = SeededGenerator(seed: design.layout &* 2 &+ 0x5EED)
    let first = random.count(0...LetteringFont.latin.count - 1)
    let second = random.happens(0.6) ? first : random.count(0...LetteringFont.latin.count - 1)
    fonts =
      zip(design.names, [first, second]).map { name, index in
        switch LetteringScript(of: name) {
        case .latin: LetteringFont.latin[index]
        case .japanese: .japanese
        case .other: .other
        }
      } + (design.names.isEmpty ? [LetteringFont.latin[first]] : [])
    let big = random.float(in: 0.02...0.12)
    let small = max(0.02, big * random.float(in: 0.4...1))
    heights = random.happens(0.5) ? [big, small] : [small, big]
    place = [.top, .top, .bottom, .bottom, .middle, .apart, .apart, .apart][random.count(0...7)]
    ground =
      random.happens(0.3) ? .picture : [.band, .band, .box, .plain][random.count(0...3)]
    alignment = [0, 0.5, 0.5, 1][random.count(0...3)]
    contrast = random.float(in: 50...150)
    hasShadow = random.happens(0.3)
    isSwapped = random.happens(0.5)
    cases = [0, 0].map { _ in [0, 0, 0, 0, 0, 1, 1, 1, 1, 2][random.count(0...9)] }
  }

  /// The rows of a name, as many words in each as fit beside each other in letters of its height.
  func rows(of name: String, _ index: Int) -> [String] {
    let text = [name, name.uppercased(), name.lowercased()][cases[index]]
    var height = heights[index]
    while true {
      let room = Int(0.86 / (height * 0.8))
      var rows: [String] = []
      for word in text.split(separator: " ") {
        if let last = rows.last, last.count + word.count < room {
          rows[rows.count - 1] = "\(last) \(word)"
        } else {
          rows.append(String(word))
        }
      }
      if rows.count <= 4 || height < 0.02 { return rows }
      height *= 0.85
    }
  }
}

/// A front with its design and its look.
package struct LetteredFront: Sendable {
  package let design: FrontDesign
  package let look: FrontLook
  package let sleeve: DrawnSleeve

  /// The height of the largest name's letters, as a share of the side; 0 without lettering.
  package let letterHeight: Double

  /// `side` in pixels. Throws `DrawnLetteringError` if the fonts or their renderer are missing.
  package init(_ design: FrontDesign, side: Int) throws {
    (self.design, look) = (design, FrontLook(design))
    var generator = SeededGenerator(seed: design.picture &* 2 &+ 1)
    var artwork = Artwork(side: side, isPale: false, &generator)
    let isPlain = look.ground == .plain && !design.names.isEmpty
    if isPlain { artwork.drawMotif() } else { artwork.drawPicture() }
    artwork.canvas = artwork.canvas.enlarged(to: side)
    artwork.drawFrame(needsMargin: false, mayHaveMargin: !isPlain)
    var print = FrontPrint(artwork, look, design)
    try print.printNames()
    letterHeight = Double(print.letterHeight)
    sleeve = DrawnSleeve(print.artwork.canvas)
  }
}

extension LetteredFront {
  /// The ink of a text in each font: the opacities of all pixels, 0 to 255.
  package static func inks(of text: String, in fonts: [LetteringFont]) throws -> [[UInt8]] {
    try LetteringPrinter.masks(fonts.map { (text, $0) }).map { mask in
      mask.light.map { UInt8($0 * 255) }
    }
  }
}
