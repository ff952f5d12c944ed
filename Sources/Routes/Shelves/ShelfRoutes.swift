// The routes of a shelf: its page, its picture, its export, and the changes of its person.

import Albums
import CGI
import Host
import Store
import Text

struct ShelfRoutes {
  let access: Access

  private var installation: Installation { access.installation }
  private var request: Request { access.request }

  /// The most items of "Add all" that need no question. Source: docs/limits.md.
  static let mostWithoutQuestion = 20

  /// The maximum size of a shelf picture, in bytes.
  private static let pictureLimit = 32 << 20

  /// The address of the page with the items of a shelf.
  static func page(of id: ScanID) -> String { "/cgi-bin/albumscan/scans/\(id)/items" }

  // MARK: Reading

  /// GET …/scans/<id>/items: the page, a short JSON document, or with `?format=` an export.
  func items(_ id: ScanID, _ store: borrowing Store) throws -> RouteResult {
    let shelf = try shelf(id, store)
    if let format = try query("format") { return try export(shelf, as: format, store) }
    if request.wantsJSON {
      return RouteResult(
        .json(.ok, try json(shelf, store)), needsWorker: try installation.needsWorker(store))
    }
    var page = ShelfPage(
      installation: installation, shelf: shelf, photos: try store.photos(of: shelf.session))
    page.reviews = try reviewOffer(shelf, store)
    return RouteResult(
      try installation.page(.shelfItems, page.fill()).response,
      needsWorker: try installation.needsWorker(store))
  }

  /// GET …/scans/<id>/picture: the shelf picture; with `?view`, a smaller copy.
  func picture(_ id: ScanID, _ store: borrowing Store) throws -> RouteResult {
    let shelf = try shelf(id, store)
    let isView = try query("view") != nil
    return RouteResult(.file(.jpeg, try picture(of: shelf, isView: isView)))
  }

  /// GET …/scans/<id>/items/<n>/cover: the artwork of the item's work. The web root has only the pictures
  /// of finds.
  func cover(_ id: ScanID, _ number: Int, _ store: borrowing Store) throws -> RouteResult {
    let item = try shelf(id, store).items.first { $0.number == number }
    guard let artwork = item?.work?.album.artwork else { throw Refusal.notFound }
    let path = "\(installation.configuration.artwork)/\(artwork.fileName(side: 200))"
    guard Files.exists(path) else { throw Refusal.notFound }
    return RouteResult(.file(.jpeg, try Files.read(path, limit: 1 << 20)))
  }

  /// Without a smaller copy, the picture itself is the view.
  private func picture(of shelf: Shelf, isView: Bool = false) throws -> [UInt8] {
    let configuration = installation.configuration
    let path = configuration.photo(shelf.id.text)
    guard shelf.size != nil, !shelf.pictureIsOver(at: installation.now), Files.exists(path) else {
      throw Refusal.notFound
    }
    let view = configuration.shelfView(shelf.id.text)
    return try Files.read(
      isView && Files.exists(view) ? view : path, limit: Self.pictureLimit)
  }

  /// All exports but the picture have the items of the whole session.
  private func export(
    _ shelf: Shelf, as format: String, _ store: borrowing Store
  ) throws -> RouteResult {
    guard shelf.cleared == nil else { throw Refusal.notFound }
    var shelves: [Shelf] = []
    for photo in try store.photos(of: shelf.session) {
      if let one = try store.shelf(photo.id) { shelves.append(one) }
    }
    let list = ShelfList(shelves: shelves, zone: installation.zone)
    switch format {
    case "text": return try file(.text, list.text(installation), named: "shelf.txt")
    case "goodreads": return try file(.csv, list.goodreads, named: "shelf-goodreads.csv")
    case "storygraph": return try file(.csv, list.storyGraph, named: "shelf-storygraph.csv")
    case "picture":
      guard let size = shelf.size else { throw Refusal.notFound }
      let picture = ShelfPicture(size: size, items: shelf.shownItems)
      return try file(.svg, picture.svg(around: try self.picture(of: shelf)), named: "shelf.svg")
    default: throw Refusal.malformedRequest
    }
  }

