// Reads a host's catalogue: a folder of pictures named `Artist - Title.jpg`, or a CSV file beside
// pictures. `CatalogueImport` does the import.

package import Albums
import FoundationEssentials
import Host
@_spi(_Unicode) import Swift
import Text

/// An error in a catalogue, with its line or file.
package struct CatalogueError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  /// Whether the disk of the data folder is full. Then no other entry can be imported either.
  package var isDiskFull = false
}

/// One cover to import.
package struct CatalogueEntry: Equatable, Sendable {
  /// The path of the picture file.
  package let picture: String

  /// The name within the catalogue. The name does not depend on the folder's path, so that another
  /// import of the catalogue updates the same cover.
  package let name: String
  package let album: Album
  package let review: Review?

  /// Whether the album's names come from the name of the file. A CSV file is more exact.
  package var isNamedByFile = false
}

/// The entries of a catalogue, and the items that cannot be imported.
package struct CatalogueList: Equatable, Sendable {
  package let entries: [CatalogueEntry]

  /// Pictures of a folder and lines of a CSV file that cannot be imported.
  package let passedOver: [PassedOver]

  /// The path of `catalogue.csv` in the folder, which may have more facts about the pictures; nil
  /// if there is no such file.
  package var table: String?
}

/// A picture or line that cannot be imported.
package struct PassedOver: Equatable, Sendable {
  package let name: String
  package let reason: String

  /// Whether the host has to correct the item: true for a line of a CSV file, and false for a
  /// picture of a folder, which may contain pictures that are no covers.
  package var isError = false
}

/// The entries of a folder or a CSV file. Source: docs/interface.md "catalogue import".
package func catalogueList(at path: String) throws(CatalogueError) -> CatalogueList {
  guard Files.isDirectory(path) else {
    return try csvList(path)
  }
  return try folderList(path)
}

/// The pictures of a folder and of its subfolders, without hidden ones.
private func folderList(_ folder: String) throws(CatalogueError) -> CatalogueList {
  var entries: [CatalogueEntry] = []
  var passedOver: [PassedOver] = []
  for name in try pictureNames(in: folder) {
    do {
      entries.append(try folderEntry(name, in: folder))
    } catch {
      passedOver.append(PassedOver(name: name, reason: error.description))
    }
  }
  let table = "\(folder)/catalogue.csv"
  return CatalogueList(
    entries: entries, passedOver: passedOver, table: Files.exists(table) ? table : nil)
}

private func pictureNames(in folder: String) throws(CatalogueError) -> [String] {
  var names: [String] = []
  for name in try readingFile(folder, { () throws(HostError) in try Files.entries(of: folder) })
  where !name.hasPrefix(".") {
    let path = "\(folder)/\(name)"
    if Files.isDirectory(path) {
      let inside = try readingFile(path) { () throws(HostError) in try Files.entries(of: path) }
      names += inside.filter { !$0.hasPrefix(".") }.map { "\(name)/\($0)" }
    } else {
      names.append(name)
    }
  }
  return names.filter { pictureSuffixes.contains(suffix(of: $0)) }
}

private let jpegSuffixes: Set<String> = ["jpg", "jpeg"]

/// Common picture formats. A picture that is no JPEG is left out, with a reason.
private let pictureSuffixes: Set<String> = jpegSuffixes.union([
  "png", "webp", "heic", "heif", "avif", "gif", "tif", "tiff", "bmp",
])

private func suffix(of name: String) -> String {
  guard let dot = name.lastIndex(of: ".") else { return "" }
  return name[name.index(after: dot)...].lowercased()
}

