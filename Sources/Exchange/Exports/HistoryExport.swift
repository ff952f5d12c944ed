// Writes a complete export: all that the database and data/artwork have about the history, without
// secrets, times of the export or paths. The same history gives the same bytes.

import Albums
import Host
package import Store
import Text

/// The numbers of rows in an export.
package struct ExportTotals: Equatable, Sendable {
  package var finds = 0
  package var albums = 0
  package var reviews = 0
  package var pictures = 0
}

/// A complete export. The format is described in docs/interface.md "Export and import".
package struct HistoryExport: Sendable {
  private typealias Take = (String, [UInt8]) throws -> Void

  private let artworkFolder: String

  /// `artworkFolder` is data/artwork.
  package init(artworkFolder: String) { self.artworkFolder = artworkFolder }

  /// Writes the export to `path`: an archive, or a folder if the path ends with "/". An existing file
  /// is replaced when the new file is complete. A folder must not exist or must be empty.
  package func write(_ store: borrowing Store, to path: String) throws -> ExportTotals {
    path.hasSuffix("/")
      ? try writeFolder(store, String(path.dropLast())) : try writeFile(store, path)
  }

  private func writeFile(_ store: borrowing Store, _ path: String) throws -> ExportTotals {
    var (result, failure): (ExportTotals?, (any Error)?) = (nil, nil)
    do {
      try Files.replace(path, mode: 0o600, durably: true) { (file) throws(HostError) in
        var zip = ZipWriter()
        do {
          result = try contents(of: store) { name, bytes in try zip.add(name, bytes, to: file) }
          try zip.finish(to: file)
        } catch let error as HostError {
          throw error
        } catch {
          // `replace` throws errors of the system only; it removes the incomplete file.
          failure = error
          throw .system(operation: "export", path: path, code: 0)
        }
      }
    } catch {
      throw failure ?? error
    }
    return result ?? ExportTotals()
  }

  private func writeFolder(_ store: borrowing Store, _ path: String) throws -> ExportTotals {
    let temporary = Files.temporaryPath(for: path)
    try Files.makeDirectories("\(temporary)/pictures", mode: 0o700)
    do {
      let result = try contents(of: store) { name, bytes in
        try Files.replace("\(temporary)/\(name)", with: bytes, mode: 0o600, durably: false)
      }
      try Files.synchroniseFileSystem(of: temporary)
      try Files.move(temporary, to: path, durably: true)
      return result
    } catch {
      try? Files.removeTree(temporary)
      throw error
    }
  }

  private func contents(of store: borrowing Store, _ take: Take) throws -> ExportTotals {
    var (totals, dataFiles): (ExportTotals, [JSON]) = (ExportTotals(), [])
    func takePart(_ name: String, _ bytes: [UInt8]) throws {
      dataFiles.append(Self.entry(name, bytes))
      try take(name, bytes)
    }
    // One state of the database: all rows are read in one transaction.
    var (people, imports, digests): ([JSON], [JSON], Set<String>) = ([], [], [])
    try store.reading { store in
      people = try store.people().sorted { $0.id.text < $1.id.text }.map(\.json)
      try writeAlbums(store, takePart, &totals)
      try writeReviews(store, takePart, &totals)
      try writeFinds(store, takePart, &totals)
      imports = try writeImports(store, takePart)
      digests = try store.artworkNames(ofDeleted: false)
    }
    let pictures = try writePictures(digests.sorted(), take)
    totals.pictures = pictures.count
    let index: JSON = [
      "format": .string(ExportFiles.format), "version": .integer(ExportFiles.version),
      "finds": .integer(totals.finds), "albums": .integer(totals.albums),
      "reviews": .integer(totals.reviews), "people": .array(people),
      "imports": .array(imports), "parts": .array(dataFiles), "pictures": .array(pictures),
    ]
    try take(ExportFiles.index, index.bytes() + Array("\n".utf8))
    return totals
  }

  private static func entry(_ name: String, _ bytes: [UInt8]) -> JSON {
    ["name": .string(name), "sha256": .string(hexadecimal(SHA256.digest(of: bytes)))]
  }

  private static let pageRows = 200

  private func writeAlbums(
    _ store: borrowing Store, _ take: Take, _ totals: inout ExportTotals
  ) throws {
    var (writer, last): (DataFileWriter, AlbumRecord?) = (DataFileWriter(.albums), nil)
    repeat {
      let rows = try store.albumRecords(after: last?.key, count: Self.pageRows)
      for row in rows { try writer.add(row.json(), take) }
      last = rows.last
    } while last != nil
    try writer.finish(take)
    totals.albums = writer.count
  }

  private func writeReviews(
    _ store: borrowing Store, _ take: Take, _ totals: inout ExportTotals
  ) throws {
    var (writer, last): (DataFileWriter, ReviewRecord?) = (DataFileWriter(.reviews), nil)
    repeat {
      let rows = try store.reviewRecords(
        after: last.map { ($0.key, $0.review.language) }, count: Self.pageRows)
      for row in rows { try writer.add(row.json, take) }
      last = rows.last
    } while last != nil
    try writer.finish(take)
    totals.reviews = writer.count
  }

  private func writeFinds(
    _ store: borrowing Store, _ take: Take, _ totals: inout ExportTotals
  ) throws {
    var (writer, last): (DataFileWriter, FindRecord?) = (DataFileWriter(.finds), nil)
    repeat {
      let rows = try store.findRecords(
        after: last.map { ($0.found, $0.id) }, count: Self.pageRows)
      for row in rows { try writer.add(row.json, take) }
      last = rows.last
    } while last != nil
    try writer.finish(take)
    totals.finds = writer.count
  }

  private func writeImports(_ store: borrowing Store, _ take: Take) throws -> [JSON] {
    var writer = DataFileWriter(.importRows)
    let imports = try store.importRecords()
    for (index, (id, _)) in imports.enumerated() {
      var line = Int.min
      while true {
        let rows = try store.importedRows(of: id, after: line, count: Self.pageRows)
        for row in rows { try writer.add(row.json(index + 1), take) }
        guard let last = rows.last else { break }
        line = last.line
      }
    }
    try writer.finish(take)
    return imports.map(\.record.json)
  }

  /// A picture that is missing in data/artwork is left out.
  private func writePictures(_ digests: [String], _ take: Take) throws -> [JSON] {
    var pictures: [JSON] = []
    for digest in digests {
      for side in Artwork.sides {
        let file = "\(digest)-\(side).jpg"
        let path = "\(artworkFolder)/\(file)"
        guard Files.exists(path) else { continue }
        let bytes = try Files.read(path, limit: ExportFiles.mostPictureBytes)
        let name = "\(ExportFiles.pictureFolder)\(file)"
        try take(name, bytes)
        pictures.append(Self.entry(name, bytes))
      }
    }
    return pictures
  }
}
