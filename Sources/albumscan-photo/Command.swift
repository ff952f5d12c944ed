// What the program was asked to do.

import Pictures

/// The arguments, understood.
enum Command: Equatable {
  /// The three things done with a picture.
  enum Work: Equatable {
    /// A photo: find the cover, within or without a guide.
    case crop(Guide?)
    /// A photo: find every cover in it.
    case covers
    /// Artwork: the whole picture is the cover.
    case artwork
  }

  case work(Work)
  case help
  case misused

  static let usage = """
    albumscan-photo crop [--guide x,y,w,h] | covers | artwork | help  < picture.jpg  > header lines, an empty line, JPEGs

    """

  init(arguments: [String]) {
    switch arguments.first {
    case "help", "--help": self = .help
    case "artwork" where arguments.count == 1: self = .work(.artwork)
    case "covers" where arguments.count == 1: self = .work(.covers)
    case "crop" where arguments.count == 1: self = .work(.crop(nil))
    case "crop" where arguments.count == 3 && arguments[1] == "--guide":
      if let guide = Guide(arguments[2]) {
        self = .work(.crop(guide))
      } else {
        self = .misused
      }
    default: self = .misused
    }
  }
}
