// A shelf in a list: all finds of the list that a person added in one shelf session.

import Albums

extension HistoryAlbum {
  /// The maximum number of covers in the row of a shelf. Source: docs/limits.md.
  private static let mostCovers = 4

  /// The albums of a shelf, the first and the last of them marked. A template that does not know the
  /// marks shows ordinary rows. `rows` are the finds of the shelf, newest first.
  static func shelf(_ rows: [KeyedRow], _ words: Phrasebook) -> [HistoryAlbum] {
    var albums = HistoryAlbum.albums(rows, words)
    guard let newest = albums.first?.newest else { return [] }
    let covers = albums.lazy.compactMap(\.newest.cover).prefix(Self.mostCovers)
    albums[0].shelf = [
      .text(.title, words.shelf(of: rows.map(\.row.kind))), .text(.day, newest.day),
      .text(.isoDay, newest.isoDay),
      // The covers of the first albums that have one.
      .views(.covers, Array(covers)),
    ]
    albums[albums.count - 1].endsShelf = true
    return albums
  }
}

extension Phrasebook {
  /// `A shelf: 12 books and 2 records`. The scripts of the history write the same text.
  func shelf(of kinds: [WorkKind]) -> String {
    let books = kinds.count { $0 == .book }
    let records = kinds.count - books
    let bookWords = self("history.shelf.books", ["count": .count(books)])
    let recordWords = self("history.shelf.records", ["count": .count(records)])
    if records == 0 { return self("history.shelf", ["items": .text(bookWords)]) }
    if books == 0 { return self("history.shelf", ["items": .text(recordWords)]) }
    return self(
      "history.shelf.both", ["books": .text(bookWords), "records": .text(recordWords)])
  }
}
