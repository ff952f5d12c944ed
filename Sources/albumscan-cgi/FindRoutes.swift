// A find in the log: taken out and put back, put right, reviewed again.

import Albums
import CGI
import Glibc
import Host
import Store
import Text

struct FindRoutes {
  let house: House

  /// A form goes back to a page; it should not show what was just deleted.
  private static let patienceMilliseconds: Int64 = 400

  /// A worker looks nothing up in this time that is not known; then the page says what is being done.
  private static let errandPatienceMilliseconds: Int64 = 1000

  func delete(_ id: FindID, _ request: Request) throws -> Answer {
    let store = try house.openStore()
    guard try store.delete(id, at: house.now) else { throw Refused(.notFound) }
    return try done(request, store, ["id": .string(id.text), "deleted": true])
  }

  func undelete(_ id: FindID, _ request: Request) throws -> Answer {
    let store = try house.openStore()
    guard try store.undelete(id) else { throw Refused(.notFound) }
    return try done(request, store, ["id": .string(id.text), "deleted": false])
  }

  /// Where it stands, or a redirect to its page. Changes no row; wakes a worker that is missing.
  func state(of id: FindID, _ request: Request) throws -> Answer {
    let store = try house.openStore()
    guard let find = try store.find(id) else { throw Refused(.notFound) }
    let isAsleep = try house.isAsleep(store)
    if request.wantsJSON {
      return Answer(.json(.ok, try json(find, store)), hasWork: isAsleep)
    }
    return Answer(try .seeOther("/album/\(id)/"), hasWork: isAsleep)
  }

  /// Which album it really is, at any time.
  func correct(_ id: FindID, _ request: Request, _ body: inout Body) throws -> Answer {
    let correction = try Reception(house: house).correction(request, &body)
    let store = try house.openStore()
    guard try store.correct(id, correction, at: house.now) == .taken else {
      throw Refused(.notFound)
    }
    return try wished(id, request, store)
  }

  /// The review again, or for the first time.
  func review(_ id: FindID, _ request: Request, _ body: inout Body) throws -> Answer {
    let store = try house.openStore()
    guard try store.put(.review, for: id, at: house.now) else { throw Refused(.notFound) }
    body.drain()
    return try wished(id, request, store)
  }

  /// The worker was asked for something: a form waits a moment for it, so that the page is new.
  func wished(_ id: FindID, _ request: Request, _ store: borrowing Store) throws -> Answer {
    guard let find = try store.find(id) else { throw Refused(.notFound) }
    if request.wantsJSON {
      return Answer(.json(.accepted, try json(find, store)), hasWork: true)
    }
    house.startWorker()
    let deadline = Clock.bootMilliseconds() + Self.errandPatienceMilliseconds
    while try isBusy(id, store), Clock.bootMilliseconds() < deadline { usleep(20_000) }
    return Answer(try .seeOther("/album/\(id)/"), hasWork: false)
  }

  private func isBusy(_ id: FindID, _ store: borrowing Store) throws -> Bool {
    if try store.errand(of: id)?.isUnderWay == true { return true }
    return try !store.unpublished().isEmpty
  }

  /// `busy` as long as the page will change by itself; `published` when it says what is told here.
  private func json(_ find: Find, _ store: borrowing Store) throws -> JSON {
    [
      "version": 1, "id": .string(find.id.text), "page": .string("/album/\(find.id)/"),
      "busy": .bool(try isBusy(find.id, store)),
      "published": .bool(try store.unpublished().isEmpty),
      "album": ["artist": .string(find.album.artist), "title": .string(find.album.title)],
      "errand": (find.errand?.kind.rawValue).map { .string($0) } ?? .null,
      "failure": find.errand?.failure.map {
        ["code": .string($0.code.rawValue), "message": .string(house.text($0))]
      } ?? .null,
    ]
  }

  private func done(
    _ request: Request, _ store: borrowing Store, _ json: JSON
  ) throws -> Answer {
    var body = Body(length: min(request.contentLength ?? 0, 64 << 10))
    body.drain()
    if request.wantsJSON { return Answer(.json(.ok, json), hasWork: true) }
    house.startWorker()
    let deadline = Clock.bootMilliseconds() + Self.patienceMilliseconds
    while try !store.unpublished().isEmpty, Clock.bootMilliseconds() < deadline {
      usleep(20_000)
    }
    return Answer(try .seeOther("/history/"), hasWork: false)
  }
}
