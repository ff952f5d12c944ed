// GET …/scans?id=A,B,C: the states of several scans in one response, for a page that shows all scans
// of this browser.

import Albums
import CGI
import Host
import Store
import Text

struct TrayRoute {
  let access: Access

  private var installation: Installation { access.installation }

  /// The maximum number of scans in one request.
  private static let limit = 40

  /// The maximum size of a `status.json`, in bytes. A status with a whole review has 6 KB.
  private static let statusLimit = 256 << 10

  /// The content of each scan's `status.json` in the order of the ids, so the response is as new as
  /// the files. The state of a shelf comes from the database. A scan without a file has the state
  /// `gone`. Changes no row. Starts a worker if a job is due.
  func result(of request: Request, _ store: borrowing Store) throws -> RouteResult {
    let ids = try ids(of: request)
    var bytes = Array(#"{"version":1,"scans":["#.utf8)
    for (index, id) in ids.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += try shelf(id, store) ?? status(of: id)
    }
    bytes += Array("]}\n".utf8)
    return RouteResult(
      .json(.ok, joined: bytes), needsWorker: try installation.needsWorker(store))
  }

  /// The content of one scan's `status.json`, for a script with an API token, which opens no page.
  func state(of id: ScanID, _ store: borrowing Store) throws -> RouteResult {
    let bytes = try shelf(id, store) ?? status(of: id)
    guard bytes != Self.gone(id) else { throw Refusal.notFound }
    return RouteResult(
      .json(.ok, joined: bytes), needsWorker: try installation.needsWorker(store))
  }

  private func ids(of request: Request) throws(Refusal) -> [ScanID] {
    guard let query = try? Form(query: request.query), let list = query["id"] else {
      throw .malformedRequest
    }
    let texts = list.split(separator: ",", omittingEmptySubsequences: false)
    let ids = texts.compactMap { ScanID($0) }
    guard ids.count == texts.count, ids.count <= Self.limit else { throw .malformedRequest }
    return ids
  }

  /// The state of a shelf, which has no file, with the counts of its items. The state of another person's
  /// shelf is `gone`. Nil for a scan that is no shelf.
  private func shelf(_ id: ScanID, _ store: borrowing Store) throws -> [UInt8]? {
    guard try access.maySee(id, in: store) else { return Self.gone(id) }
    guard let shelf = try store.shelf(id) else { return nil }
    let shown = shelf.shownItems
    let json: JSON = [
      "id": .string(id.text), "kind": "shelf", "state": .string(shelf.state.rawValue),
      "page": .string("/shelf/\(id)/"), "found": .integer(shown.count { $0.reading != nil }),
      "about": .integer(shown.count),
    ]
    return json.bytes(escaping: .page)
  }

  private func status(of id: ScanID) throws(HostError) -> [UInt8] {
    let path = "\(installation.configuration.site)/scan/\(id)/status.json"
    // The worker replaces the file as a whole, and may remove it at any moment.
    do {
      return try Files.read(path, limit: Self.statusLimit)
    } catch {
      if Files.exists(path) { throw error }
      return Self.gone(id)
    }
  }

  private static func gone(_ id: ScanID) -> [UInt8] {
    Array(#"{"id":"\#(id)","state":"gone"}"#.utf8)
  }
}
