// The export of a shelf: a text, and tables with the columns of Goodreads and StoryGraph. The tables
// have the books only.

import Albums
import Text

struct ShelfList {
  let shelf: Shelf

  private var named: [(item: ShelfItem, title: String, creator: String)] {
    shelf.shownItems.compactMap { item in
      item.names.map { (item, $0.title, $0.creator ?? "") }
    }
  }

  private var books: [(item: ShelfItem, title: String, creator: String)] {
    named.filter { $0.item.reading?.kind != .record && $0.item.reading?.kind != .other }
  }

  /// One line for each item: `1. Title – Creator (1925)`.
  func text(_ installation: Installation) -> [UInt8] {
    let lines = shelf.shownItems.map { item in
      guard let names = item.names else {
        return "\(item.number). \(installation.sentence("shelf.items.unknown-title"))"
      }
      let creator = names.creator.map { $0.isEmpty ? "" : " – \($0)" } ?? ""
      let year = item.work?.album.year.map { " (\($0))" } ?? ""
      return "\(item.number). \(names.title)\(creator)\(year)"
    }
    return Array((lines + [""]).joined(separator: "\n").utf8)
  }

  /// The columns that Goodreads reads from its own export.
  var goodreads: [UInt8] {
    table(
      [
        "Title", "Author", "ISBN", "ISBN13", "My Rating", "Publisher", "Number of Pages",
        "Original Publication Year", "Date Added", "Bookshelves", "Exclusive Shelf", "Owned Copies",
      ]
    ) { item, title, creator in
      let album = item.work?.album
      return [
        title, creator, "", album?.isbn ?? "", "0", album?.recordLabel ?? "",
        album?.pages.map(String.init) ?? "", album?.year.map(String.init) ?? "",
        day, "owned", "to-read", "1",
      ]
    }
  }

  /// The columns that StoryGraph reads from its own export.
  var storyGraph: [UInt8] {
    table(
      [
        "Title", "Authors", "ISBN/UID", "Format", "Read Status", "Date Added", "Star Rating",
        "Tags", "Owned?",
      ]
    ) { item, title, creator in
      [
        title, creator, item.work?.album.isbn ?? "", "", "to-read",
        day, "", "", "Yes",
      ]
    }
  }

  /// `2026/11/26`, as both services write days.
  private var day: String { String(shelf.created.isoDay.map { $0 == "-" ? "/" : $0 }) }

  private func table(
    _ columns: [String], _ cells: (ShelfItem, String, String) -> [String]
  ) -> [UInt8] {
    let lines =
      [CSVWriter.line(columns)]
      + books.map { CSVWriter.line(cells($0.item, $0.title, $0.creator), isSafe: true) }
    return Array(lines.joined().utf8)
  }
}
