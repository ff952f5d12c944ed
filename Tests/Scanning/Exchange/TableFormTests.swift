// The forms of tables: the headers of known services, names of columns that tools write, encodings, separators and line
// ends; and what the dry run says about cells that it does not read.

import Albums
import Host
import Support
import Testing

@testable import Exchange
@testable import Store

@Suite struct TableFormTests {
  // MARK: Headers

  private static let discogs =
    "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,"
    + "Collection Media Condition,Collection Sleeve Condition,Collection Notes"
  private static let rateYourMusic =
    "RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,"
    + "Rating,Ownership,Purchase Date,Media Type,Review"

  static let headers: [(header: String, format: ImportFormat, unknown: [String])] = [
    (discogs, .discogs, []), (discogs + ",Collection Shelf,Collection Cleaned?", .discogs, []),
    (
      "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder", .discogs, []
    ),
    ("Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes", .discogs, []),
    (
      "catalog#,artist,title,label,format,rating,released,release_id,collectionFolder,date_added,"
        + "collection_media_condition,collection_sleeve_condition,collection_notes", .discogs, []
    ),
    ("Release ID,ARTIST,TITLE,DateAdded", .discogs, []),
    ("Artist,Title,release_id,Added On,Mood,Shelf", .discogs, ["Mood", "Shelf"]),
    (rateYourMusic, .rateyourmusic, []), (String(rateYourMusic.dropLast(7)), .rateyourmusic, []),
    (
      "RYM_Album,First_Name,Last_Name,First_Name_Localized,Last_Name_Localized,Title,Release_Date,"
        + "Rating,Ownership,Purchase_Date,Media_Type,Review", .rateyourmusic, []
    ),
    (discogs + ",Notes", .discogs, ["Notes"]),
    (rateYourMusic + ",Genres", .rateyourmusic, ["Genres"]),
  ]

  @Test(arguments: headers)
  func `a table of a service is known by its columns, and other columns are named`(
    header: String, format: ImportFormat, unknown: [String]
  ) async throws {
    let table = try ExchangeHouse().table(header + "\n")
    #expect(table.format == format && table.unknownColumns == unknown)
    let unread = try await ExchangeHouse().report(header + "\n").unread
    #expect(unread.columnCount == unknown.count && unread.columns == unknown)
  }

  static let refused: [(header: String, error: ImportError)] = [
    (
      "listing_id,artist,title,label,catno,format,release_id,status,price,listed,comments,"
        + "media_condition,sleeve_condition", .inventory
    ),
    ("Listing ID,Artist,Title,Release ID,Price", .inventory),
    (
      "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,"
        + "Publisher,Binding,Number of Pages,Year Published,Original Publication Year,Date Read,"
        + "Date Added,Bookshelves,Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,"
        + "Private Notes,Read Count,Owned Copies", .unknownFormat
    ),
    (
      "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,"
        + "Read Count,Moods,Pace,Character- or Plot-Driven?,Strong Character Development?,"
        + "Loveable Characters?,Diverse Characters?,Flawed Characters?,Star Rating,Review,"
        + "Content Warnings,Content Warning Description,Tags,Owned?", .unknownFormat
    ),
    ("Book Id\tTitle\tSort Character\tPrimary Author\tPrimary Author Role\tISBN", .unknownFormat),
    (
      "Work ID,Title,Authors,First Publish Year,Edition ID,Edition Count,Bookshelf,My Ratings",
      .unknownFormat
    ),
  ]

  @Test(arguments: refused)
  func `a table of another kind is refused`(header: String, error: ImportError) throws {
    #expect(throws: error) { _ = try ExchangeHouse().table(header + "\r\n1,2,3\r\n") }
  }

  @Test(arguments: [
    "Date Added", "date_added", "DateAdded", "Date-Added", " date  added ", "Collection Date Added",
    "Added", "Added At",
  ])
  func `the day is found under each name of its column`(name: String) throws {
    let table = try ExchangeHouse().table("Artist,Title,release_id,\(name)\nA,T,1,2020-01-02\n")
    #expect(table.entries.map(\.found?.iso) == ["2020-01-02T00:00:00Z"])
    #expect(table.entries.map(\.details.status) == [.have])
  }

