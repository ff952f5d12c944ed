// Plays four local model servers: `POST /v1/chat/completions`, `GET /v1/models`. Each played server
// refuses the requests and ignores the parameters that the real server refuses and ignores. Source:
// docs/services.md §3.

import Host

package final class CompatibleService: PlayedModel {
  package let endpoint: ServiceEndpoint
  package let flavour: CompatibleFlavour
  package let key: String?
  private let table: AnswerTable

  /// `key` is the required key, as with `--api-key`; nil if no key is required. Ollama ignores
  /// keys. If `streams` is false, the server refuses to stream.
  package init(
    _ flavour: CompatibleFlavour, _ answers: ModelAnswers = ModelAnswers(), key: String? = nil,
    streams: Bool = true, port: UInt16 = 0, watch: (@Sendable (LoggedRequest) -> Void)? = nil
  ) throws {
    let table = AnswerTable(answers)
    self.table = table
    self.flavour = flavour
    self.key = key
    endpoint = try ServiceEndpoint(
      Rules(
        name: flavour.rawValue, judge: { Self.judge($0, flavour, key, streams, table) },
        answer: { fault, plan in Self.answer(to: fault, plan.kind, flavour) }),
      port: port, watch: watch)
  }

  package var provider: String { "openai-compatible" }
  package var url: String { "\(origin)/v1" }
  package var modelToName: String? { flavour.model }
  package var canSearch: Bool { false }

  package func plan(_ change: (inout ModelAnswers) -> Void) { table.change(change) }

  private static func judge(
    _ request: ServedRequest, _ flavour: CompatibleFlavour, _ key: String?, _ streams: Bool,
    _ table: AnswerTable
  ) -> Judgement {
    do throws(CompatibleRefusal) {
      let given = request.header("authorization") ?? ""
      guard key == nil || flavour == .ollama || given == "Bearer \(key ?? "")" else {
        throw CompatibleRefusal(401, "Invalid API Key")
      }
      switch (request.method, request.path) {
      case ("GET", "/v1/models"):
        return .planned(
          Plan(kind: .models) { ($0.milliseconds, Answer(200, json: flavour.models)) })
      case ("POST", "/v1/chat/completions"):
        guard request.header("content-type")?.hasPrefix("application/json") == true else {
          throw CompatibleRefusal(400, "Content-Type must be application/json")
        }
        return try plan(
          for: CompatibleCall(request.body, flavour, streams: streams), flavour, table)
      default: throw CompatibleRefusal(404, "File Not Found")
      }
    } catch {
      return .refused(
        Answer(error.status, json: flavour.error(error.status, error.message)),
        reason: error.message, kind: request.path == "/v1/models" ? .models : .other,
        privacyFaults: [])
    }
  }

  private static func plan(
    for call: CompatibleCall, _ flavour: CompatibleFlavour, _ table: AnswerTable
  ) throws(CompatibleRefusal) -> Judgement {
    let plan = table.plan(for: call.request) { answer, ending, latency in
      ChatCompletion(answer: answer, call: call, ending: ending, flavour: flavour).sent(latency)
    }
    guard let plan else {
      throw CompatibleRefusal(400, "not_planned: \(AnswerTable.unplanned(call.request))")
    }
    return .planned(plan)
  }

  private static func answer(
    to fault: Fault, _ kind: RequestKind, _ flavour: CompatibleFlavour
  ) -> Answer? {
    func error(_ status: Int, _ message: String, _ headers: [Header] = []) -> Answer {
      Answer(status, headers, json: flavour.error(status, message))
    }
    return switch fault {
    case .unauthorised: error(401, "Invalid API Key")
    case .notFound: error(404, flavour.notFound)
    case .rateLimited(let seconds):
      error(429, "Too many requests", seconds.map { [Header("Retry-After", "\($0)")] } ?? [])
    case .quota: Answer(429, json: quota)
    case .billing: Answer(402, json: ["error": ["code": 402, "message": "Insufficient credits"]])
    case .serverError: error(500, "model runner has unexpectedly stopped")
    case .busy: error(503, flavour.busy)
    case .contextOverflow:
      flavour.contextOverflow.map { Answer(400, json: $0) } ?? ChatCompletion.truncated(flavour)
    default: nil
    }
  }

  /// The error of a gateway about a quota. A local server has no quota.
  private static let quota: JSON = [
    "error": [
      "message": "You exceeded your current quota.", "type": "insufficient_quota", "param": nil,
      "code": "insufficient_quota",
    ]
  ]
}

/// The reason why a request is refused: a status, and a message in the server's words.
struct CompatibleRefusal: Error, Equatable, Sendable {
  let status: Int
  let message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}
