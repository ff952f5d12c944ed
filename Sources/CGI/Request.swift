// One request as values: the CGI environment in (RFC 3875), typed facts out.
// Refuses what it cannot read without guessing: duplicate headers, odd lengths, odd paths. It reads
// no body, knows no route, and never takes our own address from what a client sent (FAULTS A9).

/// What a client asked, as far as the environment says it.
package struct Request: Equatable, Sendable {
  package let method: Method
  package let path: Path

  /// The number of bytes the body must have; nil when the server gave none.
  ///
  /// "Read exactly that many; fewer is an error; absent is 411." Source: FAULTS §2, A4.
  package let contentLength: Int?

  /// Whether a Transfer-Encoding header reached us: then the body may hold raw chunk framing and is
  /// refused with 411. Source: FAULTS §2 (busybox), A4.
  package let isChunked: Bool

  /// The Content-Type as it was sent; nil when absent. `MultipartParser` and `Form` read it.
  package let contentType: String?

  /// Whether the answer should be JSON and not a page.
  package let wantsJSON: Bool

  package let origin: Origin
  package let fetchSite: FetchSite

  /// What the client calls us. For the door's check alone, never for building a link.
  package let host: Authority?

  /// The peer's address; nil when the server gave none, or something that is no address.
  package let remoteAddress: IPAddress?

  /// Whether somebody stands between the client and us, so that `remoteAddress` is theirs.
  package let isForwarded: Bool

  package let cookies: Cookies

  /// The value of `X-Albumscan-CSRF`; unchecked. Source: FAULTS §6 "Cookies".
  package let csrfToken: String?

  /// Reads the environment in its order, with duplicates still visible in it.
  ///
  /// An empty variable means the same as a missing one (RFC 3875 §4.1), except for the headers that
  /// are walls (Origin, Sec-Fetch-Site, forwarding, Transfer-Encoding): there, sent is sent.
  package init(environment: [(name: String, value: [UInt8])]) throws(RequestError) {
    let variables = try Variables(environment)
    method = try Method(validating: variables["REQUEST_METHOD"] ?? [])
    path = try Path(validating: variables["PATH_INFO"] ?? [])
    contentLength = try length(in: variables)
    isChunked = variables["HTTP_TRANSFER_ENCODING"] != nil
    contentType = try variables.text("CONTENT_TYPE")
    wantsJSON = accepts(json: try variables.text("HTTP_ACCEPT") ?? "")
    origin = Origin(try variables.sentText("HTTP_ORIGIN"))
    fetchSite = FetchSite(try variables.sentText("HTTP_SEC_FETCH_SITE"))
    host = try Request.host(in: variables)
    remoteAddress = variables["REMOTE_ADDR"].flatMap { IPAddress($0[...]) }
    isForwarded = variables.holdForwarding
    cookies = try Cookies(header: variables["HTTP_COOKIE"])
    csrfToken = try variables.text("HTTP_X_ALBUMSCAN_CSRF")
  }

  /// The Host header; an invalid one must be answered 400 (RFC 9112 §3.2).
  private static func host(in variables: Variables) throws(RequestError) -> Authority? {
    guard let sent = variables["HTTP_HOST"], !sent.isEmpty else { return nil }
    guard let host = Authority(sent[...]) else { throw .host }
    return host
  }
}

/// Why a request was not read. None of the cases carries a value the client chose, but for the name
/// of a header, at most 64 characters of it.
package enum RequestError: Error, Equatable, Sendable {
  /// Not GET, HEAD or POST. Source: FAULTS A12.
  case method
  /// PATH_INFO is outside the whitelist. Source: FAULTS A11.
  case path
  /// CONTENT_LENGTH is not a plain number, or is given twice and differently. Source: FAULTS A4.
  case length
  /// The Host header names no host. Source: RFC 9112 §3.2.
  case host
  /// One name stands twice in the environment. Source: FAULTS A9.
  case duplicate(name: String)
  /// A header we read holds a byte that no header may hold, or is too long. Source: RFC 9110 §5.5.
  case header(name: String)
}
