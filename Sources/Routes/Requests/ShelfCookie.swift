// The cookie of a shelf. Without people, it identifies the browser that sent the photo.

import Albums
import CGI
import Store

enum ShelfCookie {
  /// The most cookies of one browser. Web servers take a header of at most 8 KiB. Source: docs/limits.md.
  static let most = 60

  private static let prefix = "shelf-"

  private static func name(_ id: ScanID) -> String { "\(prefix)\(id)" }

  private static func names(in request: Request) -> [String] {
    request.cookies.names.filter { $0.hasPrefix(prefix) }
  }

  /// The shelves that the browser has sent.
  static func shelves(of request: Request, in store: borrowing Store) throws(StoreError) -> [ScanID]
  {
    var shelves: [ScanID] = []
    for name in names(in: request) {
      guard let id = ScanID(name.dropFirst(prefix.utf8.count)),
        let sender = try store.sender(of: id)
      else { continue }
      if isOf(sender, id, request) { shelves.append(id) }
    }
    return shelves
  }

  /// Whether the request has the cookie of the shelf.
  static func isOf(_ sender: ShelfSender, _ id: ScanID, _ request: Request) -> Bool {
    request.cookies[name(id)].map(sender.has(secret:)) ?? false
  }

  /// The values of Set-Cookie that remove the oldest cookies, so that the browser can have one more.
  static func removals(in request: Request, _ policy: AccessPolicy) -> [String] {
    names(in: request).dropLast(most - 1).map { policy.cookie($0, "", path: path, seconds: 0) }
  }

  private static let path = "/cgi-bin/albumscan/scans"

  /// The value of Set-Cookie. The browser sends the cookie only to the routes of scans, and keeps it as long
  /// as the program keeps the list of the shelf.
  static func value(_ secret: String, _ id: ScanID, _ policy: AccessPolicy) -> String {
    policy.cookie(name(id), secret, path: path, seconds: Shelf.listMilliseconds / 1000)
  }
}
