// Plays api.openai.com: `POST /v1/responses`, `GET /v1/models`. Source: docs/services.md §1.1, §1.4–1.6.
// Refuses the requests that the real service refuses, and pictures that are not JPEG.

import Host

package final class OpenAIService: PlayedModel {
  /// The only key that the played service accepts.
  package static let key = "sk-albumscan-demo-0000000000000000"

  package let endpoint: ServiceEndpoint
  private let table: AnswerTable

  /// Port 0 means any free port. `watch` is called after each request.
  package init(
    _ answers: ModelAnswers = ModelAnswers(), port: UInt16 = 0,
    watch: (@Sendable (LoggedRequest) -> Void)? = nil
  ) throws {
    let table = AnswerTable(answers)
    self.table = table
    endpoint = try ServiceEndpoint(
      Rules(
        name: "openai", judge: { Self.judge($0, table) },
        answer: { fault, _ in Self.answer(to: fault) }),
      port: port, watch: watch)
  }

  package var provider: String { "openai" }
  package var url: String { "\(origin)/v1" }
  package var key: String? { Self.key }
  package var modelToName: String? { nil }
  package var canSearch: Bool { true }

  package func plan(_ change: (inout ModelAnswers) -> Void) { table.change(change) }

  static var headers: [Header] {
    [
      Header("x-request-id", "req_\(hexadecimal(Randomness.bytes(16)))"),
      Header("openai-processing-ms", "12"), Header("openai-version", "2020-10-01"),
      Header("x-ratelimit-limit-requests", "30000"),
      Header("x-ratelimit-remaining-requests", "29999"),
      Header("x-ratelimit-reset-requests", "2ms"),
      Header("x-ratelimit-limit-tokens", "150000000"),
      Header("x-ratelimit-remaining-tokens", "149998000"),
      Header("x-ratelimit-reset-tokens", "0s"),
    ]
  }

  private static func judge(_ request: ServedRequest, _ table: AnswerTable) -> Judgement {
    do throws(OpenAIRefusal) {
      try checkKey(request)
      switch (request.method, request.path) {
      case ("GET", "/v1/models"):
        return .planned(
          Plan(kind: .models) { ($0.milliseconds, Answer(200, headers, json: OpenAIModels.list)) })
      case ("POST", "/v1/responses"):
        guard request.header("content-type")?.hasPrefix("application/json") == true else {
          throw OpenAIRefusal(
            code: nil, parameter: nil,
            message: "Unsupported content type. Expected 'application/json'.")
        }
        return try plan(for: OpenAICall(request.body), table)
      default:
        throw OpenAIRefusal(
          status: 404, code: nil, parameter: nil,
          message: "Invalid URL (\(request.method) \(request.path))")
      }
    } catch {
      return .refused(
        error.answer, reason: error.message,
        kind: request.path == "/v1/models" ? .models : .other, privacyFaults: [])
    }
  }

  private static func checkKey(_ request: ServedRequest) throws(OpenAIRefusal) {
    let header = request.header("authorization") ?? ""
    guard header.hasPrefix("Bearer "), header.dropFirst(7) == key else {
      let message =
        header.isEmpty
        ? "You didn't provide an API key." : "Incorrect API key provided: \(header.suffix(4))."
      throw OpenAIRefusal(
        status: 401, code: "invalid_api_key", parameter: nil, message: message)
    }
  }

  private static func plan(
    for call: OpenAICall, _ table: AnswerTable
  ) throws(OpenAIRefusal) -> Judgement {
    let plan = table.plan(for: call.request) { answer, ending, latency in
      ModelResponse(answer: answer, call: call, ending: ending).sent(latency)
    }
    guard let plan else {
      throw OpenAIRefusal(
        code: "not_planned", parameter: "input", message: AnswerTable.unplanned(call.request))
    }
    return .planned(plan)
  }

  private static func answer(to fault: Fault) -> Answer? {
    switch fault {
    case .unauthorised:
      error(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided.")
    case .notFound:
      error(
        404, "invalid_request_error", "model_not_found",
        "The model does not exist or you do not have access to it.")
    case .rateLimited(let seconds):
      error(
        429, "requests", "rate_limit_exceeded",
        "Rate limit reached for requests. Please try again in \(seconds ?? 1)s.",
        seconds.map { [Header("retry-after", "\($0)")] } ?? [])
    case .quota:
      error(
        429, "insufficient_quota", "insufficient_quota",
        "You exceeded your current quota, please check your plan and billing details.")
    case .billing:
      error(
        429, "insufficient_quota", "credit_balance_exhausted",
        "You have run out of credits. Please add credits to continue.")
    case .serverError:
      error(500, "server_error", nil, "The server had an error while processing your request.")
    case .busy:
      error(
        503, "service_unavailable_error", "server_is_overloaded",
        "Our servers are currently overloaded. Please try again later.")
    case .overRate:
      error(
        503, "service_unavailable_error", "slow_down",
        "Slow down: the rate of your requests grew too quickly.")
    default: nil
    }
  }

  private static func error(
    _ status: Int, _ type: String, _ code: String?, _ message: String, _ more: [Header] = []
  ) -> Answer {
    var answer = OpenAIRefusal(
      status: status, type: type, code: code, parameter: nil, message: message
    ).answer
    answer.headers += more
    return answer
  }
}
