// Opens an export and checks it as a whole: the archive, the checksums of its files, and every row.
// Nothing is imported from an export with a damaged file.

import Albums
import Host
import Store
import Text

/// An export that is open for reading.
package struct HistoryArchive: ~Copyable {
  private let zip: ZipReader?

  /// The folder of an export that is no archive.
  private let folder: String?

  /// The parsed `log.json`.
  private let index: JSON

  /// SHA-256 of `log.json`, which contains the digests of all other files.
  package let digest: [UInt8]

  /// Whether `path` is a ZIP archive, a folder or `log.json`.
  static func isExport(_ path: String, _ start: [UInt8]) -> Bool {
    ZipReader.isArchive(start) || Files.isDirectory(path)
      || path.split(separator: "/").last.map(String.init) == ExportFiles.index
  }

  package init(_ path: String) throws(ImportError) {
    let isFolder = Files.isDirectory(path)
    let name = path.split(separator: "/").last.map(String.init)
    let zip = isFolder || name == ExportFiles.index ? nil : try Self.open(path)
    let folder = isFolder ? path : zip == nil ? Files.parent(of: path) : nil as String?
    let bytes = try Self.read(ExportFiles.index, zip, folder, ExportFiles.mostJSONBytes)
    guard let json = JSON(bytes), json["format"] == .string(ExportFiles.format) else {
      throw .dataFile(ExportFiles.index, reason: "format")
    }
    guard let version = json["version"].integer, version >= 1 else {
      throw .dataFile(ExportFiles.index, reason: "version")
    }
    guard version <= ExportFiles.version else { throw .newer(version: version) }
    self.zip = zip
    self.folder = folder
    index = json
    digest = SHA256.digest(of: bytes)
  }

  private static func open(_ path: String) throws(ImportError) -> ZipReader {
    do {
      return try ZipReader(path)
    } catch let error as ZipError {
      throw .zip(error)
    } catch {
      throw .unreadable("\(error)")
    }
  }

  private static func read(
    _ name: String, _ zip: borrowing ZipReader?, _ folder: String?, _ limit: Int
  ) throws(ImportError) -> [UInt8] {
    do {
      if let folder { return try Files.read("\(folder)/\(name)", limit: limit) }
      switch zip {
      case .some(let zip):
        guard let bytes = try zip.bytes(of: name, limit: limit) else {
          throw ImportError.dataFile(name, reason: "missing")
        }
        return bytes
      case .none: throw ImportError.dataFile(name, reason: "missing")
      }
    } catch let error as ImportError {
      throw error
    } catch let error as ZipError {
      throw error == .checksum ? .dataFile(name, reason: "checksum") : .zip(error)
    } catch {
      throw .dataFile(name, reason: "\(error)")
    }
  }

  /// The names and digests in a member of `log.json`. Throws if `isKnown` does not accept a name, or if a name
  /// occurs twice: each file would be read as often as it is listed.
  private func files(
    _ member: String, _ isKnown: (String) -> Bool
  ) throws(ImportError) -> [(name: String, digest: String)] {
    var files: [(String, String)] = []
    var names: Set<String> = []
    for item in index[member].items {
      guard let name = item["name"].text, let digest = item["sha256"].text, isKnown(name),
        names.insert(name).inserted
      else {
        throw .dataFile(ExportFiles.index, reason: member)
      }
      files.append((name, digest))
    }
    return files
  }

  private func checked(
    _ file: (name: String, digest: String), limit: Int
  ) throws(ImportError) -> [UInt8] {
    let bytes = try Self.read(file.name, zip, folder, limit)
    guard hexadecimal(SHA256.digest(of: bytes)) == file.digest else {
      throw .dataFile(file.name, reason: "checksum")
    }
    return bytes
  }

  /// A file with rows of one kind.
  struct DataFile {
    fileprivate let name: String
    fileprivate let digest: String
    fileprivate let kind: ExportFiles.Kind
  }

  /// The files with rows of a kind, in the order of the export.
  func dataFiles(_ kind: ExportFiles.Kind) throws(ImportError) -> [DataFile] {
    try files("parts", { ExportFiles.kind(of: $0) != nil })
      .filter { ExportFiles.kind(of: $0.name) == kind }
      .map { DataFile(name: $0.name, digest: $0.digest, kind: kind) }
  }

  private func rows<Record>(
    of dataFile: DataFile, _ read: (RowReader) throws -> Record
  ) throws -> [Record] {
    let bytes = try checked((dataFile.name, dataFile.digest), limit: ExportFiles.mostJSONBytes)
    guard let json = JSON(bytes), case .array(let rows) = json[dataFile.kind.rawValue] else {
      throw ImportError.dataFile(dataFile.name, reason: "JSON")
    }
    var records: [Record] = []
    records.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      do {
        records.append(try read(try RowReader(row)))
      } catch let error as RowError {
        throw ImportError.dataFile(dataFile.name, reason: "\(index + 1): \(error.member)")
      }
    }
    return records
  }

  // MARK: Contents

  func people() throws(ImportError) -> [Person] {
    try rows("people") { (row) throws(RowError) in try row.personRecord() }
  }

  func imports() throws(ImportError) -> [ImportRecord] {
    try rows("imports") { (row) throws(RowError) in try row.importRecord() }
  }

  private func rows<Record>(
    _ member: String, _ read: (RowReader) throws(RowError) -> Record
  ) throws(ImportError) -> [Record] {
    var records: [Record] = []
    do throws(RowError) {
      for item in index[member].items { records.append(try read(try RowReader(item))) }
    } catch {
      throw .dataFile(ExportFiles.index, reason: "\(member): \(error.member)")
    }
    return records
  }

  func albums(of dataFile: DataFile) throws -> [AlbumRecord] {
    try rows(of: dataFile) { try $0.album() }
  }

  func reviews(of dataFile: DataFile) throws -> [ReviewRecord] {
    try rows(of: dataFile) { try $0.review() }
  }

  func finds(of dataFile: DataFile) throws -> [FindRecord] {
    try rows(of: dataFile) { try $0.findRecord() }
  }

  /// Each row with the number of its import in `imports()`, from 1.
  func importedRows(of dataFile: DataFile) throws -> [(number: Int, row: ImportedRow)] {
    try rows(of: dataFile) { (row) in
      let (number, imported) = try row.importedRow()
      return (number, imported)
    }
  }

  /// A picture for data/artwork: `<stem>-<side>.jpg`, with at most `side` pixels on the longer side.
  struct Picture {
    let stem: String
    let side: Int
    fileprivate let name: String
    fileprivate let digest: String
  }

  /// The pictures of the export; those of one artwork are together.
  func artworks() throws(ImportError) -> [[Picture]] {
    let pictures = try files("pictures", ExportFiles.isPicture).compactMap { file in
      ExportFiles.side(ofPicture: file.name).map { side in
        Picture(
          stem: String(ExportFiles.stem(ofPicture: file.name)), side: side, name: file.name,
          digest: file.digest)
      }
    }
    return Dictionary(grouping: pictures, by: \.stem).sorted { $0.key < $1.key }.map(\.value)
  }

  func bytes(of picture: Picture) throws(ImportError) -> [UInt8] {
    try checked((picture.name, picture.digest), limit: ExportFiles.mostPictureBytes)
  }

  /// Passes the name of each picture in data/artwork, and a function that reads it.
  func eachPicture(_ body: (String, () throws -> [UInt8]) throws -> Void) throws {
    for file in try files("pictures", ExportFiles.isPicture) {
      try body(String(file.name.dropFirst(ExportFiles.pictureFolder.count))) {
        let bytes = try checked(file, limit: ExportFiles.mostPictureBytes)
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else {
          throw ImportError.dataFile(file.name, reason: "JPEG")
        }
        return bytes
      }
    }
  }

  /// Reads everything once. Throws if a file or a row is damaged, or if a row names an album or an
  /// import that is missing.
  func check() throws {
    _ = try people()
    let count = try imports().count
    var keys: Set<AlbumKey> = []
    for dataFile in try dataFiles(.albums) { keys.formUnion(try albums(of: dataFile).map(\.key)) }
    for dataFile in try dataFiles(.reviews) { _ = try reviews(of: dataFile) }
    for dataFile in try dataFiles(.finds) {
      _ = try rows(of: dataFile) { row in
        let find = try row.findRecord()
        guard keys.contains(find.album), find.candidates.allSatisfy({ keys.contains($0.album) })
        else {
          throw RowError(member: "album")
        }
      }
    }
    for dataFile in try dataFiles(.importRows) {
      _ = try rows(of: dataFile) { row in
        guard (1...max(1, count)).contains(try row.importedRow().number), count > 0 else {
          throw RowError(member: "import")
        }
      }
    }
    try eachPicture { _, read in _ = try read() }
  }
}
