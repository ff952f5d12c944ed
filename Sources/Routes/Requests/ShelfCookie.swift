// The cookie of a shelf. Without people, it identifies the browser that sent the photo.

import Albums
import CGI

enum ShelfCookie {
  /// The most cookies of one browser. Web servers take a header of at most 8 KiB. Source: docs/limits.md.
  static let most = 60

  private static let prefix = "shelf-"

  private static func name(_ id: ScanID) -> String { "\(prefix)\(id)" }

  private static func names(in request: Request) -> [String] {
    request.cookies.names.filter { $0.hasPrefix(prefix) }
  }

  /// The keys of all shelves that the browser has sent.
  static func keys(of request: Request) -> [String] {
    names(in: request).compactMap { request.cookies[$0] }
  }

  /// The values of Set-Cookie that remove the oldest cookies, so that the browser can have one more.
  static func removals(in request: Request, _ policy: AccessPolicy) -> [String] {
    names(in: request).dropLast(most - 1).map { policy.cookie($0, "", path: path, seconds: 0) }
  }

  private static let path = "/cgi-bin/albumscan/scans"

  /// The value of Set-Cookie. The browser sends the cookie only to the routes of scans, and keeps it as long
  /// as the program keeps the list of the shelf.
  static func value(_ key: String, _ id: ScanID, _ policy: AccessPolicy) -> String {
    policy.cookie(name(id), key, path: path, seconds: Shelf.listMilliseconds / 1000)
  }

  /// The key in the request; nil without the cookie.
  static func key(of request: Request, _ id: ScanID) -> String? {
    request.cookies[name(id)]
  }
}
