// A scan that was accepted: where it stands, and try it again now.

import Albums
import CGI
import Glibc
import Host
import Store
import Text

struct ScanRoutes {
  let house: House

  /// How long a form waits for the worker to end a scan: it writes pages, and asks nobody.
  private static let patienceMilliseconds: Int64 = 1000

  /// Its state as JSON, or a redirect to its page. Changes no row; wakes a worker that is missing.
  func state(of id: ScanID, _ request: Request) throws -> Answer {
    let store = try house.openStore()
    guard let scan = try store.scan(id) else { throw Refused(.notFound) }
    let isAsleep = try house.isAsleep(store)
    if request.wantsJSON {
      return Answer(.json(.ok, try json(scan, store)), hasWork: isAsleep)
    }
    let page = scan.find.map { "/album/\($0)/" } ?? "/scan/\(id)/"
    return Answer(try .seeOther(page), hasWork: isAsleep)
  }

  /// A scan that waits for a service is tried at once. One that ended meanwhile is shown as it is: its
  /// photo is gone.
  func retry(_ id: ScanID, _ request: Request) throws -> Answer {
    let store = try house.openStore()
    guard let scan = try store.scan(id) else { throw Refused(.notFound) }
    guard try store.retry(id, at: house.now) || !scan.state.isFinal else {
      return try state(of: id, request)
    }
    if request.wantsJSON {
      return Answer(.json(.accepted, try json(scan, store)), hasWork: true)
    }
    return Answer(try .seeOther("/scan/\(id)/"), hasWork: true)
  }

  /// "Yes, this is it", or what it really is: the scan ends with it before its next call; of a scan
  /// that has its find, the find is put right.
  func correct(_ id: ScanID, _ request: Request, _ body: inout Body) throws -> Answer {
    let correction = try Reception(house: house).correction(request, &body)
    let store = try house.openStore()
    guard try store.correct(id, correction, at: house.now) == .taken,
      let scan = try store.scan(id)
    else { throw Refused(.notFound) }
    if request.wantsJSON { return Answer(.json(.accepted, try json(scan, store)), hasWork: true) }
    house.startWorker()
    return Answer(try .seeOther(try pageOnceOver(id, store)), hasWork: false)
  }

  /// The find's page, if it comes soon; who has no script should not see the old page once more.
  private func pageOnceOver(_ id: ScanID, _ store: borrowing Store) throws -> String {
    let deadline = Clock.bootMilliseconds() + Self.patienceMilliseconds
    while Clock.bootMilliseconds() < deadline {
      guard let scan = try store.scan(id) else { break }
      if try !isBusy(scan, store) { break }
      usleep(20_000)
    }
    return try store.scan(id)?.find.map { "/album/\($0)/" } ?? "/scan/\(id)/"
  }

  /// Whether its page will change by itself.
  private func isBusy(_ scan: Scan, _ store: borrowing Store) throws -> Bool {
    guard scan.state.isFinal, scan.errand?.isUnderWay != true else { return true }
    if let find = scan.find, try store.errand(of: find)?.isUnderWay == true { return true }
    return try !store.unpublished().isEmpty
  }

  /// The short form: everything a page needs is in the static `status.json`, which this names. `failure`
  /// is the errand's where there is one: why it failed, or why it waits.
  private func json(_ scan: Scan, _ store: borrowing Store) throws -> JSON {
    let errand =
      if let find = scan.find { try store.errand(of: find) } else { scan.errand }
    let failure = if let errand { errand.failure } else { scan.failure }
    return [
      "id": .string(scan.id.text), "state": .string(scan.state.rawValue),
      "page": .string(scan.find.map { "/album/\($0)/" } ?? "/scan/\(scan.id)/"),
      "status": .string("/scan/\(scan.id)/status.json"),
      "busy": .bool(try isBusy(scan, store)),
      "errand": (errand?.kind.rawValue).map { .string($0) } ?? .null,
      "failure": failure.map {
        ["code": .string($0.code.rawValue), "message": .string(house.text($0))]
      } ?? .null,
    ]
  }
}
