// Plays api.anthropic.com: `POST /v1/messages`, `GET /v1/models`. Source: docs/services.md §2.
// Refuses the requests that the real service refuses, and pictures that are not JPEG.

import Host

package final class AnthropicService: PlayedModel {
  /// The only key that the played service accepts.
  package static let key = "sk-ant-albumscan-demo-0000000000000000"

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
        name: "anthropic", judge: { Self.judge($0, table) },
        answer: { fault, _ in Self.answer(to: fault) }),
      port: port, watch: watch)
  }

  package var provider: String { "anthropic" }
  package var url: String { "\(origin)/v1" }
  package var key: String? { Self.key }
  package var modelToName: String? { nil }
  package var canSearch: Bool { true }

  package func plan(_ change: (inout ModelAnswers) -> Void) { table.change(change) }

  static var headers: [Header] {
    let limits = ["requests", "tokens", "input-tokens", "output-tokens"].flatMap { name in
      [
        Header("anthropic-ratelimit-\(name)-limit", "4000"),
        Header("anthropic-ratelimit-\(name)-remaining", "3999"),
        Header("anthropic-ratelimit-\(name)-reset", "2026-11-21T12:40:59Z"),
      ]
    }
    return [
      Header("request-id", requestID),
      Header("anthropic-organization-id", "00000000-0000-4000-8000-000000000000"),
    ] + limits
  }

  static var requestID: String { "req_\(hexadecimal(Randomness.bytes(12)))" }

  private static func judge(_ request: ServedRequest, _ table: AnswerTable) -> Judgement {
    do throws(AnthropicRefusal) {
      try checkHeaders(request)
      switch (request.method, request.path) {
      case ("GET", "/v1/models"):
        return .planned(
          Plan(kind: .models) {
            ($0.milliseconds, Answer(200, headers, json: AnthropicModels.list))
          })
      case ("POST", "/v1/messages"):
        guard request.header("content-type")?.hasPrefix("application/json") == true else {
          throw .invalid("content-type: must be application/json")
        }
        return try plan(for: AnthropicCall(request.body), table)
      default:
        throw AnthropicRefusal(404, "not_found_error", "Not Found")
      }
    } catch {
      return .refused(
        error.answer, reason: error.message,
        kind: request.path == "/v1/models" ? .models : .other,
        privacyFaults: privacyFaults(of: request))
    }
  }

  /// Reports an `authorization` header, which has the keys of other services.
  private static func privacyFaults(of request: ServedRequest) -> [String] {
    request.header("authorization") == nil ? [] : ["an authorization header was sent to Anthropic"]
  }

  private static func checkHeaders(_ request: ServedRequest) throws(AnthropicRefusal) {
    guard let given = request.header("x-api-key") else {
      throw AnthropicRefusal(401, "authentication_error", "x-api-key header is required")
    }
    guard given == key else {
      throw AnthropicRefusal(401, "authentication_error", "invalid x-api-key")
    }
    guard let version = request.header("anthropic-version") else {
      throw .invalid("anthropic-version: header is required")
    }
    guard version == "2023-06-01" else {
      throw .invalid("anthropic-version: \"\(version)\" is not a valid version")
    }
  }

  private static func plan(
    for call: AnthropicCall, _ table: AnswerTable
  ) throws(AnthropicRefusal) -> Judgement {
    let plan = table.plan(for: call.request) { answer, ending, latency in
      AnthropicMessage(answer: answer, call: call, ending: ending).sent(latency)
    }
    guard let plan else { throw .invalid("not_planned: \(AnswerTable.unplanned(call.request))") }
    return .planned(plan)
  }

  private static func answer(to fault: Fault) -> Answer? {
    let refusal: AnthropicRefusal? =
      switch fault {
      case .unauthorised: AnthropicRefusal(401, "authentication_error", "invalid x-api-key")
      case .billing:
        AnthropicRefusal(
          402, "billing_error",
          "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."
        )
      case .notFound: AnthropicRefusal(404, "not_found_error", "model: claude-gone")
      case .rateLimited(let seconds): .rateLimit(seconds)
      case .quota: .spendLimit
      case .serverError: AnthropicRefusal(500, "api_error", "Internal server error")
      case .busy: AnthropicRefusal(503, "api_error", "Service temporarily unavailable")
      case .overloaded: .overloaded
      case .contextOverflow: .invalid("prompt is too long: 1043210 tokens > 1000000 maximum")
      default: nil
      }
    return refusal?.answer
  }
}
