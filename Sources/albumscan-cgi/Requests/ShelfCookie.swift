// The cookie of a shelf. Without people, it tells the browser that sent the photo from all others.

import Albums
import CGI

enum ShelfCookie {
  private static func name(_ id: ScanID) -> String { "shelf-\(id)" }

  /// The value of Set-Cookie. The browser sends the cookie only to the routes of scans, as long as the list
  /// stays.
  static func value(_ key: String, _ id: ScanID, _ policy: AccessPolicy) -> String {
    policy.cookie(
      name(id), key, path: "/cgi-bin/albumscan/scans",
      seconds: Shelf.listMilliseconds / 1000)
  }

  /// The key in the request; nil without the cookie.
  static func key(of request: Request, _ id: ScanID) -> String? {
    request.cookies[name(id)]
  }
}
