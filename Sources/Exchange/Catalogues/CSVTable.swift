// A CSV file with a header, for catalogues and evaluation sets. Errors name the file and the line.

import Host

/// The rows of a CSV file by the column names in its first line.
package struct CSVTable {
  package let rows: [Row]

  package struct Row {
    fileprivate let file: String
    fileprivate let line: Int
    fileprivate let fields: [String: String]

    /// Nil for an empty field and for a missing column.
    package subscript(_ column: String) -> String? {
      fields[column].flatMap { $0.isEmpty ? nil : $0 }
    }

    package func required(_ column: String) throws(CatalogueError) -> String {
      guard let text = self[column] else { throw wrong("\(column) must not be empty") }
      return text
    }

    package func year(_ column: String) throws(CatalogueError) -> Int? {
      guard let text = self[column] else { return nil }
      guard let year = Int(text), (1877...2999).contains(year) else {
        throw wrong("\"\(text)\" is not a year")
      }
      return year
    }

    func wrong(_ what: String) -> CatalogueError {
      CatalogueError(description: "\(file), line \(line): \(what)")
    }
  }

  package init(_ file: String, required: [String], optional: [String]) throws(CatalogueError) {
    let bytes = try readingFile(file) { () throws(HostError) in try Files.read(file) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CatalogueError(description: "\(file) is not UTF-8 text")
    }
    let records: [CSVRecord]
    do {
      records = try csvRecords(text)
    } catch {
      throw CatalogueError(description: "\(file), line \(error.line): \(error.message)")
    }
    guard let header = records.first?.fields, required.allSatisfy(header.contains) else {
      throw CatalogueError(
        description: "\(file): the first line must name the columns "
          + "\(required.joined(separator: ", ")) and may name \(optional.joined(separator: ", "))")
    }
    var rows: [Row] = []
    for record in records.dropFirst() {
      guard record.fields.count == header.count else {
        throw CatalogueError(
          description: "\(file), line \(record.line): \(record.fields.count) fields where the "
            + "header names \(header.count)")
      }
      let fields = Dictionary(zip(header, record.fields), uniquingKeysWith: { first, _ in first })
      rows.append(Row(file: file, line: record.line, fields: fields))
    }
    self.rows = rows
  }
}

/// Turns the error of an unreadable file into a `CatalogueError` with the same description.
func readingFile<Result>(
  _ path: String, _ body: () throws(HostError) -> Result
) throws(CatalogueError) -> Result {
  do { return try body() } catch { throw CatalogueError(description: "\(error)") }
}
