// Plays generativelanguage.googleapis.com: `POST …:generateContent`, `POST …:streamGenerateContent?alt=sse`,
// `GET /v1beta/models`. Source: docs/services.md §10.
// Refuses the requests that the real service refuses, and pictures that are not JPEG.

import Host

package final class GeminiService: PlayedModel {
  /// The only key that the played service accepts.
  package static let key = "AIzaAlbumScanDemo00000000000000000000000"

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
        name: "gemini", judge: { Self.judge($0, table) },
        answer: { fault, _ in Self.answer(to: fault) }),
      port: port, watch: watch)
  }

  package var provider: String { "gemini" }
  package var url: String { "\(origin)/v1beta" }
  package var key: String? { Self.key }
  package var modelToName: String? { nil }
  package var canSearch: Bool { false }

  package func plan(_ change: (inout ModelAnswers) -> Void) { table.change(change) }

  static var headers: [Header] {
    [
      Header("Vary", "Origin, X-Origin, Referer"), Header("Server", "scaffolding on HTTPServer2"),
      Header("Server-Timing", "gfet4t7; dur=12"),
    ]
  }

  private static func judge(_ request: ServedRequest, _ table: AnswerTable) -> Judgement {
    do throws(GeminiRefusal) {
      try checkKey(request)
      if request.method == "GET", request.path == modelsPath {
        return .planned(
          Plan(kind: .models) { ($0.milliseconds, Answer(200, headers, json: GeminiModels.list)) })
      }
      let target = try target(of: request)
      guard request.header("content-type")?.hasPrefix("application/json") == true else {
        throw .invalid("Invalid JSON payload received. The content type is not application/json.")
      }
      let call = try GeminiCall(request.body, model: target.model, isStreamed: target.isStreamed)
      return try plan(for: call, table)
    } catch {
      return .refused(
        error.answer, reason: error.message, kind: request.path == modelsPath ? .models : .other,
        privacyFaults: privacyFaults(of: request))
    }
  }

  private static let modelsPath = "/v1beta/models"

  /// Reports headers of other services, and a key in the address, which servers on the way may log.
  private static func privacyFaults(of request: ServedRequest) -> [String] {
    (request.header("authorization") == nil ? [] : ["an authorization header was sent to Google"])
      + (request.query.contains("key=") ? ["the key is in the address"] : [])
  }

  private static func checkKey(_ request: ServedRequest) throws(GeminiRefusal) {
    guard let given = request.header("x-goog-api-key") else { throw .noKey }
    guard given == key else { throw .wrongKey }
  }

  /// The model and the method of `/v1beta/models/MODEL:METHOD`.
  private static func target(
    of request: ServedRequest
  ) throws(GeminiRefusal) -> (model: String, isStreamed: Bool) {
    let parts = request.path.dropFirst(modelsPath.count + 1).split(separator: ":")
    guard request.method == "POST", request.path.hasPrefix("\(modelsPath)/"), parts.count == 2,
      ["generateContent", "streamGenerateContent"].contains(parts[1])
    else { throw GeminiRefusal(404, "NOT_FOUND", "The requested URL was not found.") }
    let isStreamed = parts[1] == "streamGenerateContent"
    guard request.query == (isStreamed ? "alt=sse" : "") else {
      throw .invalid("the played service wants the query alt=sse for streams, and no other")
    }
    guard GeminiModels.current.contains(String(parts[0])) else {
      throw .noModel(String(parts[0]))
    }
    return (String(parts[0]), isStreamed)
  }

  private static func plan(
    for call: GeminiCall, _ table: AnswerTable
  ) throws(GeminiRefusal) -> Judgement {
    let plan = table.plan(for: call.request) { answer, ending, latency in
      GeminiContent(answer: answer, call: call, ending: ending).sent(latency)
    }
    guard let plan else { throw .invalid("not_planned: \(AnswerTable.unplanned(call.request))") }
    return .planned(plan)
  }

  private static func answer(to fault: Fault) -> Answer? {
    let refusal: GeminiRefusal? =
      switch fault {
      case .unauthorised:
        GeminiRefusal(
          401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
      case .notFound: .noModel("gemini-gone")
      case .rateLimited(let seconds): .quota("Minute", seconds: seconds)
      case .quota: .quota("Day", seconds: 40)
      case .billing: .noCredit
      case .serverError: .broken
      case .busy: .overloaded
      case .contextOverflow:
        .invalid(
          "The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).")
      default: nil
      }
    return refusal?.answer
  }
}