  private func file(
    _ type: Response.FileType, _ bytes: [UInt8], named name: String
  ) throws -> RouteResult {
    var response = Response.file(type, bytes)
    try response.add(.contentDisposition, "attachment; filename=\"\(name)\"")
    return RouteResult(response)
  }

  private func query(_ name: String) throws -> String? {
    guard !request.query.isEmpty else { return nil }
    do {
      return try Form(query: request.query)[name]
    } catch {
      throw Refusal.malformedRequest
    }
  }

  /// The shelf; refuses a list that has expired.
  private func shelf(_ id: ScanID, _ store: borrowing Store) throws -> Shelf {
    guard let shelf = try store.shelf(id),
      installation.now.milliseconds - shelf.created.milliseconds <= Shelf.listMilliseconds
    else { throw Refusal.notFound }
    return shelf
  }

  /// The JSON document for a page that waits for the worker. Source: docs/interface.md.
  private func json(_ shelf: Shelf, _ store: borrowing Store) throws -> JSON {
    let shown = shelf.shownItems
    return [
      "version": 1, "id": .string(shelf.id.text), "page": .string("/shelf/\(shelf.id)/"),
      "state": .string(shelf.cleared == nil ? shelf.state.rawValue : "cleared"),
      "revision": .integer(shelf.revision),
      "found": .integer(shown.count { $0.reading != nil }), "about": .integer(shown.count),
      "isStable": .bool(shelf.size != nil),
      "readingFor": shelf.readingSince.map {
        .integer(Int(max(0, installation.now.milliseconds - $0.milliseconds)) / 1000)
      } ?? .null,
      "reviews": try reviewOffer(shelf, store)?.json ?? .null,
    ]
  }

  // MARK: Changing

  /// POST …/scans/<id>/items/<n>/<action>.
  func changeItem(
    _ id: ScanID, _ number: Int, _ action: ItemAction, _ body: inout Body,
    _ store: borrowing Store
  ) throws -> RouteResult {
    let form = try UploadReceiver(installation: installation).form(request, &body)
    let change: ShelfChange =
      switch action {
      case .add: .add([number], isMine: form["status"] == FindStatus.have.rawValue)
      case .remove: .remove([number])
      case .dismiss: .dismiss([number])
      case .restore: .restore([number])
      case .separate: .separate(number)
      case .edit: try naming(number, form)
      case .box: .move(number, corners: try corners(form, try shelf(id, store)))
      }
    let result = try make(change, id, store, at: number)
    // The form of the names has two buttons: "Save", and "Save and add".
    guard action == .edit, form["add"] != nil else { return result }
    let isMine = form["status"] != ""
    return try make(.add([number], isMine: isMine), id, store, at: number)
  }

  /// POST …/scans/<id>/<action>.
  func change(
    _ id: ScanID, _ action: ShelfAction, _ body: inout Body, _ store: borrowing Store
  ) throws -> RouteResult {
    let form = try UploadReceiver(installation: installation).form(request, &body)
    let shelf = try shelf(id, store)
    switch action {
    case .addAll:
      let numbers = shelf.items.filter(\.isInAddAll).map(\.number)
      guard !numbers.isEmpty else { return try answer(id, store, needsWorker: false) }
      if numbers.count > Self.mostWithoutQuestion, form["sure"] == nil {
        return try question(
          shelf, count: numbers.count, isMine: form["status"] == FindStatus.have.rawValue, store)
      }
      return try make(.add(numbers, isMine: form["status"] == FindStatus.have.rawValue), id, store)
    case .clear: return try make(.clear, id, store)
    case .cancel: return try make(.cancel, id, store)
    case .finish: return try make(.finish, id, store)
    case .undo: return try make(.undo, id, store)
    case .draw: return try make(.draw(corners: try corners(form, shelf)), id, store)
    case .reviews:
      guard let change = try offeredReviews(form, shelf, store) else {
        return try answer(id, store, needsWorker: false)
      }
      return try make(change, id, store)
    }
  }

