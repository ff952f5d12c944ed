// The name of the cookie of a session, and the cookies that count.

import CGI
import Testing

@Suite struct SessionCookieTests {
  /// A browser sends the cookies of a host to all its ports.
  @Test(arguments: [
    ("https://records.example", "__Host-albumscan"),
    ("https://records.example:443", "__Host-albumscan"),
    ("https://records.example:8443", "__Host-albumscan-8443"),
    ("https://records.example:80", "__Host-albumscan-80"), ("http://127.0.0.1", "albumscan"),
    ("http://127.0.0.1:80", "albumscan"), ("http://127.0.0.1:8017", "albumscan-8017"),
    ("http://[::1]:8017", "albumscan-8017"),
  ])
  func `the cookie's name has the port of base-url, unless it is that of the scheme`(
    base: String, name: String
  ) throws {
    let policy = AccessPolicy(baseURL: try BaseURL(base), isOpenToLAN: false)
    #expect(policy.sessionCookie.name == name)
    #expect(policy.cookie("x", seconds: 9).hasPrefix("\(name)=x; "))
  }

  @Test(arguments: [
    ("albumscan-8017=new; albumscan=old", ["new", "old"]), ("albumscan=old", ["old"]),
    ("albumscan-8018=other; albumscan-8017=new", ["new"]), ("albumscan-8018=other", []),
    ("albumscan-8017=a; albumscan-8017=b; albumscan=old", ["old"]),
    ("__Host-albumscan=x; __Host-albumscan-8017=x", []),
  ])
  func `the cookie of this port comes before the one without a port`(
    header: String, tokens: [String]
  ) throws {
    let policy = AccessPolicy(baseURL: try BaseURL("http://127.0.0.1:8017"), isOpenToLAN: false)
    let sent = try request("GET", "/session", [("HTTP_COOKIE", header)])
    #expect(policy.sessionTokens(of: sent) == tokens)
  }
}
