// A played service: it records its requests and cuts its answers where the test says.

import HTTP
import Synchronization

@testable import Models

/// Sends the answers in order, and cuts each body at `cuts`. The last answer repeats.
final class Played: Sendable {
  private let noted = Mutex<[HTTPRequest]>([])
  private let answers: [HTTPResponse]
  private let cuts: [Int]

  init(_ answers: [HTTPResponse], cuts: [Int] = []) {
    self.answers = answers
    self.cuts = cuts
  }

  /// Cuts after every `size` bytes.
  static func cuts(of body: [UInt8], every size: Int) -> [Int] {
    Array(stride(from: size, to: body.count, by: size))
  }

  var requests: [HTTPRequest] { noted.withLock { $0 } }

  var bodies: [String] { requests.map { String(decoding: $0.body ?? [], as: UTF8.self) } }

  var transport: Transport {
    Transport { (request, received) async throws(HTTPError) -> HTTPResponse in
      let place = self.noted.withLock { requests in
        requests.append(request)
        return requests.count - 1
      }
      let answer = self.answers[min(place, self.answers.count - 1)]
      if answer.isSuccess, let received { self.hand(answer.body, to: received) }
      return answer
    }
  }

  private func hand(_ body: [UInt8], to received: Transport.Received) {
    var start = 0
    for cut in cuts + [body.count] where cut <= body.count {
      received(Array(body[start..<cut]))
      start = cut
    }
  }
}

/// The text that was passed on while the answer arrived.
final class ReceivedText: Sendable {
  private let pieces = Mutex<[String]>([])

  var text: String { pieces.withLock { $0.joined() } }

  var onText: TextHandler {
    { piece in self.pieces.withLock { $0.append(piece) } }
  }
}

extension HTTPResponse {
  static func json(_ text: String, _ status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["content-type": "application/json"], body: Array(text.utf8))
  }

  static func stream(_ text: String) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: ["Content-Type": "text/event-stream; charset=utf-8"],
      body: Array(text.utf8))
  }
}

/// The providers that are reached over the network.
enum Service: CaseIterable, Sendable {
  case openAI, compatible, anthropic, gemini

  func provider(_ transport: Transport, key: String = "k-1") -> any ModelProvider {
    let endpoint = Endpoint(
      transport: transport, url: "http://127.0.0.1:8123/v1",
      destination: .configured(host: "127.0.0.1", port: 8123), timeoutMilliseconds: 90_000,
      isPrivate: true,
      now: { 1_795_000_000_000 })
    switch self {
    case .openAI: return OpenAI(at: endpoint, key: key)
    case .compatible: return OpenAICompatible(at: endpoint, key: key)
    case .anthropic: return Anthropic(at: endpoint, key: key)
    case .gemini: return Gemini(at: endpoint, key: key)
    }
  }
}

extension Question {
  static func sample(jpeg: [UInt8]? = nil, searches: Int = 0) -> Question {
    Question(
      model: "model-1", instructions: "Look.", text: "Which \"album\"?", jpeg: jpeg,
      schemaName: "identification", schema: .strictObject(["artist": .optional("string")]),
      maxOutputTokens: 2000, searches: searches)
  }
}

/// The outcome of a question.
enum Outcome: Equatable, Sendable {
  case answer(ModelAnswer)
  case error(ModelError)

  init(_ body: () async throws(ModelError) -> ModelAnswer) async {
    do throws(ModelError) { self = .answer(try await body()) } catch { self = .error(error) }
  }

  init(_ body: () throws(ModelError) -> ModelAnswer) {
    do throws(ModelError) { self = .answer(try body()) } catch { self = .error(error) }
  }
}

/// The kind of an error, for tables.
enum Fate: Equatable, Sendable {
  case declined, unusable, nonsense, brokenOff, unavailable, quota, misconfigured, network

  init(_ error: ModelError) {
    switch error {
    case .declined: self = .declined
    case .unusable: self = .unusable
    case .nonsense: self = .nonsense
    case .brokenOff: self = .brokenOff
    case .unavailable: self = .unavailable
    case .quota: self = .quota
    case .misconfigured: self = .misconfigured
    case .network: self = .network
    }
  }
}

extension ModelError {
  var words: String {
    switch self {
    case .declined(let words, _), .unusable(let words), .nonsense(let words, _),
      .brokenOff(let words), .unavailable(let words, _), .quota(let words),
      .misconfigured(let words), .network(let words):
      words
    }
  }
}