  // MARK: Bytes

  /// A table as `write` changes it.
  static let forms: [(name: String, write: @Sendable (String) -> [UInt8])] = [
    ("UTF-8", { Array($0.utf8) }), ("a byte order mark", { Array("\u{FEFF}\($0)".utf8) }),
    ("UTF-16, little", { wide("\u{FEFF}\($0)", isLittle: true) }),
    ("UTF-16, big", { wide("\u{FEFF}\($0)", isLittle: false) }),
    ("UTF-16 without a mark, little", { wide($0, isLittle: true) }),
    ("UTF-16 without a mark, big", { wide($0, isLittle: false) }),
    ("semicolons", { Array(separated($0, by: ";").utf8) }),
    ("tabs", { Array(separated($0, by: "\t").utf8) }),
    ("a named separator", { Array(("sep=;\r\n" + separated($0, by: ";")).utf8) }),
    ("a named comma", { Array(("SEP=,\r\n" + $0).utf8) }),
    ("LF", { $0.utf8.filter { $0 != 13 } }), ("CR", { $0.utf8.filter { $0 != 10 } }),
    ("blank lines first", { Array("\r\n \r\n,,\r\n\($0)".utf8) }),
    (
      "UTF-16, tabs and LF",
      { text in
        wide("\u{FEFF}" + separated(text, by: "\t"), isLittle: true)
      }
    ),
  ]

