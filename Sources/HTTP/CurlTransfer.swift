// One easy handle and its response so far, used only on the loop's thread. This is a class, because
// libcurl passes its address to the callbacks.

import CCurl
import Glibc
import Host
import Text

/// One running hop.
final class CurlTransfer {
  let easy: UnsafeMutableRawPointer
  let hop: Hop
  let reply: CheckedContinuation<Result<HopResponse, HTTPError>, Never>

  /// With a proxy, addresses are not checked: the proxy's address is configured, and the addresses
  /// behind it are not visible.
  private let isProxied: Bool
  private let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private var idleTimer: IdleTimer
  private var status = 0
  private var headers = HTTPHeaders()
  private var headerBytes = 0
  private var body: [UInt8] = []
  /// Whether the connection was open and the request was sent.
  private var wasSent = false
  /// The reason why one of the callbacks stopped the transfer.
  private var refusal: HTTPError?

  init(
    _ hop: Hop, _ settings: TransportSettings,
    _ reply: CheckedContinuation<Result<HopResponse, HTTPError>, Never>
  ) throws(HTTPError) {
    guard let easy = curl_easy_init() else {
      throw .other(code: Int(CURLE_FAILED_INIT.rawValue))
    }
    self.easy = easy
    self.hop = hop
    self.reply = reply
    isProxied = settings.proxy != nil
    idleTimer = IdleTimer(hop.request.limits, now: Clock.bootMilliseconds())
    reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    var options = CurlSettings(easy: easy)
    options.apply(settings)
    options.apply(hop)
    headerList = options.headerList(
      hop.headers, asksForClearHTTP2: hop.request.asksForClearHTTP2)
    setCallbacks()
    if let code = options.failure { throw .other(code: code) }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    reason.deallocate()
  }

  /// The idle deadline, in milliseconds since start-up.
  func deadline(now: Int64) -> Int64 {
    let bytes =
      albumscan_curl_size(easy, CURLINFO_SIZE_DOWNLOAD_T)
      + albumscan_curl_size(easy, CURLINFO_SIZE_UPLOAD_T)
    idleTimer.note(bytes: Int(clamping: bytes), now: now)
    return idleTimer.deadline
  }

  /// The error of a transfer whose idle deadline has passed.
  var idleError: HTTPError { beforeSending(.timeout) }

  /// `connect` instead of `timeout` or `brokenOff` if the request was not sent yet. The ledger then
  /// books nothing for a slow or failing name server, handshake or proxy.
  private func beforeSending(_ error: HTTPError) -> HTTPError {
    !wasSent && (error == .timeout || error == .brokenOff) ? .connect : error
  }

  /// The result, after libcurl has reported the end of the transfer.
  func result(of code: CURLcode) -> Result<HopResponse, HTTPError> {
    if isSwitched {
      return .success(HopResponse(status: status, headers: headers, body: [], redirect: nil))
    }
    if let error = HTTPError(code, reason: String(cString: reason)) {
      return .failure(refusal ?? beforeSending(error))
    }
    let redirect = albumscan_curl_text(easy, CURLINFO_REDIRECT_URL).map { String(cString: $0) }
    return .success(HopResponse(status: status, headers: headers, body: body, redirect: redirect))
  }
}

extension CurlTransfer {
  /// Limit of all header lines of one response, those of `100 Continue` included.
  private static let maxHeaderBytes = 128 << 10

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
    // libcurl calls this function when the connection is open and nothing is sent yet.
    albumscan_curl_set_gate(easy) { this, address, _, _, _ in
      guard let address, let transfer = CurlTransfer.of(this) else { return CURL_PREREQFUNC_ABORT }
      guard transfer.mayConnect(to: String(cString: address)), transfer.maySend() else {
        return CURL_PREREQFUNC_ABORT
      }
      transfer.wasSent = true
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
    guard headerBytes <= Self.maxHeaderBytes else {
      refusal = .tooLarge
      return 0
    }
    let raw = UnsafeRawBufferPointer(start: bytes, count: count)
    add(headerLine: String(decoding: raw, as: UTF8.self))
    return isSwitched ? 0 : count
  }

  /// Whether the server has switched to the protocol for which the request asked. The transfer then ends,
  /// because libcurl would wait for bytes of that protocol.
  private var isSwitched: Bool { hop.request.asksForClearHTTP2 && status == 101 }

  /// Each status line begins a new response: another status line follows `100 Continue`.
  private func add(headerLine line: String) {
    if line.hasPrefix("HTTP/") {
      headers = HTTPHeaders()
      status = albumscan_curl_long(easy, CURLINFO_RESPONSE_CODE)
    } else if body.isEmpty, let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...]
      headers.add(String(line[..<colon]), value.trimmed)
    }
  }

  /// Checks the address of the connection. Another request may have opened it under other rules,
  /// and only this callback sees a reused connection.
  private func mayConnect(to address: String) -> Bool {
    if isProxied || hop.reach == .anywhere { return true }
    var bytes = [UInt8](repeating: 0, count: 16)
    let isIPv6 = address.contains(":")
    let isRead = inet_pton(isIPv6 ? AF_INET6 : AF_INET, address, &bytes) == 1
    let isPublic = NetworkAddress(bytes: Array(bytes.prefix(isIPv6 ? 16 : 4))).isPublic
    if isRead, isPublic { return true }
    refusal = .refusedAddress
    return false
  }

  /// Uses the permit of the request. False if the permit has expired.
  private func maySend() -> Bool {
    if hop.request.permit?.use() ?? true { return true }
    refusal = .connect
    return false
  }

  /// Ends the permit if the request was sent. libcurl sends it right after the gate, before it returns to the loop.
  func endPermitIfSent() {
    if wasSent { hop.request.permit?.end() }
  }

  /// Checks each address of a name before a connection to it is opened (docs/faults.md E1).
  private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(albumscan_curl_address(address, &bytes))
    let isPublic = NetworkAddress(bytes: Array(bytes[..<count])).isPublic
    if hop.reach == .anywhere || isPublic { return albumscan_curl_socket(address) }
    refusal = .refusedAddress
    return -1
  }
}
