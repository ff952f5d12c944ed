// The options of libcurl for one request. Source: docs/faults.md §6 "libcurl", docs/services.md §6.

import CCurl

/// Sets options on an easy handle and keeps the first failure.
struct CurlSettings {
  let easy: UnsafeMutableRawPointer
  /// libcurl's code for the first option that it refused.
  private(set) var failure: Int?

  init(easy: UnsafeMutableRawPointer) { self.easy = easy }

  /// Options of all requests: certificates, and defaults that the environment must not change.
  mutating func apply(_ settings: TransportSettings) {
    set(CURLOPT_NOSIGNAL, 1)
    // Without this option, the end of a transfer waits for the answer of the name server.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_NETRC, 0)
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    set(CURLOPT_CAINFO, settings.caFile)
    // Without this option, libcurl also trusts Debian's folder of certificates.
    set(CURLOPT_CAPATH, nil)
    set(CURLOPT_USERAGENT, settings.userAgent)
    set(CURLOPT_PROXY, settings.proxy ?? "")
    set(CURLOPT_NOPROXY, "localhost,127.0.0.1,::1")
  }

  /// Options of this request.
  mutating func apply(_ hop: Hop) {
    let limits = hop.request.limits
    set(CURLOPT_URL, hop.address.url)
    set(CURLOPT_PROTOCOLS_STR, hop.reach == .publicOnly ? "https" : "http,https")
    set(CURLOPT_TIMEOUT_MS, hop.totalMilliseconds)
    set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectMilliseconds)
    // libcurl applies this limit only to a declared length; the write callback counts the bytes.
    note(albumscan_curl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.bodyBytes)))
    if hop.request.acceptsCompression { set(CURLOPT_ACCEPT_ENCODING, "") }
    if hop.received != nil || hop.request.asksForClearHTTP2 {
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    }
    if hop.request.method == .post { apply(body: hop.request.body ?? []) }
  }

  private mutating func apply(body: [UInt8]) {
    set(CURLOPT_POST, 1)
    note(
      albumscan_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    body.withUnsafeBytes { raw in
      let bytes = UnsafeMutableRawPointer(mutating: raw.baseAddress)
      note(albumscan_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, bytes))
    }
    // On a reused connection, libcurl repeats a request if the server closes the connection without
    // a response. A repeated request to a model may be charged twice.
    set(CURLOPT_FRESH_CONNECT, 1)
  }

  /// The headers as a list of libcurl, which must be freed after the handle.
  mutating func headerList(
    _ headers: HTTPHeaders, asksForClearHTTP2: Bool = false
  ) -> UnsafeMutablePointer<curl_slist>? {
    // An empty `Expect` keeps libcurl from waiting for `100 Continue` before it sends a picture.
    var list = curl_slist_append(nil, "Expect:")
    for field in headers.fields + (asksForClearHTTP2 ? Self.upgrade.fields : []) {
      // libcurl sends a header with an empty value only if a semicolon replaces the colon.
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      if let longer = curl_slist_append(list, line) { list = longer }
    }
    note(albumscan_curl_set_pointer(easy, CURLOPT_HTTPHEADER, list))
    return list
  }

  /// The headers of an upgrade to HTTP/2, with the settings that libcurl itself sends. The settings
  /// have no effect, because no frame follows.
  private static let upgrade: HTTPHeaders = [
    "Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c",
    "HTTP2-Settings": "AAMAAABkAAQAAP__",
  ]

  private mutating func set(_ option: CURLoption, _ value: Int) {
    note(albumscan_curl_set_long(easy, option, value))
  }

  private mutating func set(_ option: CURLoption, _ value: String?) {
    note(albumscan_curl_set_text(easy, option, value))
  }

  private mutating func note(_ code: CURLcode) {
    if code != CURLE_OK, failure == nil { failure = Int(code.rawValue) }
  }
}

extension HTTPError {
  /// Nil for success. `reason` is libcurl's own sentence.
  init?(_ code: CURLcode, reason: String) {
    switch code {
    case CURLE_OK: return nil
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .resolve
    case CURLE_COULDNT_CONNECT, CURLE_PROXY: self = .connect
    case CURLE_OPERATION_TIMEDOUT: self = .timeout
    case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
    case CURLE_URL_MALFORMAT: self = .badURL
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      self = .brokenOff
    case CURLE_SSL_CONNECT_ERROR where Self.isCut(reason): self = .brokenOff
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      self = .tls(Self.sentence(reason))
    default: self = .other(code: Int(code.rawValue))
    }
  }

  /// Whether the handshake was cut off, so that a retry may succeed; false if it was refused.
  private static func isCut(_ reason: String) -> Bool {
    ["SSL_ERROR_SYSCALL", "unexpected eof", "Connection reset"].contains { reason.contains($0) }
  }

  /// The reason, with a note if this machine's clock may be the cause (docs/faults.md E5).
  private static func sentence(_ reason: String) -> String {
    let isAboutTime = ["not yet valid", "expired"].contains { reason.contains($0) }
    return reason + (isAboutTime ? " (is this machine's clock right?)" : "")
  }
}
