// The export of a shelf: a text, and tables with the columns of Goodreads and StoryGraph. The tables
// have the books only. The cells are exact: importers read an apostrophe before a formula as a letter of the title
// (docs/decisions/167-shelf-tables-are-exact.md).

import Albums
import Text

struct ShelfList {
  /// The photos of a session in their order.
  let shelves: [Shelf]

  /// The zone of the days.
  let zone: Zone

  private struct Book {
    let item: ShelfItem
    let title: String
    let creator: String

    /// `2026/11/26`, as both services write days.
    let day: String
  }

  private var books: [Book] {
    shelves.flatMap { (shelf) -> [Book] in
      let day = String(zone.isoDay(shelf.created).map { $0 == "-" ? "/" : $0 })
      return shelf.countedItems.compactMap { (item) -> Book? in
        guard item.kind != .record, item.kind != .other else { return nil }
        return item.names.map {
          Book(
            item: item, title: $0.title.withoutDirectionControls,
            creator: ($0.creator ?? "").withoutDirectionControls, day: day)
        }
      }
    }
  }

  /// One line for each item: `1. Title – Creator (1925)`. Several photos have an empty line between them.
  func text(_ installation: Installation) -> [UInt8] {
    Array(shelves.map { text(of: $0, installation) }.joined(separator: "\n").utf8)
  }

  private func text(of shelf: Shelf, _ installation: Installation) -> String {
    let lines = shelf.countedItems.map { item in
      guard let names = item.names else {
        return "\(item.number). \(installation.sentence("shelf.items.unknown-title"))"
      }
      let creator = names.creator.map { $0.isEmpty ? "" : " – \($0)" } ?? ""
      let year = item.work?.album.year.map { " (\($0))" } ?? ""
      return "\(item.number). \(names.title)\(creator)\(year)".withoutDirectionControls
    }
    return (lines + [""]).joined(separator: "\n")
  }

  /// The columns that Goodreads reads from its own export.
  var goodreads: [UInt8] {
    table(
      [
        "Title", "Author", "ISBN", "ISBN13", "My Rating", "Publisher", "Number of Pages",
        "Original Publication Year", "Date Added", "Bookshelves", "Exclusive Shelf", "Owned Copies",
      ]
    ) { book in
      let album = book.item.work?.album
      return [
        book.title, book.creator, "", album?.isbn ?? "", "0",
        (album?.recordLabel ?? "").withoutDirectionControls,
        album?.pages.map(String.init) ?? "", album?.year.map(String.init) ?? "",
        book.day, "owned", "to-read", "1",
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
    ) { book in
      [
        book.title, book.creator, book.item.work?.album.isbn ?? "", "", "to-read",
        book.day, "", "", "Yes",
      ]
    }
  }

  private func table(_ columns: [String], _ cells: (Book) -> [String]) -> [UInt8] {
    let lines = [CSVWriter.line(columns)] + books.map { CSVWriter.line(cells($0)) }
    return Array(lines.joined().utf8)
  }
}
