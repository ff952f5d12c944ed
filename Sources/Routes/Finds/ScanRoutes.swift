// The routes of one scan: its state, "Try again now", and its correction.

import Albums
import CGI
import Glibc
import Host
import Store
import Text

struct ScanRoutes {
  let access: Access

  private var installation: Installation { access.installation }

  /// The person who sent the request.
  private var person: PersonID { access.personID }

  /// The maximum time that a form waits until the worker ends a scan. The worker calls no service
  /// to end it; it only writes pages.
  private static let formWaitMilliseconds: Int64 = 1000

  /// The scan's state as JSON, or a redirect to its page. Changes no row. Starts a worker if a job
  /// is due.
  func state(of id: ScanID, _ request: Request) throws -> RouteResult {
    let store = try installation.openStore()
    if let shelf = try store.shelf(id) { return try state(of: shelf, request, store) }
    guard let scan = try store.scan(id) else { throw Refusal.notFound }
    let needsWorker = try installation.needsWorker(store)
    if request.wantsJSON {
      return RouteResult(.json(.ok, try json(scan, store)), needsWorker: needsWorker)
    }
    let page = scan.findPage ?? "/scan/\(id)/"
    return RouteResult(try .seeOther(page), needsWorker: needsWorker)
  }

  /// The state of a shelf, without its items.
  private func state(
    of shelf: Shelf, _ request: Request, _ store: borrowing Store
  ) throws -> RouteResult {
    let needsWorker = try installation.needsWorker(store)
    let page = "/shelf/\(shelf.id)/"
    guard request.wantsJSON else {
      return RouteResult(try .seeOther(page), needsWorker: needsWorker)
    }
    return RouteResult(
      .json(
        .ok,
        [
          "id": .string(shelf.id.text), "state": .string(shelf.state.rawValue),
          "page": .string(page),
          "failure": shelf.failure.map {
            [
              "code": .string($0.code.rawValue),
              "message": .string(installation.text($0.forHousehold)),
            ]
          } ?? .null,
        ]), needsWorker: needsWorker)
  }

  /// Makes the next attempt of a waiting scan due at once. A scan that has ended stays unchanged,
  /// because its photo is deleted; the response is its state.
  func retry(_ id: ScanID, _ request: Request) throws -> RouteResult {
    let store = try installation.openStore()
    if let shelf = try store.shelf(id) {
      let isDue = try store.retry(id, at: installation.now)
      var result = try state(of: shelf, request, store)
      result.needsWorker = result.needsWorker || isDue
      return result
    }
    guard let scan = try store.scan(id) else { throw Refusal.notFound }
    guard try store.retry(id, at: installation.now) || !scan.state.isFinal else {
      return try state(of: id, request)
    }
    if request.wantsJSON {
      return RouteResult(.json(.accepted, try json(scan, store)), needsWorker: true)
    }
    return RouteResult(try .seeOther("/scan/\(id)/"), needsWorker: true)
  }

  /// Stores the user's choice of an album. A running scan ends with that album before its next paid
  /// call. If the scan already has a find, the worker corrects the find.
  func correct(_ id: ScanID, _ request: Request, _ body: inout Body) throws -> RouteResult {
    let receiver = UploadReceiver(installation: installation)
    let correction = try receiver.correction(request, &body)
    if case .hint = correction { try installation.refuseWithoutModel() }
    let store = try installation.openStore()
    if case .hint = correction, let find = try store.scan(id)?.find {
      try FindRoutes.refuseBook(find, store)
    }
    try receiver.require(
      store.correct(id, correction, by: person, at: installation.now), of: correction)
    guard let scan = try store.scan(id) else { throw Refusal.notFound }
    if request.wantsJSON {
      return RouteResult(.json(.accepted, try json(scan, store)), needsWorker: true)
    }
    installation.startWorker()
    return RouteResult(try .seeOther(try pageOnceOver(id, store)), needsWorker: false)
  }

  /// Waits a short time for the worker. Then returns the address of the find's page, or of the
  /// scan's page if there is no find. Without script, a redirect that comes too early would show
  /// the old page again.
  private func pageOnceOver(_ id: ScanID, _ store: borrowing Store) throws -> String {
    let deadline = Clock.bootMilliseconds() + Self.formWaitMilliseconds
    while Clock.bootMilliseconds() < deadline {
      guard let scan = try store.scan(id) else { break }
      if try !isBusy(scan, store) { break }
      usleep(20_000)
    }
    return try store.scan(id)?.findPage ?? "/scan/\(id)/"
  }

  /// Whether the worker still has to change the scan's page.
  private func isBusy(_ scan: Scan, _ store: borrowing Store) throws -> Bool {
    guard scan.state.isFinal, scan.job?.isUnderWay != true else { return true }
    if let find = scan.find, try store.jobNotice(of: find)?.isUnderWay == true { return true }
    return try store.hasStalePages()
  }

  /// The short form of the state. It names the address of `status.json`, which contains
  /// all data. `failure` is the reason why the last job of the scan or of its find failed or waits.
  private func json(_ scan: Scan, _ store: borrowing Store) throws -> JSON {
    let job = if let find = scan.find { try store.jobNotice(of: find) } else { scan.job }
    let failure = if let job { job.failure } else { scan.failure }
    return [
      "id": .string(scan.id.text), "state": .string(scan.state.rawValue),
      "page": .string(scan.findPage ?? "/scan/\(scan.id)/"),
      "status": .string(access.statusAddress(of: scan.id)),
      "busy": .bool(try isBusy(scan, store)),
      "errand": (job?.topic.rawValue).map { .string($0) } ?? .null,
      "failure": failure.map {
        ["code": .string($0.code.rawValue), "message": .string(installation.text($0))]
      } ?? .null,
    ]
  }
}
