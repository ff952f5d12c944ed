// An installation of the release programs that reads shelves, with a played model and a played Open
// Library, which answer as slowly as the real services.

import Albums
import Glibc
import Host
import JPEG
import Services
import Store
import Support

/// The times of a shelf in milliseconds, from the end of its upload.
struct ShelfTimes {
  var total = Double.infinity

  /// The longest chain of steps in which each step needs the result of the step before it.
  var path = Double.infinity
}

final class ShelfHouse {
  let house: BenchHouse
  private let model: OpenAIService
  private let openLibrary: OpenLibraryService
  private let server: BenchServer

  /// The model reads `books` at the numbers 1, 2, 3 …. With `options`, the server has the address `origin`.
  init(
    books: [KnownBook], origin: String? = nil, port: UInt16 = .random(in: 20_000...26_000),
    options: String = ""
  ) throws {
    model = try OpenAIService(ModelAnswers())
    openLibrary = try OpenLibraryService(books)
    let spines = books.map { PlayedSpine($0.title, $0.authors.first) }
    model.plan { $0.read(PlayedShelf(spines)) }
    DemoPace.phone.set(model: model)
    DemoPace.phone.set(books: openLibrary)
    house = try BenchHouse(
      settings: """
        words: \(Checkout.root)/words
        provider: openai
        openai-url: \(model.url)
        open-library-url: \(openLibrary.url)
        open-library-covers-url: \(openLibrary.url)
        musicbrainz-url: http://127.0.0.1:9
        cover-art-url: http://127.0.0.1:9
        contact: bench@records.example
        """, origin: origin, port: port)
    try Files.replace(
      house.folder.file("data/keys/openai"), with: Array(OpenAIService.key.utf8), mode: 0o600,
      durably: false)
    server = try BenchServer(house: house, options: options)
  }

  func store() throws -> Store { try Store.open(house.folder.file("data/albums.db")) }

  /// The newest shelf; nil without one.
  func newestShelf(in store: borrowing Store) throws -> Shelf? {
    let folder = house.folder.file("data/photos")
    for name in try Files.entries(of: folder) where name.hasSuffix(".jpg") {
      if let shelf = try store.shelf(ScanID(unchecked: String(name.dropLast(4)))) { return shelf }
    }
    return nil
  }

  /// Uploads a photo of `count` spines and waits for the end of the shelf in the database.
  func time(_ photo: [UInt8], spines count: Int) throws -> ShelfTimes {
    let store = try store()
    guard server.post(BenchServer.body(of: photo, fields: [("kind", "shelf")])) < .infinity else {
      return ShelfTimes()
    }
    let start = Measure.now()
    while try newestShelf(in: store)?.state != .complete {
      usleep(5000)
      if Measure.now() - start > 60_000 { return ShelfTimes() }
    }
    let total = Measure.now() - start
    guard let shelf = try newestShelf(in: store), shelf.items.count == count,
      shelf.items.allSatisfy({ $0.sureness == .sure && $0.work?.album.artwork != nil })
    else { return ShelfTimes() }
    return ShelfTimes(total: total, path: try criticalPath(of: shelf, photo))
  }

  /// The boxes and the sheets; the model's first item; the searches at Open Library's pace; the last search and its
  /// cover. The model's answer ends before the last search.
  private func criticalPath(of shelf: Shelf, _ photo: [UInt8]) throws -> Double {
    let original = house.folder.file("original.jpg")
    try Files.replace(original, with: photo, durably: false)
    let boxes = Measure.median((0..<5).map { _ in program(["shelf"], original) })
    let sheets = stride(from: 0, to: shelf.items.count, by: Store.itemsInSheet).map { first in
      let items = shelf.items[first..<min(first + Store.itemsInSheet, shelf.items.count)]
      let arguments = items.map { item in
        "\(item.number):\(item.box.rotation):"
          + item.box.corners.map { "\(($0 * 10).rounded() / 10)" }.joined(separator: ",")
      }
      let picture = house.folder.file("data/photos/\(shelf.id).jpg")
      return Measure.median((0..<5).map { _ in program(["sheet"] + arguments, picture) })
    }
    let item = Double(Self.firstToken) + Double(Self.tenItems) / 10
    let searches = Double(openLibrary.log.count(of: .search))
    let gaps = (searches - 1) * Self.paceMilliseconds
    return boxes + sheets.reduce(0, +) + item + gaps + Self.lastAnswer
  }

  /// The played model's times for a sheet of ten items.
  private static let firstToken = 600
  private static let tenItems = 2400

  /// The gap between two requests to Open Library, for a program that names a contact.
  private static let paceMilliseconds = 350.0

  /// A search (0.7 s), the redirect to a cover (0.35 s) and the cover (0.5 s).
  private static let lastAnswer = 1550.0

  private func program(_ arguments: [String], _ input: String) -> Double {
    Measure.run(
      "\(house.programs)/albumscan-photo", arguments, environment: ["PATH=/usr/bin:/bin"],
      input: input
    ).milliseconds
  }
}

extension ShelfHouse {
  /// Invented books that no installation knows, each with a cover.
  static func books(_ count: Int) -> [KnownBook] {
    (0..<count).map { index in
      let word = BenchAlbums.invented(count)[index].title
      var book = KnownBook(700_001 + index, "The \(word) Letters", by: "\(word) Author")
      (book.year, book.cover, book.editionCount) = (1999, 700_001 + index, 3)
      return book
    }
  }

  /// A drawn photo in which the program finds exactly `count` boxes.
  static func photo(of count: Int) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    for seed in UInt64(1)...60 {
      let drawn = DrawnShelf(seed: seed, .sparse, .lit, angle: 0, rows: 2)
      let jpeg = try JPEG.encode(drawn.pixels, quality: 90, maximumBytes: 8 << 20)
      try Files.replace(folder.file("shelf.jpg"), with: jpeg, durably: false)
      let run = Measure.run(
        "\(Checkout.releasePrograms)/albumscan-photo", ["spines"],
        environment: ["PATH=/usr/bin:/bin"], input: folder.file("shelf.jpg"),
        output: folder.file("boxes"))
      let boxes = try folder.text("boxes").split(separator: "\n").count { $0.hasPrefix("box: ") }
      if run.exitCode == 0, boxes == count { return jpeg }
    }
    throw BenchError.noPhoto
  }
}
