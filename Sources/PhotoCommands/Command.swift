// Parses the command line.

import Pictures

/// The parsed arguments.
enum Command: Equatable {
  /// The commands for a picture.
  enum Work: Equatable {
    /// A photo: find the cover, with or without a guide.
    case crop(Guide?)
    /// A photo: crop the square in the middle of the photo or of the guide, without a search for a
    /// cover.
    case square(Guide?)
    /// A photo: crop the cover at a known quad, in pixels of the stored picture.
    case cropAt(Quad)
    /// A photo: find every cover in it.
    case covers
    /// A photo of a shelf: the shelf picture, and the spines and covers in it.
    case shelf
    /// A photo of a shelf: only the spines and covers, in pixels of the stored picture.
    case spines
    /// A shelf picture: further spines that contain lines of lettering outside of the known boxes.
    case lettered(lines: [Quad], known: [Quad])
    /// A photo: only the product codes, in pixels of the stored picture.
    case codes
    /// A shelf picture: one picture with the crops of up to ten boxes, each with its number.
    case sheet([NumberedBox])
    /// A shelf picture: the crop of one box.
    case box(NumberedBox)
    /// A shelf picture: the picture with the outlines and numbers of the boxes.
    case outlines([NumberedBox])
    /// A picture: its upright pixels, at most so many on the longer side.
    case pixels(side: Int)
    /// Artwork: the whole picture is the cover.
    case artwork
    /// A cover of any size: its tint.
    case tint
    /// Pictures one after the other: whether this program wrote them.
    case check([Part])
  }

  /// A picture of `check`: at most `side` pixels on the longer side, and `count` bytes.
  struct Part: Equatable {
    let side: Int
    let count: Int
  }

  /// A box of a shelf picture.
  struct NumberedBox: Equatable {
    let number: Int
    /// The clockwise turn in degrees that makes the lettering upright: 0, 90, 180 or 270.
    let rotation: Int
    /// In pixels of the shelf picture.
    let quad: Quad
  }

  case work(Work)

  /// Replaces this program by the program `vips` at a path, confined, which draws the SVG document on stdin.
  case draw(vips: String)
  case help
  case misused

  static let usage = """
    albumscan-photo crop [--guide x,y,w,h | --quad x,y,x,y,x,y,x,y] | square [--guide x,y,w,h] | covers | shelf | spines | lettered LINE... -- QUAD... | codes | sheet BOX... | box BOX | outlines BOX... | pixels SIDE | artwork | tint | check SIDE:COUNT... | help  < picture.jpg  > header lines, an empty line, JPEGs or pixels
    albumscan-photo draw VIPS  < picture.svg  > JPEG
    BOX: NUMBER:ROTATION:x,y,x,y,x,y,x,y   LINE, QUAD: x,y,x,y,x,y,x,y

    """

  init(arguments: [String]) {
    switch arguments.first {
    case "help", "--help": self = .help
    case "pixels":
      self = Self.side(arguments.dropFirst()).map { .work(.pixels(side: $0)) } ?? .misused
    case "artwork" where arguments.count == 1: self = .work(.artwork)
    case "tint" where arguments.count == 1: self = .work(.tint)
    case "draw" where arguments.count == 2 && arguments[1].hasPrefix("/"):
      self = .draw(vips: arguments[1])
    case "check":
      self = Self.parts(arguments.dropFirst()).map { .work(.check($0)) } ?? .misused
    case "covers" where arguments.count == 1: self = .work(.covers)
    case "shelf" where arguments.count == 1: self = .work(.shelf)
    case "spines" where arguments.count == 1: self = .work(.spines)
    case "lettered": self = Self.lettered(arguments.dropFirst()).map(Command.work) ?? .misused
    case "codes" where arguments.count == 1: self = .work(.codes)
    case "sheet":
      self = Self.boxes(arguments.dropFirst(), atMost: 10).map { .work(.sheet($0)) } ?? .misused
    case "box":
      self =
        Self.boxes(arguments.dropFirst(), atMost: 1)?.first.map { .work(.box($0)) } ?? .misused
    case "outlines":
      self = Self.boxes(arguments.dropFirst(), atMost: 100).map { .work(.outlines($0)) } ?? .misused
    case "crop" where arguments.count == 1: self = .work(.crop(nil))
    case "square" where arguments.count == 1: self = .work(.square(nil))
    case "crop" where arguments.count == 3 && arguments[1] == "--guide":
      self = Guide(arguments[2]).map { .work(.crop($0)) } ?? .misused
    case "square" where arguments.count == 3 && arguments[1] == "--guide":
      self = Guide(arguments[2]).map { .work(.square($0)) } ?? .misused
    case "crop" where arguments.count == 3 && arguments[1] == "--quad":
      self = Self.quad(arguments[2]).map { .work(.cropAt($0)) } ?? .misused
    default: self = .misused
    }
  }

