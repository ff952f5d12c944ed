// The routes of one find: its state, deletion and its undo, correction, and a new review.

import Albums
import CGI
import Glibc
import Host
import Store
import Text

struct FindRoutes {
  let installation: Installation

  /// The person who sent the request (`Installation.person(behind:)`).
  let person: PersonID

  /// The path of this program on web servers. Templates use it as `frame.program`.
  private static let program = "/cgi-bin/albumscan"

  /// The maximum time that a form waits for the pages that a deletion or its undo changes.
  private static let formWaitMilliseconds: Int64 = 400

  /// The maximum time that a form waits for a correction or a review. If the worker needs longer,
  /// for example for a service, the page shows the running job.
  private static let jobWaitMilliseconds: Int64 = 1000

  /// The maximum time that a form waits until the page shows the running job. A page without the
  /// job does not reload itself, so it would never show the result.
  private static let noticeWaitMilliseconds: Int64 = 10_000

  /// Deletes a find. For a form without script, the response redirects to `state`, which sends a
  /// page with "Undo".
  func delete(_ id: FindID, _ request: Request) throws -> RouteResult {
    let store = try installation.openStore()
    guard try store.delete(id, at: installation.now) else { throw Refusal.notFound }
    let json: JSON = ["id": .string(id.text), "deleted": true]
    return try changed(request, store, json) { (_) in "\(Self.program)/finds/\(id)" }
  }

  func undelete(_ id: FindID, _ request: Request) throws -> RouteResult {
    let store = try installation.openStore()
    guard try store.undelete(id, at: installation.now) else { throw Refusal.notFound }
    let json: JSON = ["id": .string(id.text), "deleted": false]
    let page = try store.page(of: id)
    return try changed(request, store, json) { $0 ? page : "/history/" }
  }

  /// The find's state as JSON, or a redirect to the find's page. Changes no row. Starts a worker if
  /// a job is due.
  func state(of id: FindID, _ access: Access) throws -> RouteResult {
    let request = access.request
    let store = try installation.openStore()
    guard let find = try store.find(id) else { return try stateOfDeleted(id, access, store) }
    let needsWorker = try installation.needsWorker(store)
    if request.wantsJSON {
      return RouteResult(.json(.ok, try json(find, store)), needsWorker: needsWorker)
    }
    return RouteResult(try .seeOther(find.page), needsWorker: needsWorker)
  }

  /// The drawn picture to share of a find in the published log, for the share sheet of a phone. A page of
  /// the household cannot load it from the address of the published log, which is another origin.
  func picture(of id: FindID, _ store: borrowing Store) throws -> RouteResult {
    guard let log = installation.configuration.publishing, let find = try store.find(id) else {
      throw Refusal.notFound
    }
    let folder = "\(log.folder)\(find.page)"
    guard Files.isDirectory(folder),
      let name = try Files.entries(of: folder, startingWith: PictureToShare.beginning).first,
      let size = Files.regularSize(of: folder + name)
    else { throw Refusal.notFound }
    var result = RouteResult(Response.file(.jpeg, length: size))
    result.file = folder + name
    return result
  }

  /// The page that names the deleted find and has "Undo", for a sender who may undo the deletion.
  private func stateOfDeleted(
    _ id: FindID, _ access: Access, _ store: borrowing Store
  ) throws -> RouteResult {
    guard !access.request.wantsJSON, let find = try store.deletedFind(id),
      try access.owns(id, in: store)
    else { throw Refusal.notFound }
    var fill = PageFill()
    fill["id"] = id.text
    fill["title"] = find.album.title
    fill["artist"] = find.album.artist
    return RouteResult(
      try installation.page(.deleted, fill).response,
      needsWorker: try installation.needsWorker(store))
  }

