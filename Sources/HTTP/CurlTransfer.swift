// One easy handle and what it gathers. Lives on the loop's thread only; a class because libcurl
// calls back with its address.

import CCurl
import Glibc
import Host
import Text

/// One hop under way.
final class CurlTransfer {
  let easy: UnsafeMutableRawPointer
  let hop: Hop
  let reply: CheckedContinuation<Result<Answer, HTTPError>, Never>

  /// A proxy's address is the host's own choice, and what lies behind it cannot be seen from here.
  private let isProxied: Bool
  private let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private var patience: Patience
  private var status = 0
  private var headers = HTTPHeaders()
  private var headerBytes = 0
  private var body: [UInt8] = []
  /// Whether the connection stood and the request went out.
  private var wasAsked = false
  /// Why one of our callbacks stopped the transfer.
  private var refusal: HTTPError?

  init(
    _ hop: Hop, _ surroundings: Surroundings,
    _ reply: CheckedContinuation<Result<Answer, HTTPError>, Never>
  ) throws(HTTPError) {
    guard let easy = curl_easy_init() else {
      throw .other(code: Int(CURLE_FAILED_INIT.rawValue))
    }
    self.easy = easy
    self.hop = hop
    self.reply = reply
    isProxied = surroundings.proxy != nil
    patience = Patience(hop.request.limits, now: Clock.bootMilliseconds())
    reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    var settings = CurlSettings(easy: easy)
    settings.apply(surroundings)
    settings.apply(hop)
    headerList = settings.headerList(hop.headers)
    setCallbacks()
    if let code = settings.failure { throw .other(code: code) }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    reason.deallocate()
  }

  /// When the transfer will have stood still too long.
  func deadline(now: Int64) -> Int64 {
    let bytes =
      albumscan_curl_size(easy, CURLINFO_SIZE_DOWNLOAD_T)
      + albumscan_curl_size(easy, CURLINFO_SIZE_UPLOAD_T)
    patience.note(bytes: Int(clamping: bytes), now: now)
    return patience.deadline
  }

  /// It stood still too long.
  var standstill: HTTPError { vetted(.timeout) }

  /// A name server, a handshake or a proxy that is too slow, or hangs up, has not seen the request: whoever
  /// pays by the request must not take it for one that was sent.
  private func vetted(_ error: HTTPError) -> HTTPError {
    !wasAsked && (error == .timeout || error == .brokenOff) ? .connect : error
  }

  /// What came of it, after libcurl has said that it is done.
  func result(of code: CURLcode) -> Result<Answer, HTTPError> {
    if let error = HTTPError(code, reason: String(cString: reason)) {
      return .failure(refusal ?? vetted(error))
    }
    let redirect = albumscan_curl_text(easy, CURLINFO_REDIRECT_URL).map { String(cString: $0) }
    return .success(Answer(status: status, headers: headers, body: body, redirect: redirect))
  }
}

extension CurlTransfer {
  /// Most bytes of all header lines of one answer, those of `100 Continue` included.
  private static let mostHeaderBytes = 128 << 10

  private func setCallbacks() {
    let this = Unmanaged.passUnretained(self).toOpaque()
    albumscan_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, reason)
    albumscan_curl_set_pointer(easy, CURLOPT_WRITEDATA, this)
    albumscan_curl_set_pointer(easy, CURLOPT_HEADERDATA, this)
    albumscan_curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, this)
    albumscan_curl_set_pointer(easy, CURLOPT_PREREQDATA, this)
    albumscan_curl_set_writer(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, this in
      CurlTransfer.of(this)?.take(bytes, count: size * count) ?? 0
    }
    albumscan_curl_set_writer(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, this in
      CurlTransfer.of(this)?.takeHeader(bytes, count: size * count) ?? 0
    }
    // Connected, and nothing sent yet.
    albumscan_curl_set_gate(easy) { this, address, _, _, _ in
      guard let address, let transfer = CurlTransfer.of(this) else { return CURL_PREREQFUNC_ABORT }
      guard transfer.mayAsk(String(cString: address)) else { return CURL_PREREQFUNC_ABORT }
      transfer.wasAsked = true
      transfer.hop.request.turn?.end()
      return CURL_PREREQFUNC_OK
    }
    if isProxied { return }
    albumscan_curl_set_opener(easy) { this, _, address in
      guard let address else { return -1 }
      return CurlTransfer.of(this)?.openSocket(address) ?? -1
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func take(_ bytes: UnsafeMutablePointer<CChar>?, count: Int) -> Int {
    guard body.count + count <= hop.request.limits.bodyBytes else {
      refusal = .tooLarge
      return 0
    }
    let piece = [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
    body += piece
    if (200...299).contains(status) { hop.received?(piece) }
    return count
  }

  private func takeHeader(_ bytes: UnsafeMutablePointer<CChar>?, count: Int) -> Int {
    headerBytes += count
    guard headerBytes <= Self.mostHeaderBytes else {
      refusal = .tooLarge
      return 0
    }
    let raw = UnsafeRawBufferPointer(start: bytes, count: count)
    add(headerLine: String(decoding: raw, as: UTF8.self))
    return count
  }

  /// Every status line begins a new answer: that of `100 Continue` is followed by another.
  private func add(headerLine line: String) {
    if line.hasPrefix("HTTP/") {
      headers = HTTPHeaders()
      status = albumscan_curl_long(easy, CURLINFO_RESPONSE_CODE)
    } else if body.isEmpty, let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...]
      headers.add(String(line[..<colon]), value.trimmed)
    }
  }

  /// A connection that another request opened under other rules passes here only.
  private func mayAsk(_ address: String) -> Bool {
    if isProxied || hop.reach == .anywhere { return true }
    var bytes = [UInt8](repeating: 0, count: 16)
    let isIPv6 = address.contains(":")
    let isRead = inet_pton(isIPv6 ? AF_INET6 : AF_INET, address, &bytes) == 1
    let isPublic = NetworkAddress(bytes: Array(bytes.prefix(isIPv6 ? 16 : 4))).isPublic
    if isRead, isPublic { return true }
    refusal = .refusedAddress
    return false
  }

  /// Every address of a name passes here before anything is sent to it (FAULTS E1).
  private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(albumscan_curl_address(address, &bytes))
    let isPublic = NetworkAddress(bytes: Array(bytes[..<count])).isPublic
    if hop.reach == .anywhere || isPublic { return albumscan_curl_socket(address) }
    refusal = .refusedAddress
    return -1
  }
}
