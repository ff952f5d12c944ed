// A find without a photo: the forms with the product code and with the names, and their answers. The worker
// looks the names up after the find is in the history; a code becomes a scan.

import Albums
import CGI
import Host
import Store
import Text

struct AddRoutes {
  let access: Access

  private static let path = "/cgi-bin/albumscan/add"

  /// The maximum time that a form waits for the pages of the new find.
  private static let waitMilliseconds: Int64 = 1000

  private var installation: Installation { access.installation }
  private var request: Request { access.request }

  /// GET …/add. With `added`, the page names the find that was added last, with its undo.
  func page(_ store: borrowing Store) throws -> RouteResult {
    var fill = try form(store)
    if let id = try addedFind(), let find = try store.find(id), try access.owns(id, in: store) {
      show(find, as: "added", in: &fill)
    }
    fill.show("album")
    fill.show("none")
    return RouteResult(
      try installation.page(.add, fill).response, needsWorker: try installation.needsWorker(store))
  }

  /// POST …/add.
  func add(_ body: inout Body, _ store: borrowing Store) throws -> RouteResult {
    let form = try UploadReceiver(installation: installation).form(request, &body)
    if let code = form["code"] {
      return try AcceptRoute(installation: installation, access: access).result(
        ofCode: code, request)
    }
    let work = try work(form)
    let status = try status(form)
    let result = try store.add(
      work, status: status, isCopy: form["copy"] == "1", by: access.personID,
      at: installation.now)
    switch result {
    case .queueFull: throw Refusal.queueFull
    case .added(let id):
      if request.wantsJSON {
        return RouteResult(.json(.accepted, try json(id, isAdded: true, store)), needsWorker: true)
      }
      installation.startWorker()
      try installation.waitForPages(store, milliseconds: Self.waitMilliseconds)
      return RouteResult(try .seeOther("\(Self.path)?added=\(id)"))
    case .present(let id):
      if request.wantsJSON {
        return RouteResult(.json(.ok, try json(id, isAdded: false, store)))
      }
      return try presentPage(id, work, status, store)
    }
  }

  // MARK: Parts of the routes

  /// The find that the address names as added.
  private func addedFind() throws(Refusal) -> FindID? {
    do {
      return try Form(query: request.query)["added"].flatMap { FindID($0) }
    } catch {
      throw .malformedRequest
    }
  }

  private func work(_ form: Form) throws -> Album {
    let kind = form["kind"] ?? WorkKind.album.rawValue
    do throws(CorrectionError) {
      let names = try Correction(artist: form["artist"], title: form["title"], kind: kind)
      guard case .named(let artist, let title, let kind) = names else { throw .names }
      return Album(kind: kind ?? .album, artist: artist, title: title)
    } catch {
      // A form without any name gives the error `nothing`; the refusal then asks for the names.
      throw Refusal.correction(error == .nothing ? .names : error)
    }
  }

  private func status(_ form: Form) throws -> FindStatus? {
    guard let word = form["status"], word != "none" else { return nil }
    guard let status = FindStatus(rawValue: word) else { throw Refusal.malformedRequest }
    return status
  }

  /// The page with the find that the history has, and with the question whether this is another copy.
  private func presentPage(
    _ id: FindID, _ work: Album, _ status: FindStatus?, _ store: borrowing Store
  ) throws -> RouteResult {
    guard let find = try store.find(id) else { throw Refusal.notFound }
    var fill = try form(store)
    show(find, as: "present", in: &fill)
    fill["typed-artist"] = work.artist
    fill["typed-title"] = work.title
    fill["typed-kind"] = work.kind.rawValue
    fill["typed-status"] = status?.rawValue ?? "none"
    fill.show(work.kind.rawValue)
    fill.show(status?.rawValue ?? "none")
    return try installation.page(.add, fill)
  }

  /// The form with the names of the history, which the browser suggests while the user types.
  private func form(_ store: borrowing Store) throws(StoreError) -> PageFill {
    var fill = PageFill()
    fill.list(
      "creator",
      try store.creatorNames().map { name in
        var entry = PageFill()
        entry["creator"] = name
        return entry
      })
    return fill
  }

  private func show(_ find: Find, as part: String, in fill: inout PageFill) {
    fill["id"] = find.id.text
    fill["page"] = find.page
    fill["title"] = find.album.title
    fill["artist"] = find.album.artist
    fill["when"] = installation.day(find.found)
    fill.show(part)
  }

  private func json(_ id: FindID, isAdded: Bool, _ store: borrowing Store) throws -> JSON {
    [
      "version": 1, "id": .string(id.text), "page": .string(try store.page(of: id)),
      "added": .bool(isAdded),
    ]
  }
}