  /// The page with the question before many finds are added.
  private func question(
    _ shelf: Shelf, count: Int, isMine: Bool, _ store: borrowing Store
  ) throws -> RouteResult {
    var page = ShelfPage(
      installation: installation, shelf: shelf, photos: try store.photos(of: shelf.session))
    page.question = (count: count, isMine: isMine)
    return RouteResult(try installation.page(.shelfItems, page.fill()).response)
  }

  private func make(
    _ change: ShelfChange, _ id: ScanID, _ store: borrowing Store, at number: Int? = nil
  ) throws -> RouteResult {
    let result = try store.change(id, change, by: access.personID, at: installation.now)
    if change == .finish { try removePictures(of: try shelf(id, store).session, store) }
    switch result {
    case .done(let needsWorker):
      return try answer(id, store, needsWorker: needsWorker, at: number)
    case .unknown: throw Refusal.notFound
    case .refused(let error): throw Refusal.shelf(error)
    }
  }

  /// Deletes the pictures of a finished session. The worker deletes those of photos that it still reads.
  private func removePictures(of session: ScanID, _ store: borrowing Store) throws {
    for photo in try store.photos(of: session) {
      guard try store.shelf(photo.id)?.pictureIsOver(at: installation.now) == true else { continue }
      try installation.configuration.removeShelfPicture(photo.id.text)
    }
  }

  private func answer(
    _ id: ScanID, _ store: borrowing Store, needsWorker: Bool, at number: Int? = nil
  ) throws -> RouteResult {
    if request.wantsJSON {
      return RouteResult(
        .json(.ok, try json(try shelf(id, store), store)), needsWorker: needsWorker)
    }
    let fragment = number.map { "#item-\($0)" } ?? ""
    return RouteResult(
      try .seeOther("\(Self.page(of: id))\(fragment)"), needsWorker: needsWorker)
  }

  // MARK: Forms

  /// The names that a person typed.
  private func naming(_ number: Int, _ form: Form) throws -> ShelfChange {
    guard let kind = SpineReading.Kind(rawValue: form["kind"] ?? "") else {
      throw Refusal.malformedRequest
    }
    let reading = SpineReading(
      title: try name(form["title"]), creator: try name(form["creator"]),
      publisher: try name(form["publisher"]), kind: kind, confidence: 1,
      year: try year(form["year"]))
    return .name(number, reading)
  }

  /// Nil for an empty field.
  private func name(_ text: String?) throws -> String? {
    do {
      return try Correction.name(text)
    } catch {
      throw Refusal.correction(error)
    }
  }

  private func year(_ text: String?) throws -> Int? {
    guard let text = text?.trimmed, !text.isEmpty else { return nil }
    guard let year = Int(text), (1...2999).contains(year) else { throw Refusal.shelf(.badYear) }
    return year
  }

  /// A box in fractions of the picture: `x`, `y`, `w`, `h`.
  private func corners(_ form: Form, _ shelf: Shelf) throws -> [Double] {
    let values = ["x", "y", "w", "h"].compactMap { form[$0].flatMap { Double($0) } }
    guard values.count == 4, values.allSatisfy({ (0...1).contains($0) }), let size = shelf.size
    else { throw Refusal.shelf(.noBox) }
    let (width, height) = (Double(size.width), Double(size.height))
    let (left, top) = (values[0] * width, values[1] * height)
    let (right, bottom) = (
      min(width, left + values[2] * width), min(height, top + values[3] * height)
    )
    guard Files.exists(installation.configuration.photo(shelf.id.text)) else {
      throw Refusal.shelf(.noPicture)
    }
    guard right - left >= 8, bottom - top >= 8 else { throw Refusal.shelf(.noBox) }
    return [left, top, right, top, right, bottom, left, bottom].map { $0.rounded() }
  }
}

/// A change of one item by a form.
enum ItemAction: Sendable { case add, remove, dismiss, restore, separate, edit, box }

/// A change of a shelf by a form. `draw` adds a box for an item that the detector missed; `reviews` asks
/// for the reviews that the page offers.
enum ShelfAction: Sendable { case addAll, clear, cancel, finish, undo, draw, reviews }
