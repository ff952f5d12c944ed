// A response in the format that a web server expects from a CGI program: RFC 3875 §6. Every
// response has the same security headers; no route can omit or weaken a header.

extension Response {
  /// The headers of every response. Source: docs/faults.md §6 "Headers".
  package static let securityHeaders: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self' data:; "
        + "img-src 'self' blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; "
        + "require-trusted-types-for 'script'; trusted-types albumscan-worker"
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

  /// The whole response, without the file of `fileLength`. `Status:` comes first, so that every server recognises it.
  ///
  /// HEAD gets the headers of GET, including the length, but no body: busybox would send a body to
  /// the client (docs/faults.md §2; RFC 9110 §9.3.2). A 204 and a 304 have neither length nor body
  /// (§15.3.5, §15.4.5).
  package func bytes(for method: Request.Method) -> [UInt8] {
    var head = "Status: \(status.rawValue) \(status.reason)\r\n"
    for header in headers { head += "\(header.name.rawValue): \(header.value)\r\n" }
    for header in Response.securityHeaders { head += "\(header.name): \(header.value)\r\n" }
    if status == .notModified || status == .noContent { return Array((head + "\r\n").utf8) }
    head += "Content-Length: \(fileLength ?? body.count)\r\n\r\n"
    return Array(head.utf8) + (method == .head ? [] : body)
  }
}
