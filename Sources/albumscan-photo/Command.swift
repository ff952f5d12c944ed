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
    /// Artwork: the whole picture is the cover.
    case artwork
    /// Pictures one after the other: did this program write them?
    case check([Part])
  }

  /// A picture of `check`: at most `side` pixels on the longer side, and `count` bytes.
  struct Part: Equatable {
    let side: Int
    let count: Int
  }

  case work(Work)
  case help
  case misused

  static let usage = """
    albumscan-photo crop [--guide x,y,w,h | --quad x,y,x,y,x,y,x,y] | square [--guide x,y,w,h] | covers | artwork | check SIDE:COUNT... | help  < picture.jpg  > header lines, an empty line, JPEGs

    """

  init(arguments: [String]) {
    switch arguments.first {
    case "help", "--help": self = .help
    case "artwork" where arguments.count == 1: self = .work(.artwork)
    case "check":
      self = Self.parts(arguments.dropFirst()).map { .work(.check($0)) } ?? .misused
    case "covers" where arguments.count == 1: self = .work(.covers)
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

  /// Reads eight numbers below a million; nil for other texts.
  private static func quad(_ text: String) -> Quad? {
    let numbers = text.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 8, numbers.allSatisfy({ $0.magnitude < 1e6 }) else { return nil }
    let corners = stride(from: 0, to: 8, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    return Quad(corners[0], corners[1], corners[2], corners[3])
  }
}
