// The tables of Discogs: a collection and a wantlist. Their columns are the same, except that only a
// collection has columns about the owner's copy.

import Albums
import Store
import Text

extension TableService {
  static let discogsCollection = TableService(
    format: .discogs, fits: { isDiscogs($0) && isCollection($0) }, dateColumn: "date added",
    read: { cell, entry in readDiscogs(cell, into: &entry, isWanted: false) })

  static let discogsWantlist = TableService(
    format: .discogs, fits: { isDiscogs($0) && !isCollection($0) }, dateColumn: "date added",
    unnamedColumn: "date added",
    read: { cell, entry in readDiscogs(cell, into: &entry, isWanted: true) })

  private static func isDiscogs(_ columns: TableColumns) -> Bool {
    columns.has("artist", "title", "release_id")
  }

  private static func isCollection(_ columns: TableColumns) -> Bool {
    columns.has("collectionfolder") || columns.has("date added") || !columns.has("notes")
  }

  /// `Rating` is the owner's own rating from 1 to 5. Other cells, such as the condition, stay in
  /// the raw row.
  private static func readDiscogs(
    _ cell: (String) -> String, into entry: inout TableEntry, isWanted: Bool
  ) {
    entry.artist = DiscogsNames.plain(TableText.words(cell("artist")))
    entry.title = TableText.words(cell("title"))
    entry.year = TableText.year(cell("released"))
    let label = DiscogsNames.plain(TableText.words(cell("label")))
    entry.recordLabel = label.isEmpty || label.count > TableEntry.longestName ? nil : label
    entry.hasFactsOfEdition = true
    entry.details.status = isWanted ? .want : .have
    entry.details.note = TableText.note(cell(isWanted ? "notes" : "collection notes"))
    entry.details.ownRating = TableText.rating(cell("rating"), of: 5)
    let folder = cell("collectionfolder").trimmed
    if !folder.isEmpty, folder.lowercased() != DiscogsNames.defaultFolder.lowercased(),
      let tag = TableText.tag(folder)
    {
      entry.details.tags = [tag]
    }
    let release = cell("release_id").trimmed
    let isKnown = !release.isEmpty && release != "0" && release.utf8.count <= 20
    entry.identity =
      "discogs \(isWanted ? "want" : "have") "
      + (isKnown
        ? release
        : [entry.artist, entry.title, cell("catalog#"), cell("format")].joined(separator: "|"))
  }
}
