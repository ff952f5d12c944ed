// An answer as a web server expects it from a CGI: RFC 3875 §6.
// Every answer carries the same walls, whatever it says; none can be left out or weakened.

extension Response {
  /// The headers of every answer. Source: FAULTS §6 "Headers".
  package static let walls: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        + "img-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"),
    ("X-Frame-Options", "DENY"),
    ("Cache-Control", "no-store"),
    ("Vary", "Cookie, Sec-Fetch-Site, Origin"),
  ]

  /// The whole answer. `Status:` comes first, so that no server can take it for anything else.
  ///
  /// HEAD gets the headers of GET, its length included, and no body: busybox would send one on
  /// (FAULTS §2; RFC 9110 §9.3.2). 304 has neither (§15.4.5).
  package func bytes(for method: Request.Method) -> [UInt8] {
    var head = "Status: \(status.rawValue) \(status.reason)\r\n"
    for header in headers { head += "\(header.name.rawValue): \(header.value)\r\n" }
    for wall in Response.walls { head += "\(wall.name): \(wall.value)\r\n" }
    if status == .notModified { return Array((head + "\r\n").utf8) }
    head += "Content-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + (method == .head ? [] : body)
  }
}
