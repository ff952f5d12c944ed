// Asks a server again without the part of a question that it refused. Source: docs/services.md §3, "Refused
// parts"; docs/decisions/076-servers-without-streams.md, docs/decisions/164-refused-parts.md.

import HTTP
import Synchronization
import Text

/// A part of a question without which a server can still answer. The order is the one in which a refusal
/// that names several parts is read.
enum QuestionPart: CaseIterable, Sendable {
  /// The limit of the answer's length, as `max_tokens`, or as `max_completion_tokens`.
  case limit, newLimit

  /// The message with the role `system`. Without it, the instructions begin the question.
  case instructions

  /// The schema as `response_format`. Without it, the instructions contain the schema.
  case schema
  case stream
}

/// Remembers the parts that each model refused, as long as the provider's value exists: in a worker,
/// until the queue is empty. A new worker asks again; a refused request costs nothing.
final class PartRefusals: Sendable {
  private let models = Mutex<[String: Set<QuestionPart>]>([:])

  /// The response to a request that `send` makes with the given parts. A refused part is left out of
  /// the next request, and `replacement` takes its place. The parts are remembered only if a request
  /// succeeds, because the refusals may have had another reason.
  func response(
    of model: String, parts: Set<QuestionPart>,
    replacement: (QuestionPart) -> QuestionPart? = { _ in nil },
    isNeeded: (QuestionPart) -> Bool = { _ in false },
    _ send: (Set<QuestionPart>) async throws(ModelError) -> HTTPResponse
  ) async throws(ModelError) -> HTTPResponse {
    var refused = models.withLock { $0[model] ?? [] }
    var parts = parts
    for part in QuestionPart.allCases where refused.contains(part) {
      if parts.remove(part) != nil, let next = replacement(part) { parts.insert(next) }
    }
    var response = try await send(parts)
    while let part = response.refusedPart(of: parts), !isNeeded(part) {
      refused.insert(part)
      parts.remove(part)
      if let next = replacement(part) { parts.insert(next) }
      response = try await send(parts)
      if response.isSuccess { models.withLock { $0[model, default: []].formUnion(refused) } }
    }
    return response
  }
}

extension HTTPResponse {
  /// The part that the server refused and named in its reason; nil for any other response.
  fileprivate func refusedPart(of parts: Set<QuestionPart>) -> QuestionPart? {
    guard [400, 405, 415, 422, 500, 501].contains(status),
      !CompletionFault(inBody: body).isAboutContext
    else { return nil }
    // Without backslashes, a quoted name in a JSON string looks like one in plain text.
    let reason = String(
      decoding: body.prefix(8192).filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self
    )
    .lowercased()
    let candidates = QuestionPart.allCases.filter { part in
      parts.contains(part) && (status != 500 || part == .instructions || part == .schema)
    }
    if let named = JSON(body)?["error"]["param"].text,
      let part = candidates.first(where: { $0.isNamed(by: named) })
    {
      return part
    }
    return candidates.first { part in part.signs.contains { reason.contains($0) } }
  }
}

extension QuestionPart {
  /// Whether the `param` of an error names this part.
  fileprivate func isNamed(by name: String) -> Bool {
    switch self {
    case .limit: name == "max_tokens"
    case .newLimit: name == "max_completion_tokens"
    case .instructions: name == "messages[0].role"
    case .schema: name.hasPrefix("response_format")
    case .stream: name == "stream" || name.hasPrefix("stream_options")
    }
  }

  /// Words of a refusal of this part, in lower case. Source: docs/services.md §3, "Refused parts".
  fileprivate var signs: [String] {
    switch self {
    case .limit: ["max_tokens"]
    case .newLimit: ["max_completion_tokens"]
    case .instructions:
      [
        "system role", "system message", "system prompt", "system instruction", "'system'",
        "\"system\"", "`system`", "role: system", "role system", "developer instruction",
        "roles must alternate",
      ]
    case .schema:
      [
        "response_format", "response format", "json_schema", "json schema", "json mode",
        "json_validate_failed", "structured output", "grammar",
      ]
    case .stream: ["stream"]
    }
  }
}
