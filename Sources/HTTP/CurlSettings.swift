// What libcurl is told of one request: FAULTS §6 "libcurl" and CONTRACTS §6, line by line.

import CCurl

/// Sets options on an easy handle and remembers the first that was refused.
struct CurlSettings {
  let easy: UnsafeMutableRawPointer
  /// libcurl's code of the first option that it would not take.
  private(set) var failure: Int?

  init(easy: UnsafeMutableRawPointer) { self.easy = easy }

  /// What holds for every request; who may be believed, and what the environment may not decide.
  mutating func apply(_ surroundings: Surroundings) {
    set(CURLOPT_NOSIGNAL, 1)
    // Else ending a transfer waits for the name server it has asked.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_NETRC, 0)
    set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    set(CURLOPT_CAINFO, surroundings.caFile)
    // Else Debian's folder of certificates counts as well.
    set(CURLOPT_CAPATH, nil)
    set(CURLOPT_USERAGENT, surroundings.userAgent)
    set(CURLOPT_PROXY, surroundings.proxy ?? "")
    set(CURLOPT_NOPROXY, "localhost,127.0.0.1,::1")
  }

  /// What this request asks for.
  mutating func apply(_ hop: Hop) {
    let limits = hop.request.limits
    set(CURLOPT_URL, hop.address.url)
    set(CURLOPT_PROTOCOLS_STR, hop.reach == .publicOnly ? "https" : "http,https")
    set(CURLOPT_TIMEOUT_MS, hop.totalMilliseconds)
    set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectMilliseconds)
    // Only for a length that is told; the write callback counts.
    note(albumscan_curl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.bodyBytes)))
    if hop.request.acceptsCompression { set(CURLOPT_ACCEPT_ENCODING, "") }
    if hop.received != nil { set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)) }
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
    // On a connection used before, libcurl sends a request again by itself when the server hangs up
    // without an answer: for a model's answer that may be a second charge.
    set(CURLOPT_FRESH_CONNECT, 1)
  }

  /// The list must live as long as the handle.
  mutating func headerList(_ headers: HTTPHeaders) -> UnsafeMutablePointer<curl_slist>? {
    // Empty: no waiting for `100 Continue` with a picture in hand.
    var list = curl_slist_append(nil, "Expect:")
    for field in headers.fields {
      // A semicolon instead of the colon is libcurl's way to say "with nothing in it".
      let line = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      if let longer = curl_slist_append(list, line) { list = longer }
    }
    note(albumscan_curl_set_pointer(easy, CURLOPT_HTTPHEADER, list))
    return list
  }

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

  /// A handshake that was cut, and may go well the next time; not one that was refused.
  private static func isCut(_ reason: String) -> Bool {
    ["SSL_ERROR_SYSCALL", "unexpected eof", "Connection reset"].contains { reason.contains($0) }
  }

  /// With a hint where the fault may be this machine's (FAULTS E5).
  private static func sentence(_ reason: String) -> String {
    let isAboutTime = ["not yet valid", "expired"].contains { reason.contains($0) }
    return reason + (isAboutTime ? " (is this machine's clock right?)" : "")
  }
}
