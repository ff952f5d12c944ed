// A set for measuring a model: photographs in a folder, and a CSV file beside them with their
// albums.

package import Albums
import Host

/// The cases of a set, and the names of missing photographs.
package struct EvaluationSet: Equatable, Sendable {
  /// The CSV's name in the folder.
  package static let listName = "set.csv"

  package let cases: [EvaluationCase]
  package let missing: [String]

  /// `source` is a folder with `set.csv` in it, or a CSV file with photographs beside it.
  package init(at source: String) throws(CatalogueError) {
    let list = Files.isDirectory(source) ? "\(source)/\(Self.listName)" : source
    let folder = Files.parent(of: Files.absolutePath(list, from: Files.workingDirectory))
    let table = try CSVTable(
      list, required: ["file", "artist", "title"],
      optional: ["year", "genres", "label", "category", "controversy"])
    var (cases, missing): ([EvaluationCase], [String]) = ([], [])
    for row in table.rows {
      let name = try row.required("file")
      let picture = Files.absolutePath(name, from: folder)
      let genres = (row["genres"] ?? "").split(separator: ";").map(String.init)
      let album = Album(
        artist: try row.required("artist"), title: try row.required("title"),
        year: try row.year("year"), genres: genres, recordLabel: row["label"])
      guard Files.exists(picture) else {
        missing.append(name)
        continue
      }
      cases.append(
        EvaluationCase(
          name: name, picture: picture, album: album, category: row["category"] ?? "all",
          controversy: row["controversy"]))
    }
    self.cases = cases
    self.missing = missing
  }
}
