// The table of Rate Your Music: albums with ratings, and whether they are owned or wanted.

import Albums
import Store
import Text

extension TableService {
  static let rateYourMusic = TableService(
    format: .rateyourmusic, fits: { $0.has("rymalbum", "title") },
    dateColumns: ["purchasedate", "datepurchased", "purchased"],
    otherColumns: [
      "rymalbum", "firstname", "lastname", "firstnamelocalized", "lastnamelocalized", "title",
      "releasedate", "rating", "ownership", "mediatype", "review",
    ], read: readRateYourMusic)

  private static func readRateYourMusic(
    _ cell: (String) -> String, into entry: inout TableEntry
  ) {
    func text(_ name: String) -> String {
      TableText.words(TableText.withoutEntities(cell(name)))
    }
    let plain = "\(text("firstname")) \(text("lastname"))".singleSpaced
    entry.artist =
      plain.isEmpty
      ? "\(text("firstnamelocalized")) \(text("lastnamelocalized"))".singleSpaced : plain
    entry.title = text("title")
    entry.year = TableText.year(cell("releasedate"))
    entry.details.status =
      switch cell("ownership").trimmed.lowercased() {
      case "o": .have
      case "w": .want
      case "u": .heard
      // A rated album was heard.
      default:
        TableText.words(cell("rating")).isEmpty || cell("rating").trimmed == "0" ? nil : .heard
      }
    // From 1 to 10: half stars.
    entry.details.ownRating = TableText.rating(TableText.withoutEntities(cell("rating")), of: 10)
    entry.take(note: TableText.withoutEntities(cell("review")))
    let id = text("rymalbum")
    entry.identity =
      "rateyourmusic " + (id.isEmpty ? "\(entry.artist)|\(entry.title)" : String(id.prefix(100)))
  }
}
