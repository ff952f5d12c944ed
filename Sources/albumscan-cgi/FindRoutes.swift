// Taking a find out of the log, and putting it back.

import Albums
import CGI
import Glibc
import Host
import Store

struct FindRoutes {
  let house: House

  /// A form goes back to a page; it should not show what was just deleted.
  private static let patienceMilliseconds: Int64 = 400

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
