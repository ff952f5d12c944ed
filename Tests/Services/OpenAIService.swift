// Plays api.openai.com: `POST /v1/responses`, `GET /v1/models`. Source: CONTRACTS 1.1, 1.4–1.6.
// Refuses everything the real one refuses, and a picture that is no JPEG.

import Host
import JPEG
import Synchronization

package final class OpenAIService: PlayedService {
  /// The key the played service knows.
  package static let key = "sk-albumscan-demo-0000000000000000"

  package let counter: ServiceCounter
  private let table: Table

  private final class Table: Sendable {
    let answers: Mutex<ModelAnswers>
    init(_ answers: ModelAnswers) { self.answers = Mutex(answers) }
  }

  /// `port` 0: one that is free. `watch` is told every request when it is over.
  package init(
    _ answers: ModelAnswers = ModelAnswers(), port: UInt16 = 0,
    watch: (@Sendable (LoggedRequest) -> Void)? = nil
  ) throws {
    let table = Table(answers)
    self.table = table
    counter = try ServiceCounter(
      Rules(
        name: "openai", judge: { Self.judge($0, table) }, answer: { Self.answer(to: $0, $1) }),
      port: port, watch: watch)
  }

  /// For `openai-url`.
  package var url: String { "\(origin)/v1" }

  /// Adds to what the model says, at any time.
  package func plan(_ change: (inout ModelAnswers) -> Void) {
    table.answers.withLock { change(&$0) }
  }

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

  private static func judge(_ request: ServedRequest, _ table: Table) -> Judgement {
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

  private static func plan(for call: OpenAICall, _ table: Table) throws(OpenAIRefusal) -> Judgement
  {
    guard let named = named(for: call, table) else {
      throw OpenAIRefusal(
        code: "not_planned", parameter: "input",
        message: "The played model was told nothing about this text: \(call.text)")
    }
    var faults: [String] = []
    if call.stores { faults.append("a response was not asked with store: false") }
    if call.pictures.contains(where: \.hasMetadata) { faults.append("a picture has metadata") }
    let response = ModelResponse(answer: named.answer, call: call)
    var plan = Plan(kind: call.kind) { latency in
      call.isStreamed
        ? (0, response.streamed(latency)) : (latency.milliseconds, response.answer(.completed))
    }
    plan.subject = named.subject
    plan.text = call.text
    plan.isCharged = true
    plan.privacyFaults = faults
    plan.response = response
    return .planned(plan)
  }

  private static func named(for call: OpenAICall, _ table: Table) -> ModelAnswers.Named? {
    guard let picture = call.pictures.first else {
      return table.answers.withLock { answers in
        call.kind == .review
          ? answers.review(for: call.text) : answers.identification(searching: call.text)
      }
    }
    let digest = hexadecimal(SHA256.digest(of: picture.bytes))
    let look = (try? JPEG.decode(picture.bytes, coveringSide: 64)).map { Look($0.pixels) }
    return table.answers.withLock {
      $0.identification(of: picture.bytes, sha256: digest, look: look)
    }
  }

  private static func answer(to fault: Fault, _ plan: Plan) -> Answer? {
    switch fault {
    case .refusal: plan.response?.answer(.refused)
    case .incomplete: plan.response?.answer(.incomplete)
    case .failed(let code): plan.response?.answer(.failed(code: code))
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
    case .serverError:
      error(500, "server_error", nil, "The server had an error while processing your request.")
    case .busy, .overRate:
      error(
        503, "service_unavailable_error", "server_is_overloaded",
        "Our servers are currently overloaded. Please try again later.")
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
