// The part that all played services share. It checks requests, applies the faults that a test has
// ordered, and logs all requests.

import Host
import Synchronization

/// The answer to a valid request, before a fault is applied.
struct Plan: Sendable {
  let kind: RequestKind
  var subject = ""
  var text = ""
  var isCharged = false
  var privacyFaults: [String] = []
  /// Parameters that the real service would ignore silently.
  var ignored: [String] = []
  /// The answer for a fault whose words depend on the request. Nil for a fault with the same words
  /// for all requests.
  var spoiled: @Sendable (Fault) -> Answer? = { _ in nil }
  /// The answer, and the wait in milliseconds before its head.
  let answer: @Sendable (Latency) -> (wait: Int64, Answer)

  init(kind: RequestKind, answer: @escaping @Sendable (Latency) -> (wait: Int64, Answer)) {
    self.kind = kind
    self.answer = answer
  }
}

enum Judgement: Sendable {
  case planned(Plan)
  case refused(Answer, reason: String, kind: RequestKind, privacyFaults: [String])
}

/// The rules of one service: `judge` checks a request, and `answer` gives the answer for a fault.
struct Rules: Sendable {
  let name: String
  let judge: @Sendable (ServedRequest) -> Judgement
  /// Nil if the service has no special answer for the fault.
  let answer: @Sendable (Fault, Plan) -> Answer?
}

final class ServiceResponder: Sendable {
  private struct State {
    var log = ServiceLog()
    var script = Script()
    var lastKind: RequestKind?
    var close: (@Sendable () -> Void)?
  }

  private let rules: Rules
  private let watch: (@Sendable (LoggedRequest) -> Void)?
  private let state = Mutex(State())

  init(_ rules: Rules, watch: (@Sendable (LoggedRequest) -> Void)?) {
    self.rules = rules
    self.watch = watch
  }

  var log: ServiceLog { state.withLock { $0.log } }

  func clearLog() { state.withLock { $0.log = ServiceLog() } }

  /// Calls `close` after the next request of `kind` is read and before it is answered.
  func closeAfter(_ kind: RequestKind, _ close: @escaping @Sendable () -> Void) {
    state.withLock {
      $0.lastKind = kind
      $0.close = close
    }
  }

  func changeScript(_ change: (inout Script) -> Void) {
    state.withLock { change(&$0.script) }
  }

  /// Answers one request completely. True if the connection can serve another request.
  func serve(_ request: ServedRequest, on connection: inout Connection) -> Bool {
    let judgement = rules.judge(request)
    let (wait, answer, delivery, index) = decide(judgement, request)
    let isLast = closeIfLast(index)
    var sent = Connection.Sent.broken
    if wait == 0 || connection.pause(until: request.receivedAt + wait * 1000) {
      sent = connection.deliver(
        answer, delivery, withBody: request.method != "HEAD", from: request.receivedAt)
    }
    let finished: LoggedRequest? = state.withLock { state in
      guard index < state.log.requests.count else { return nil }
      state.log.requests[index].finishedMilliseconds = Clock.bootMilliseconds()
      state.log.requests[index].isDelivered = sent == .all
      state.log.requests[index].hasClientLeft = connection.hasClientLeft
      return state.log.requests[index]
    }
    if let finished { watch?(finished) }
    return sent == .all && !isLast && request.header("connection")?.lowercased() != "close"
  }

  private func closeIfLast(_ index: Int) -> Bool {
    let close = state.withLock { state -> (@Sendable () -> Void)? in
      guard index < state.log.requests.count, state.lastKind == state.log.requests[index].kind
      else { return nil }
      state.lastKind = nil
      return state.close
    }
    close?()
    return close != nil
  }

