// Parses the command line of albumscan-read.

enum ReadCommand: Equatable {
  /// Reads the picture on stdin with the files of a folder, after another reader of this machine has ended.
  case read(folder: String, waitMilliseconds: Int64)
  case help
  case misused

  static let usage = """
    albumscan-read FOLDER [--wait MILLISECONDS]  < header and pixels  > JSON
    albumscan-read help

    """

  /// Maximum time to wait for another reader, in milliseconds.
  private static let waits: ClosedRange<Int64> = 0...600_000

  init(arguments: [String]) {
    switch (arguments.first, arguments.count) {
    case ("help", 1), ("--help", 1): self = .help
    case (let folder?, 1) where folder.hasPrefix("/"):
      self = .read(folder: folder, waitMilliseconds: 60_000)
    case (let folder?, 3) where folder.hasPrefix("/") && arguments[1] == "--wait":
      self =
        Int64(arguments[2]).flatMap { Self.waits.contains($0) ? $0 : nil }
        .map { .read(folder: folder, waitMilliseconds: $0) } ?? .misused
    default: self = .misused
    }
  }
}