  /// The maximum numbers of lines and of known boxes. Source: docs/limits.md "Shelves".
  private static let (mostLines, mostKnown) = (200, 100)

  /// Reads quads of lines, `--`, and quads of boxes; nil for other texts.
  private static func lettered(_ texts: ArraySlice<String>) -> Work? {
    guard let middle = texts.firstIndex(of: "--") else { return nil }
    let groups = [texts[..<middle], texts[(middle + 1)...]]
    // A photo that is stored mirrored turns the order of the corners.
    let quads = groups.map { $0.compactMap { quad($0)?.clockwise }.filter(\.isConvex) }
    guard zip(groups, quads).allSatisfy({ $0.count == $1.count }),
      (1...mostLines).contains(quads[0].count), quads[1].count <= mostKnown
    else { return nil }
    return .lettered(lines: quads[0], known: quads[1])
  }

  /// Reads one number of pixels, with which the output stays within the reader's limit; nil for other texts.
  private static func side(_ texts: ArraySlice<String>) -> Int? {
    guard texts.count == 1, let side = texts.first.flatMap({ Int($0) }) else { return nil }
    return ReaderInput.sides.contains(side) ? side : nil
  }

  /// Reads texts such as `500:20000`; nil for other texts, or for none.
  private static func parts(_ texts: ArraySlice<String>) -> [Part]? {
    let parts = texts.compactMap { text -> Part? in
      let numbers = text.split(separator: ":").compactMap { Int($0) }
      guard numbers.count == 2, numbers.allSatisfy({ (1...1_000_000_000).contains($0) }) else {
        return nil
      }
      return Part(side: numbers[0], count: numbers[1])
    }
    return parts.isEmpty || parts.count != texts.count ? nil : parts
  }

  /// Reads texts such as `12:270:x,y,x,y,x,y,x,y`; nil for other texts, for none, and for more than
  /// `most`.
  private static func boxes(_ texts: ArraySlice<String>, atMost most: Int) -> [NumberedBox]? {
    guard (1...most).contains(texts.count) else { return nil }
    let boxes = texts.compactMap { text -> NumberedBox? in
      let parts = text.split(separator: ":").map(String.init)
      guard parts.count == 3, let number = Int(parts[0]), (1...999).contains(number),
        let rotation = Int(parts[1]), [0, 90, 180, 270].contains(rotation),
        let quad = quad(parts[2]), quad.isConvex
      else { return nil }
      return NumberedBox(number: number, rotation: rotation, quad: quad)
    }
    return boxes.count == texts.count ? boxes : nil
  }

  /// Reads eight numbers below a million; nil for other texts.
  private static func quad(_ text: String) -> Quad? {
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 8, numbers.allSatisfy({ $0.magnitude < 1e6 }) else { return nil }
    let corners = stride(from: 0, to: 8, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    return Quad(corners[0], corners[1], corners[2], corners[3])
  }
}