  private func decide(
    _ judgement: Judgement, _ request: ServedRequest
  ) -> (wait: Int64, Answer, Delivery, index: Int) {
    switch judgement {
    case .refused(let answer, let reason, let kind, let privacyFaults):
      var entry = entry(for: request, kind: kind)
      entry.status = answer.status
      entry.refusal = reason
      return (0, answer, .whole, write(entry, privacyFaults))
    case .planned(let plan):
      let (fault, latency) = state.withLock { state in
        (
          state.script.fault(
            for: plan.kind, about: [plan.subject, plan.text, target(of: request)]),
          state.script.latencies[plan.kind] ?? Latency(0)
        )
      }
      let (wait, answer) = answer(to: plan, fault, latency)
      var entry = entry(for: request, kind: plan.kind, plan)
      entry.status = fault == .timeout || fault == .reset ? nil : answer.status
      entry.fault = fault
      entry.isCharged = plan.isCharged && (fault.map(isAnswered) ?? true)
      return (wait, answer, fault?.delivery ?? .whole, write(entry, plan.privacyFaults))
    }
  }

  private func answer(
    to plan: Plan, _ fault: Fault?, _ latency: Latency
  ) -> (wait: Int64, Answer) {
    guard let fault, fault.delivery == nil else { return plan.answer(latency) }
    let answer = plan.spoiled(fault) ?? rules.answer(fault, plan) ?? Self.answer(to: fault)
    return (answer.status == 200 ? latency.milliseconds : 0, answer)
  }

  /// Whether the service did its work before the fault. Then the real service would have charged
  /// for the request, even if the answer was never sent.
  private func isAnswered(_ fault: Fault) -> Bool {
    switch fault {
    case .timeout, .cutOff, .slow, .awkward, .refusal, .incomplete, .paused, .searchFailed,
      .dressed:
      true
    default: false
    }
  }

  private func target(of request: ServedRequest) -> String {
    let target = request.query.isEmpty ? request.path : "\(request.path)?\(request.query)"
    return Encodings.percentDecoded(target, plusIsSpace: true) ?? target
  }

  private func entry(
    for request: ServedRequest, kind: RequestKind, _ plan: Plan? = nil
  ) -> LoggedRequest {
    LoggedRequest(
      atMicroseconds: request.receivedAt, service: rules.name, kind: kind,
      method: request.method, path: request.path, query: request.query, headers: request.headers,
      bodyBytes: request.body.count,
      bodySHA256: hexadecimal(SHA256.digest(of: request.body)), subject: plan?.subject ?? "",
      text: plan?.text ?? "", ignored: plan?.ignored ?? [], isCharged: false)
  }

  private func write(_ entry: LoggedRequest, _ privacyFaults: [String]) -> Int {
    state.withLock { state in
      state.log.privacyFaults += privacyFaults
      state.log.requests.append(entry)
      return state.log.requests.count - 1
    }
  }

  /// The general answer for a fault, if the service has no special answer.
  private static func answer(to fault: Fault) -> Answer {
    switch fault {
    case .garbage:
      Answer(200, html: "<!doctype html><title>Welcome</title><h1>It works!</h1>\n")
    case .noCompletion: Answer(200, json: ["ok": true])
    case .body(let bytes, let type): Answer(200, [Header("Content-Type", type)], bytes)
    case .endless:
      endless
    case .gzipBomb(let mebibytes):
      Answer(
        200, [Header("Content-Type", "application/json"), Header("Content-Encoding", "gzip")],
        GzipBomb.zeros(mebibytes: mebibytes))
    case .redirect(let target):
      Answer(307, [Header("Location", target)], Array("See: \(target)\n".utf8))
    case .unauthorised: Answer(401, html: "<title>401</title>")
    case .notFound: Answer(404, html: "<title>404</title>")
    case .rateLimited(let seconds):
      Answer(429, seconds.map { [Header("Retry-After", "\($0)")] } ?? [])
    case .quota: Answer(429)
    case .billing: Answer(402)
    case .contextOverflow: Answer(400)
    case .busy, .overRate: Answer(503, html: "<title>503 Service Unavailable</title>")
    case .overloaded: Answer(529)
    case .serverError, .reset, .timeout, .cutOff, .slow, .awkward, .refusal, .incomplete, .paused,
      .searchFailed, .dressed, .failed:
      Answer(500, html: "<title>500 Internal Server Error</title>")
    }
  }

  private static var endless: Answer {
    var answer = Answer(200, [Header("Content-Type", "application/json")])
    answer.body = .endless([UInt8](repeating: 0x20, count: 8192))
    return answer
  }
}
