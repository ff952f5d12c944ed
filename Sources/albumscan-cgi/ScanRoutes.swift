// A scan that was accepted: where it stands, and try it again now.

import Albums
import CGI
import Glibc
import Host
import Store

struct ScanRoutes {
  let house: House

  /// How long a form waits for the worker to end a scan: it writes pages, and asks nobody.
  private static let patienceMilliseconds: Int64 = 1000

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

  /// "Yes, this is it": the scan ends with one of the albums it offers, before its next call.
  func choose(_ id: ScanID, _ request: Request, _ body: inout Body) throws -> Answer {
    let candidate = try candidate(request, &body)
    let store = try house.openStore()
    switch try store.choose(candidate, for: id, at: house.now) {
    case .taken: break
    case .noScan: throw Refused(.notFound)
    case .notOffered: throw Refused(.notFound)
    case .over: throw Refused(scanIsOver: ())
    }
    guard let scan = try store.scan(id) else { throw Refused(.notFound) }
    if request.wantsJSON { return Answer(.json(.accepted, json(scan)), hasWork: true) }
    house.startWorker()
    return Answer(try .seeOther(try pageOnceOver(id, store)), hasWork: false)
  }

  /// The form's `candidate`; a body that is no form of ours names none.
  private func candidate(_ request: Request, _ body: inout Body) throws -> String {
    guard let length = request.contentLength, length <= Form.longestBody else {
      throw Refused(.badLength)
    }
    var bytes: [UInt8] = []
    do {
      try body.read { (piece) throws(Never) in bytes += piece }
    } catch is BodyError {
      throw Refused(.badLength, .badRequest)
    }
    guard let form = try? Form(contentType: request.contentType, body: bytes),
      let candidate = form["candidate"]
    else { throw Refused(.badRoute, .badRequest) }
    return candidate
  }

  /// The find's page, if it comes soon; who has no script should not see the old page once more.
  private func pageOnceOver(_ id: ScanID, _ store: borrowing Store) throws -> String {
    let deadline = Clock.bootMilliseconds() + Self.patienceMilliseconds
    while Clock.bootMilliseconds() < deadline {
      if let find = try store.scan(id)?.find, try store.unpublished().isEmpty {
        return "/album/\(find)/"
      }
      usleep(20_000)
    }
    return "/scan/\(id)/"
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
