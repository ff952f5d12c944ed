// The tables of Discogs: a collection and a wantlist. Their columns are the same, except that only a
// collection has columns about the owner's copy.

import Albums
import Store
import Text

extension TableService {
  static let discogsCollection = TableService(
    format: .discogs, fits: { isDiscogs($0) && isCollection($0) }, dateColumns: discogsDates,
    otherColumns: discogsColumns, ownColumns: "collection",
    read: { cell, entry in readDiscogs(cell, into: &entry, isWanted: false) })

  static let discogsWantlist = TableService(
    format: .discogs, fits: { isDiscogs($0) && !isCollection($0) }, dateColumns: discogsDates,
    otherColumns: discogsColumns.union(["notes"]), hasUnnamedDay: true,
    read: { cell, entry in readDiscogs(cell, into: &entry, isWanted: true) })

  private static let discogsDates = [
    "dateadded", "collectiondateadded", "wantlistdateadded", "dateaddedtocollection",
    "dateaddedtowantlist", "addeddate", "addedon", "addedat", "added",
  ]

  private static let discogsColumns: Set<String> = [
    "catalog", "artist", "title", "label", "format", "rating", "released", "releaseid",
    "collectionfolder",
  ]

  private static func isDiscogs(_ columns: TableColumns) -> Bool {
    columns.has("artist", "title", "releaseid")
  }

  private static func isCollection(_ columns: TableColumns) -> Bool {
    columns.has("collectionfolder") || columns.has("dateadded") || !columns.has("notes")
  }

  /// `Rating` is the owner's own rating from 1 to 5. Other cells, such as the condition, stay in
  /// the raw row.
  private static func readDiscogs(
    _ cell: (String) -> String, into entry: inout TableEntry, isWanted: Bool
  ) {
    let artist = TableText.words(cell("artist"))
    entry.artist = DiscogsNames.artist(artist)
    entry.title = TableText.words(cell("title"))
    entry.year = TableText.year(cell("released"))
    let label = DiscogsNames.plain(TableText.words(cell("label")))
    entry.recordLabel = label.isEmpty || label.count > TableEntry.longestName ? nil : label
    entry.hasFactsOfEdition = true
    entry.details.status = isWanted ? .want : .have
    entry.take(note: cell(isWanted ? "notes" : "collectionnotes"))
    entry.details.ownRating = TableText.rating(cell("rating"), of: 5)
    let folder = cell("collectionfolder").trimmed
    if !folder.isEmpty, folder.lowercased() != DiscogsNames.defaultFolder.lowercased(),
      let tag = TableText.tag(folder)
    {
      entry.details.tags = [tag]
    }
    let release = cell("releaseid").trimmed
    let isKnown = !release.isEmpty && release != "0" && release.utf8.count <= 20
    entry.identity =
      "discogs \(isWanted ? "want" : "have") "
      + (isKnown
        ? release
        // Version 1.0 kept the asterisks of artists, and its row keys stay.
        : [DiscogsNames.plain(artist), entry.title, cell("catalog"), cell("format")]
          .joined(separator: "|"))
  }
}
