// A scan that was accepted: where it stands, and try it again now.

import Albums
import CGI
import Host
import Store

struct ScanRoutes {
  let house: House

  /// Its state as JSON, or a redirect to its page. Changes no row; wakes a worker that is missing.
  func state(of id: ScanID, _ request: Request) throws -> Answer {
    let store = try house.openStore()
    guard let scan = try store.scan(id) else { throw Refused(.notFound) }
    let isAsleep =
      try store.hasWork(at: house.now) && !Lock.isHeld(house.configuration.workerLock)
    if request.wantsJSON {
      return Answer(.json(.ok, json(scan)), hasWork: isAsleep)
    }
    let page = scan.find.map { "/album/\($0)/" } ?? "/scan/\(id)/"
    return Answer(try .seeOther(page), hasWork: isAsleep)
  }

  /// Only a scan that waits for a service can be tried again: of any other the photo is gone.
  func retry(_ id: ScanID, _ request: Request) throws -> Answer {
    let store = try house.openStore()
    guard let scan = try store.scan(id) else { throw Refused(.notFound) }
    guard try store.retry(id, at: house.now) || !scan.state.isFinal else {
      throw Refused(.conflict)
    }
    if request.wantsJSON {
      return Answer(.json(.accepted, json(scan)), hasWork: true)
    }
    return Answer(try .seeOther("/scan/\(id)/"), hasWork: true)
  }

  /// The short form: everything a page needs is in the static `status.json`, which this names.
  private func json(_ scan: Scan) -> JSON {
    [
      "id": .string(scan.id.text), "state": .string(scan.state.rawValue),
      "page": .string(scan.find.map { "/album/\($0)/" } ?? "/scan/\(scan.id)/"),
      "status": .string("/scan/\(scan.id)/status.json"),
      "failure": scan.failure.map {
        ["code": .string($0.code.rawValue), "message": .string($0.message)]
      } ?? .null,
    ]
  }
}
