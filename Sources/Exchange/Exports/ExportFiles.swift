// The files of an export: their names, their limits and their order. An export of a large history
// has several data files of each kind, so that no reader needs the whole history in memory.
// Source: docs/interface.md "Export and import", docs/export.schema.json.

import Text

enum ExportFiles {
  /// The value of `format` in `log.json`.
  static let format = "albumscan-export"
  static let version = 1

  /// Names the other files; the last file of an archive.
  static let index = "log.json"

  /// The kinds of data files, in the order in which an import reads them.
  enum Kind: String, CaseIterable {
    case albums, reviews, finds
    case importRows = "import-rows"
  }

  /// A data file ends after the row with which it exceeds this number of bytes.
  static let fileBytes = 4 << 20

  /// The maximum size of a JSON file that an import reads.
  static let mostJSONBytes = 64 << 20

  /// The maximum size of a picture that an import reads. Pictures in data/artwork are far smaller.
  static let mostPictureBytes = 4 << 20

  static func name(_ kind: Kind, _ number: Int) -> String {
    let digits = String(number)
    return
      "\(kind.rawValue)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).json"
  }

  /// The kind of a data file; nil for any other name.
  static func kind(of name: String) -> Kind? {
    Kind.allCases.first { kind in
      let number = name.dropFirst(kind.rawValue.count + 1).dropLast(5)
      return (4...6).contains(number.utf8.count) && number.utf8.allSatisfy(\.isDigit)
        && name == "\(kind.rawValue)-\(number).json"
    }
  }

  static let pictureFolder = "pictures/"

  /// Whether the name is that of a picture: `pictures/<32 hexadecimal digits>-<side>.jpg`.
  static func isPicture(_ name: String) -> Bool {
    guard name.hasPrefix(pictureFolder) else { return false }
    let parts = name.dropFirst(pictureFolder.count).split(
      separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 32
      && parts[0].utf8.allSatisfy { $0.isDigit || (97...102).contains($0) }
      && ["1000.jpg", "500.jpg", "200.jpg"].contains(parts[1])
  }
}

extension ExportFiles {
  /// The 32 digits of a picture's name.
  static func stem(ofPicture name: String) -> Substring {
    name.dropFirst(pictureFolder.count).prefix(32)
  }

  /// The longest side of a picture in pixels, by its name.
  static func side(ofPicture name: String) -> Int? {
    Int(name.dropFirst(pictureFolder.count + 33).dropLast(".jpg".count))
  }
}

/// Collects the rows of one kind and passes on each data file when it is full.
struct DataFileWriter {
  let kind: ExportFiles.Kind
  private(set) var count = 0
  private var number = 0
  private var bytes: [UInt8] = []

  init(_ kind: ExportFiles.Kind) { self.kind = kind }

  mutating func add(_ row: JSON, _ take: (String, [UInt8]) throws -> Void) throws {
    bytes += bytes.isEmpty ? Array("{\"\(kind.rawValue)\":[\n".utf8) : Array(",\n".utf8)
    bytes += row.bytes()
    count += 1
    if bytes.count > ExportFiles.fileBytes { try finish(take) }
  }

  mutating func finish(_ take: (String, [UInt8]) throws -> Void) throws {
    guard !bytes.isEmpty else { return }
    number += 1
    try take(ExportFiles.name(kind, number), bytes + Array("\n]}\n".utf8))
    bytes = []
  }
}
