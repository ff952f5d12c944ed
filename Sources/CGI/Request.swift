// Parses the CGI environment (RFC 3875) into one request.
// Refuses ambiguous input: duplicate headers, malformed lengths and paths. It reads no body, knows no
// route, and never takes the site's own address from the client (docs/faults.md A9).

package import Text

/// A client's request without its body.
package struct Request: Equatable, Sendable {
  package let method: Method
  package let path: Path

  /// The query of the address, unchanged; empty when absent. Only routes with a query parse it.
  package let query: [UInt8]

  /// The length of the body in bytes; nil when the server gave none.
  ///
  /// Exactly this number of bytes is read, and a shorter body is an error. A request without a
  /// length gets 411.
  /// Source: docs/faults.md §2, A4.
  package let contentLength: Int?

  /// Whether there is a Transfer-Encoding header. Then the body may contain raw chunk framing, and is
  /// refused with 411. Source: docs/faults.md §2 (busybox), A4.
  package let isChunked: Bool

  /// The Content-Type unchanged; nil when absent. `MultipartParser` and `Form` parse it.
  package let contentType: String?

  /// Whether the response should be JSON instead of a page.
  package let wantsJSON: Bool

  package let origin: Origin
  package let fetchSite: FetchSite

  /// The Host header. Only `AccessPolicy` uses it; no link is built from it.
  package let host: Authority?

  /// The peer's address; nil when the server gave none, or an invalid one.
  package let remoteAddress: IPAddress?

  /// Whether a proxy passed the request on, so that `remoteAddress` is the proxy's.
  package let isForwarded: Bool

  package let cookies: Cookies

  /// The value of `X-Albumscan-Token`; unchecked. Source: docs/interface.md "HTTP".
  package let apiToken: String?

  /// The person whom the web server has recognised: REMOTE_USER (RFC 3875 §4.1.11). Counts only with
  /// the setting `remote-user`.
  package let remoteUser: String?

  /// The value of the header that `proxy-user-header` names. Counts only from a trusted proxy.
  package let proxyUser: String?

  /// Whether the request came over HTTP/2 without TLS: by an upgrade (h2c), or by prior knowledge.
  package let isClearHTTP2: Bool

  /// The name of the browser, for the list of devices; nil for a name that is not plain text.
  package let userAgent: String?

  /// Parses the environment. Duplicate names must still be in the list. `userHeader` is the name of
  /// the header in which a proxy names the person.
  ///
  /// An empty variable means the same as a missing variable (RFC 3875 §4.1). The headers that can
  /// deny access are an exception (Origin, Sec-Fetch-Site, forwarding, Transfer-Encoding): an empty
  /// header counts as sent.
  package init(
    environment: [(name: String, value: [UInt8])], userHeader: String? = nil
  ) throws(RequestError) {
    let variables = try Variables(environment)
    method = try Method(validating: variables["REQUEST_METHOD"] ?? [])
    path = try Path(validating: variables["PATH_INFO"] ?? [])
    query = variables["QUERY_STRING"] ?? []
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
    apiToken = try variables.text("HTTP_X_ALBUMSCAN_TOKEN")
    remoteUser = try variables.name("REMOTE_USER")
    proxyUser =
      if let userHeader { try variables.name(Variables.name(ofHeader: userHeader)) } else { nil }
    isClearHTTP2 = variables.showClearHTTP2
    userAgent = try? variables.text("HTTP_USER_AGENT")
  }

  /// The Host header. A request with an invalid Host header must get status 400 (RFC 9112 §3.2).
  private static func host(in variables: Variables) throws(RequestError) -> Authority? {
    guard let sent = variables["HTTP_HOST"], !sent.isEmpty else { return nil }
    guard let host = Authority(sent[...]) else { throw .host }
    return host
  }
}

/// Why the environment could not be parsed. No case holds a client's text except for at most 64
/// characters of a header's name.
package enum RequestError: Error, Equatable, Sendable {
  /// Not GET, HEAD or POST. Source: docs/faults.md A12.
  case method
  /// PATH_INFO is outside the whitelist. Source: docs/faults.md A11.
  case path
  /// CONTENT_LENGTH is not a plain number, or is given twice with different values.
  /// Source: docs/faults.md A4.
  case length
  /// The Host header is invalid. Source: RFC 9112 §3.2.
  case host
  /// The environment has a name twice. Source: docs/faults.md A9.
  case duplicate(name: String)
  /// A header contains a byte that no header may contain, or is too long. Source: RFC 9110 §5.5.
  case header(name: String)
}
