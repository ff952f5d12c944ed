// Servers that refuse streamed answers. Source: docs/services.md §3, "Streams";
// docs/decisions/076-servers-without-streams.md.

import HTTP
import Synchronization

/// Remembers the models that refused a stream, as long as the provider's value exists: in a worker,
/// until the queue is empty. A new worker asks again; a refused request costs nothing.
final class StreamRefusals: Sendable {
  private let models = Mutex<Set<String>>([])

  /// The response to a request that `send` makes, with a stream if its argument is true. A refused
  /// stream is requested again without one. The model is remembered only if that request succeeds,
  /// because the refusal may have had another reason.
  func response(
    of model: String, streamed: Bool,
    _ send: (_ isStreamed: Bool) async throws(ModelError) -> HTTPResponse
  ) async throws(ModelError) -> HTTPResponse {
    guard streamed, !models.withLock({ $0.contains(model) }) else { return try await send(false) }
    let response = try await send(true)
    guard response.refusesStream else { return response }
    let whole = try await send(false)
    if whole.isSuccess { models.withLock { _ = $0.insert(model) } }
    return whole
  }
}

extension HTTPResponse {
  /// Whether the server refused the request and named `stream` or `stream_options` in its reason.
  fileprivate var refusesStream: Bool {
    [400, 405, 422, 501].contains(status)
      && String(decoding: body.prefix(8192), as: UTF8.self).lowercased().contains("stream")
  }
}
