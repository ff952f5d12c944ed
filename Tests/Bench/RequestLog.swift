// The requests of a page, from the network events of Chromium.

import Services

/// One request. Times are in milliseconds since the first request of the page.
struct PageRequest {
  let address: String
  let start: Double
  var end: Double?
  /// The length of the chain of requests that ends with this request: each request of the chain
  /// waits for the answer to the one before.
  let depth: Int
  var status = 0
  /// The bytes of the answer on the wire: head and compressed body.
  var bytes = 0
  var mimeType = ""
  var isFromCache = false
  /// The time that a new connection took; nil for a request on an open connection.
  var connecting: Double?

  var isPicture: Bool { mimeType.hasPrefix("image/") && mimeType != "image/svg+xml" }

  var line: String {
    let path = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).last
    let times = "\(Int(start))–\(end.map { "\(Int($0))" } ?? "?") ms"
    let connection = connecting.map { ", new connection \(Int($0)) ms" } ?? ""
    let source = isFromCache ? "cache" : "\(bytes) B"
    return "      \(depth)  \(times)  \(source)  \(status)  \(path ?? "")\(connection)"
  }
}

struct RequestLog {
  private(set) var requests: [PageRequest] = []
  private var places: [String: Int] = [:]

  /// `events` begin with the navigation. Requests of a service worker are not among them.
  init(_ events: [JSON]) {
    var origin: Double?
    for event in events {
      let parameters = event["params"] ?? .null
      guard let id = parameters["requestId"]?.text else { continue }
      switch event["method"]?.text {
      case "Network.requestWillBeSent":
        let time = parameters["timestamp"]?.decimal ?? 0
        origin = origin ?? time
        begin(id, parameters, at: (time - (origin ?? time)) * 1000)
      case "Network.responseReceived": answer(id, parameters["response"] ?? .null)
      case "Network.requestServedFromCache": change(id) { $0.isFromCache = true }
      case "Network.loadingFinished":
        let time = parameters["timestamp"]?.decimal ?? 0
        change(id) {
          $0.end = (time - (origin ?? time)) * 1000
          if !$0.isFromCache { $0.bytes = parameters["encodedDataLength"]?.whole ?? 0 }
        }
      default: break
      }
    }
  }

  /// The bytes of all answers.
  var bytes: Int { requests.reduce(0) { $0 + $1.bytes } }
  var bytesWithoutPictures: Int {
    requests.reduce(0) { $0 + ($1.isPicture ? 0 : $1.bytes) }
  }

  /// The largest depth of the requests that were answered before `time`, without answers from the
  /// cache. A request that was answered later was not needed at `time`.
  func depth(before time: Double) -> Int {
    requests.filter { $0.end.map { $0 <= time } == true && !$0.isFromCache }.map(\.depth).max()
      ?? 0
  }

  private mutating func begin(_ id: String, _ parameters: JSON, at time: Double) {
    let address = parameters["request"]?["url"]?.text ?? ""
    guard address.hasPrefix("http") else { return }
    let initiator = parameters["initiator"] ?? .null
    let cause =
      initiator["url"]?.text ?? initiator["stack"]?["callFrames"]?.items?.first?["url"]?.text
    let before = requests.last { $0.address == cause }?.depth ?? 0
    places[id] = requests.count
    requests.append(PageRequest(address: address, start: time, depth: before + 1))
  }

  private mutating func answer(_ id: String, _ response: JSON) {
    change(id) {
      $0.status = response["status"]?.whole ?? 0
      $0.mimeType = response["mimeType"]?.text ?? ""
      if response["fromDiskCache"]?.flag == true || response["fromServiceWorker"]?.flag == true {
        $0.isFromCache = true
      }
      let start = response["timing"]?["connectStart"]?.decimal ?? -1
      let end = response["timing"]?["connectEnd"]?.decimal ?? -1
      if start >= 0, end > start { $0.connecting = end - start }
    }
  }

  private mutating func change(_ id: String, _ change: (inout PageRequest) -> Void) {
    if let place = places[id] { change(&requests[place]) }
  }
}

extension JSON {
  /// The value of a number.
  var decimal: Double? {
    guard case .number(let digits) = self else { return nil }
    return Double(digits)
  }

  /// The value of a number without its fraction.
  var whole: Int? { decimal.flatMap { Int(exactly: $0.rounded(.towardZero)) } }
}
