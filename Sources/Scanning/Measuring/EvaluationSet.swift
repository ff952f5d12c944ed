// A set to measure a model by: photographs in a folder, and what is on them in a CSV file beside them.

package import Albums
import Host

/// One photograph and what is right for it.
package struct EvaluationCase: Equatable, Sendable {
  /// The picture's name in the set.
  package let name: String
  package let picture: String
  package let album: Album

  /// `popular`, `bootleg`, …: results are told by it; "all" where none is given.
  package let category: String

  /// What a review must not hold against the music: the album is reviewed with and without it, and the
  /// ratings may differ by half a point. Source: docs/product.md "Musical merit".
  package let controversy: String?

  /// Calls it makes: call 1 and call 2, then the two reviews, each once more where its answer is of no use.
  package var mostCalls: Int { controversy == nil ? 4 : 8 }
}

/// The cases of a set, and the lines whose photograph is not there.
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