/// Reads `Artist - Title.jpg`. A title may contain " - ", an artist may not. File names from a Mac
/// are decomposed; they are stored composed, as other systems write them.
private func folderEntry(
  _ name: String, in folder: String
) throws(CatalogueError) -> CatalogueEntry {
  guard jpegSuffixes.contains(suffix(of: name)) else {
    throw CatalogueError(description: "it is no JPEG; save it as one")
  }
  let text = composed(name)
  let file = text[(text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex)...]
  let stem = file[..<(file.lastIndex(of: ".") ?? file.endIndex)]
  guard let dash = stem.firstRange(of: " - ") else {
    throw CatalogueError(description: "its name is not \"Artist - Title.jpg\"")
  }
  let artist = stem[..<dash.lowerBound].singleSpaced
  let title = stem[dash.upperBound...].singleSpaced
  guard !artist.isEmpty, !title.isEmpty else {
    throw CatalogueError(
      description: "its name is not \"Artist - Title.jpg\": one of them is empty")
  }
  return CatalogueEntry(
    picture: "\(folder)/\(name)", name: text, album: Album(artist: artist, title: title),
    review: nil, isNamedByFile: true)
}

/// The name in Unicode's normal form C. The standard library offers this form only through an SPI,
/// and Foundation would add all of ICU for one call.
private func composed(_ name: String) -> String {
  var scalars = String.UnicodeScalarView()
  scalars.append(contentsOf: name._nfc)
  return String(scalars)
}

/// An error in one line does not stop the import of the other lines.
private func csvList(_ file: String) throws(CatalogueError) -> CatalogueList {
  let table = try CSVTable(
    file, required: ["file", "artist", "title"], optional: ["year", "genres", "label", "review"])
  var entries: [CatalogueEntry] = []
  var passedOver: [PassedOver] = []
  for row in table.rows {
    do throws(CatalogueError) {
      entries.append(try entry(row, file: file))
    } catch {
      passedOver.append(
        PassedOver(name: row["file"] ?? "", reason: error.description, isError: true))
    }
  }
  return CatalogueList(entries: entries, passedOver: passedOver)
}

private func entry(_ row: CSVTable.Row, file: String) throws(CatalogueError) -> CatalogueEntry {
  let (name, artist, title) = (
    try row.required("file"), try row.required("artist"), try row.required("title")
  )
  let folder = Files.parent(of: Files.absolutePath(file, from: Files.workingDirectory))
  let year = try row.year("year")
  let genres = (row["genres"] ?? "").split(separator: ";")
    .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  let review = try row["review"].map { (path) throws(CatalogueError) in
    try readReview(Files.absolutePath(path, from: folder))
  }
  let album = Album(
    artist: artist, title: title, year: year, genres: genres, recordLabel: row["label"])
  return CatalogueEntry(
    picture: Files.absolutePath(name, from: folder), name: name, album: album, review: review)
}

/// Reads a review from a JSON file: `summary`, `bullets`, `rating`, `recommendation`, `keyTracks`,
/// and `language` for a text that is not English.
private func readReview(_ path: String) throws(CatalogueError) -> Review {
  struct ReviewFile: Decodable {
    let summary: String
    let bullets: [String]
    let rating: Double
    let recommendation: String
    let keyTracks: [String]
    let language: String?
  }
  let bytes = try readingFile(path) { () throws(HostError) in try Files.read(path, limit: 64 << 10)
  }
  do {
    let file = try JSONDecoder().decode(ReviewFile.self, from: Data(bytes))
    guard let tenths = Int(exactly: (file.rating * 10).rounded()),
      let rating = Rating(tenths: tenths)
    else { throw CatalogueError(description: "\(path): the rating is not 0 to 10") }
    guard let recommendation = Recommendation(stored: file.recommendation) else {
      throw CatalogueError(
        description: "\(path): \"\(file.recommendation)\" is none of the labels")
    }
    return try Review(
      summary: file.summary, bullets: file.bullets, rating: rating,
      recommendation: recommendation, keyTracks: file.keyTracks,
      language: file.language ?? Review.english)
  } catch let error as CatalogueError {
    throw error
  } catch {
    throw CatalogueError(description: "\(path): \(error)")
  }
}