  /// Requests a correction, which gives the find another album.
  func correct(_ id: FindID, _ request: Request, _ body: inout Body) throws -> RouteResult {
    let receiver = UploadReceiver(installation: installation)
    let correction = try receiver.correction(request, &body)
    if case .hint = correction { try installation.refuseWithoutModel() }
    let store = try installation.openStore()
    if case .hint = correction { try Self.refuseBook(id, store) }
    try receiver.require(
      store.correct(id, correction, by: person, at: installation.now), of: correction)
    return try queued(id, request, store)
  }

  /// Requests a review: the first review, or a new one.
  func review(_ id: FindID, _ request: Request, _ body: inout Body) throws -> RouteResult {
    try installation.refuseWithoutModel()
    let store = try installation.openStore()
    if !store.reviewsBooks { try Self.refuseBook(id, store) }
    guard try store.enqueue(.review, for: id, by: person, at: installation.now) else {
      throw Refusal.notFound
    }
    body.drain()
    return try queued(id, request, store)
  }

  /// Throws `onlyRecords` if the find is a book: no model reads a hint about a book, models review
  /// books only with the setting `book-reviews`, and the Cover Art Archive has no books.
  static func refuseBook(_ id: FindID, _ store: borrowing Store) throws {
    if try store.kind(of: id) == .book { throw Refusal.onlyRecords }
  }

  /// The response after a job is queued. For a form, the response waits a moment for the worker, so
  /// that the redirect leads to the new page.
  func queued(_ id: FindID, _ request: Request, _ store: borrowing Store) throws -> RouteResult {
    guard let find = try store.find(id) else { throw Refusal.notFound }
    if request.wantsJSON {
      return RouteResult(.json(.accepted, try json(find, store)), needsWorker: true)
    }
    installation.startWorker()
    let begun = Clock.bootMilliseconds()
    func hasWaited(_ most: Int64) -> Bool { Clock.bootMilliseconds() - begun >= most }
    while try isBusy(id, store), !hasWaited(Self.jobWaitMilliseconds) { usleep(20_000) }
    while try store.hasStalePages(), !hasWaited(Self.noticeWaitMilliseconds) { usleep(20_000) }
    return RouteResult(try .seeOther(try store.page(of: id)), needsWorker: false)
  }

  private func isBusy(_ id: FindID, _ store: borrowing Store) throws -> Bool {
    if try store.jobNotice(of: id)?.isUnderWay == true { return true }
    return try store.hasStalePages()
  }

  /// The find's state as JSON. `busy` is true while the worker still has to change the page.
  /// `published` is true if the page shows this state, `linked` if it also has its links to index
  /// pages, which the worker may write later.
  private func json(_ find: Find, _ store: borrowing Store) throws -> JSON {
    [
      "version": 1, "id": .string(find.id.text), "page": .string(find.page),
      "kind": .string(find.album.kind.rawValue),
      "busy": .bool(try isBusy(find.id, store)),
      "published": .bool(try !store.hasStalePages()),
      "linked": .bool(try !store.isUnfinished(find.id)),
      "album": ["artist": .string(find.album.artist), "title": .string(find.album.title)],
      "errand": (find.job?.topic.rawValue).map { .string($0) } ?? .null,
      "failure": find.job?.failure.map {
        ["code": .string($0.code.rawValue), "message": .string(installation.text($0))]
      } ?? .null,
    ]
  }

  /// The response after a find was deleted or restored. For a form, the response waits a moment for
  /// the worker, then redirects to the address that `page` returns. The argument of `page` says
  /// whether all pages show the change.
  private func changed(
    _ request: Request, _ store: borrowing Store, _ json: JSON, _ page: (Bool) -> String
  ) throws -> RouteResult {
    var body = Body(length: min(request.contentLength ?? 0, 64 << 10))
    body.drain()
    if request.wantsJSON { return RouteResult(.json(.ok, json), needsWorker: true) }
    installation.startWorker()
    try installation.waitForPages(store, milliseconds: Self.formWaitMilliseconds)
    return RouteResult(try .seeOther(page(!(try store.hasStalePages()))), needsWorker: false)
  }
}