  private static func wide(_ text: String, isLittle: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
      return isLittle ? bytes : bytes.reversed()
    }
  }

  /// No cell of the table below has a comma, so each comma separates cells.
  private static func separated(_ text: String, by separator: Character) -> String {
    String(text.map { $0 == "," ? separator : $0 })
  }

  @Test(arguments: forms.map(\.name))
  func `a table is read in each form`(name: String) throws {
    let form = try #require(Self.forms.first { $0.name == name })
    let text =
      "Artist,Title,release_id,Date Added,Collection Notes\r\n"
      + "Björk,宇多田 👩,7,2020-01-02,\"a \"\"b\"\"\r\nc\"\r\nCan,  \"Two\" ,8,2020-01-03,\r\n"
    let table = try TableFile(form.write(text), zone: .utc, at: ExchangeHouse.now)
    #expect(table.entries.map(\.artist) == ["Björk", "Can"])
    #expect(table.entries.map(\.title) == ["宇多田 👩", "Two"])
    #expect(table.entries.map(\.identity) == ["discogs have 7 #1", "discogs have 8 #1"])
    #expect(table.entries.map { $0.found?.isoDay } == ["2020-01-02", "2020-01-03"])
    #expect(table.entries.map(\.problem) == [nil, nil] && table.unknownColumns.isEmpty)
    let lines = table.entries[0].details.note?.split(whereSeparator: \.isNewline)
    #expect(lines == ["a \"b\"", "c"])
  }

  @Test func `a separator inside of quotes counts as text`() throws {
    let text = "Artist;Title;release_id;\"a,b,c,d,e\"\nCan;\"One; two, three\";7;\n"
    #expect(try ExchangeHouse().table(text).entries.map(\.title) == ["One; two, three"])
  }

  // MARK: The dry run

  private static let table = "Artist,Title,release_id,Date Added,Rating,Mood,Collection Notes\n"

  private static func row(_ number: Int, _ date: String, note: String = "") -> String {
    "A\(number),T,\(number),\(date),,,\(note)\n"
  }

  @Test func `the dry run counts what it cannot read, and the import adds the rows`() async throws {
    let house = try ExchangeHouse()
    let text =
      Self.table + Self.row(1, "soon") + Self.row(2, "9999-12-31") + Self.row(3, "2020-01-02")
      + Self.row(4, "", note: String(repeating: "n", count: 4001))
      + Self.row(5, "", note: String(repeating: "n", count: 4000) + "  ") + ",no artist,6,soon,,,\n"
    let unread = try await house.report(text).unread
    #expect(unread.dates == 2 && unread.undecidedDates == 0 && unread.cutNotes == 1)
    #expect(unread.columns == ["Mood"])
    let words = try Phrasebook.english()
    #expect(
      unread.sentences.map { words.text($0) } == [
        "2 dates cannot be read or are in the future. The finds have no day of their own: "
          + "the history shows them at the day of the import.",
        "1 note is longer than 4000 characters. The import cuts it.",
        "1 column is unknown and is not read: Mood.",
      ])
    #expect(try await house.take(table: text).count == 5)
    let again = try await house.report(text).unread
    #expect(again.dates == 0 && again.cutNotes == 0, "the rows were imported before")
  }

  @Test func `the dry run says that no row decides between day and month`() async throws {
    let words = try Phrasebook.english()
    let rows = Self.row(1, "04/05/2023") + Self.row(2, "05/05/2023") + Self.row(3, "")
    let plain = "Artist,Title,release_id,Date Added,Rating,Label,Collection Notes\n"
    let open = try await ExchangeHouse().report(plain + rows).unread
    #expect(
      open.sentences.map { words.text($0) } == [
        "1 date does not show whether the day or the month comes first, and neither do the other "
          + "rows. The import takes the first number for the day."
      ])
    let decided = try await ExchangeHouse().report(plain + rows + Self.row(4, "4/23/23 4:38"))
    #expect(decided.unread == UnreadCells())
    let mixed = try await ExchangeHouse().report(
      plain + rows + Self.row(4, "4/23/23") + Self.row(5, "4/24/23") + Self.row(6, "23/4/23"))
    #expect(mixed.unread.undecidedDates == 1 && mixed.unread.hasBothOrders)
    #expect(
      mixed.unread.sentences.map { words.text($0) } == [
        "1 date does not show whether the day or the month comes first, and the other rows have "
          + "both orders. The import takes the more frequent order."
      ])
  }

  @Test func `of many unknown columns, the first are named`() async throws {
    let names = (1...12).map { "X\($0)" + String(repeating: "y", count: 99) }
    let header = "Artist,Title,release_id,\(names.joined(separator: ","))\n"
    let unread = try await ExchangeHouse().report(header).unread
    #expect(unread.columnCount == 12 && unread.columns.count == UnreadCells.mostColumns)
    #expect(unread.columns.allSatisfy { $0.count == 40 })
    let sentence = try #require(unread.sentences.last)
    #expect(try Phrasebook.english().text(sentence).hasSuffix("yyy …"))
  }

  // MARK: Artists of Discogs

  static let artists: [(cell: String, name: String)] = [
    ("Erik Satie*", "Erik Satie"),
    ("Erik Satie*, Alexis Weissenberg", "Erik Satie, Alexis Weissenberg"),
    ("Prince (2)*", "Prince"), ("Prince* (2)", "Prince"),
    ("Art Blakey* & Monk*", "Art Blakey & Monk"),
    ("N*E*R*D", "N*E*R*D"), ("S***", "S***"), ("*", "*"), ("F**k*", "F**k"),
    ("Fall*, The", "The Fall"),
  ]

  @Test(arguments: artists)
  func `the asterisk of another spelling is no part of a name`(cell: String, name: String) throws {
    #expect(DiscogsNames.artist(cell) == name)
    let table = try ExchangeHouse().table("Artist,Title,release_id\n\"\(cell)\",\"T*\",1\n")
    #expect(table.entries.map(\.artist) == [name] && table.entries.map(\.title) == ["T*"])
  }

  @Test func `a row without a release keeps its key without the asterisk`() throws {
    let table = try ExchangeHouse().table("Artist,Title,release_id\nErik Satie*,T,\n")
    #expect(table.entries.map(\.identity) == ["discogs have Erik Satie*|T|| #1"])
  }
}
