// A catalogue as a host writes it: a folder of pictures named `Artist - Title.jpg`, or a CSV beside them.
// Reads and checks; imports nothing.

package import Albums
import FoundationEssentials
import Host

/// What is wrong with a catalogue, in words that name the line or the file.
package struct CatalogueError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
}

/// One cover to be made known.
package struct CatalogueEntry: Equatable, Sendable {
  /// Absolute path of the picture.
  package let picture: String
  package let album: Album
  package let review: Review?
}

/// What a host wrote down, before anything of it is imported.
package struct CatalogueList: Equatable, Sendable {
  package let entries: [CatalogueEntry]

  /// Pictures of a folder whose names are not `Artist - Title.jpg`.
  package let passedOver: [String]
}

/// The entries of a folder or a CSV file. Source: INTERFACE `catalogue import DIR|CSV`.
package func catalogueList(at path: String) throws(CatalogueError) -> CatalogueList {
  guard Files.isDirectory(path) else {
    return CatalogueList(entries: try csvEntries(path), passedOver: [])
  }
  let names = try reading(path) { () throws(HostError) in try Files.entries(of: path) }
  let pictures = names.filter { name in
    [".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
  }
  let entries = pictures.map { (name: $0, entry: folderEntry($0, in: path)) }
  return CatalogueList(
    entries: entries.compactMap(\.entry),
    passedOver: entries.filter { $0.entry == nil }.map(\.name))
}

private func folderEntry(_ name: String, in folder: String) -> CatalogueEntry? {
  guard let dot = name.lastIndex(of: "."), let dash = name.firstRange(of: " - "),
    dash.lowerBound > name.startIndex, dash.upperBound < dot
  else { return nil }
  let album = Album(
    artist: String(name[..<dash.lowerBound]), title: String(name[dash.upperBound..<dot]))
  return CatalogueEntry(picture: "\(folder)/\(name)", album: album, review: nil)
}

private func csvEntries(_ file: String) throws(CatalogueError) -> [CatalogueEntry] {
  let bytes = try reading(file) { () throws(HostError) in try Files.read(file) }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw CatalogueError(description: "\(file) is not UTF-8 text")
  }
  let records: [CSVRecord]
  do {
    records = try csvRecords(text)
  } catch {
    throw CatalogueError(description: "\(file), line \(error.line): \(error.message)")
  }
  guard let header = records.first, header.fields.contains("file"),
    header.fields.contains("artist"), header.fields.contains("title")
  else {
    throw CatalogueError(
      description: "\(file): the first line must name the columns file, artist, title and may name "
        + "year, genres, label, review")
  }
  var entries: [CatalogueEntry] = []
  for record in records.dropFirst() {
    entries.append(try entry(record, header: header.fields, file: file))
  }
  return entries
}

private func entry(
  _ record: CSVRecord, header: [String], file: String
) throws(CatalogueError) -> CatalogueEntry {
  func wrong(_ what: String) -> CatalogueError {
    CatalogueError(description: "\(file), line \(record.line): \(what)")
  }
  guard record.fields.count == header.count else {
    throw wrong("\(record.fields.count) fields where the header names \(header.count)")
  }
  func field(_ name: String) -> String? {
    guard let column = header.firstIndex(of: name) else { return nil }
    return record.fields[column].isEmpty ? nil : record.fields[column]
  }
  guard let name = field("file"), let artist = field("artist"), let title = field("title") else {
    throw wrong("file, artist and title must not be empty")
  }
  let folder = Files.parent(of: Files.absolutePath(file, from: Files.workingDirectory))
  let year = field("year").flatMap { Int($0) }
  if let text = field("year"), !(year.map { (1877...2999).contains($0) } ?? false) {
    throw wrong("\"\(text)\" is not a year")
  }
  let genres = (field("genres") ?? "").split(separator: ";")
    .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  let review = try field("review").map { (path) throws(CatalogueError) in
    try readReview(Files.absolutePath(path, from: folder))
  }
  let album = Album(
    artist: artist, title: title, year: year, genres: genres, recordLabel: field("label"))
  return CatalogueEntry(
    picture: Files.absolutePath(name, from: folder), album: album, review: review)
}

/// A review as a JSON file: `summary`, `bullets`, `rating`, `recommendation`, `keyTracks`.
private func readReview(_ path: String) throws(CatalogueError) -> Review {
  struct ReviewFile: Decodable {
    let summary: String
    let bullets: [String]
    let rating: Double
    let recommendation: String
    let keyTracks: [String]
  }
  let bytes = try reading(path) { () throws(HostError) in try Files.read(path, limit: 64 << 10) }
  do {
    let file = try JSONDecoder().decode(ReviewFile.self, from: Data(bytes))
    guard let tenths = Int(exactly: (file.rating * 10).rounded()),
      let rating = Rating(tenths: tenths)
    else { throw CatalogueError(description: "\(path): the rating is not 0 to 10") }
    guard let recommendation = Recommendation(rawValue: file.recommendation) else {
      throw CatalogueError(
        description: "\(path): \"\(file.recommendation)\" is none of the 24 labels")
    }
    return try Review(
      summary: file.summary, bullets: file.bullets, rating: rating,
      recommendation: recommendation, keyTracks: file.keyTracks)
  } catch let error as CatalogueError {
    throw error
  } catch {
    throw CatalogueError(description: "\(path): \(error)")
  }
}

private func reading<Result>(
  _ path: String, _ body: () throws(HostError) -> Result
) throws(CatalogueError) -> Result {
  do { return try body() } catch { throw CatalogueError(description: "\(error)") }
}
