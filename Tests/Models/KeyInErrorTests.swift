// The texts of services in the log. An error keeps the status and the message, in one line of bounded
// length, and never contains a part of the key (docs/faults.md E6).

import HTTP
import Host
import Support
import Testing

@testable import Models

@Suite struct KeyInErrorTests {
  static let keys = [
    "sk-proj-Zq7XvB2nTfR9wKd4LpYc8HsMe1Ju", "sk-ant-api03-Vb3nQx8kWz5Rt7Yp2Lm9", "0f9c3a71be52d884",
    "AIzaKq7XvB2nTfR9wLd4PpYc8HsMe1JuWz5Rt7",
  ]

  /// The provider of a control file, as the worker uses it, with a played answer.
  private func provider(_ kind: String, key: String, _ played: Played) throws -> any ModelProvider {
    try ModelSetupTests.setup(
      "provider: \(kind)\n\(kind)-url: http://127.0.0.1:8123/v1\nidentify-model: m",
      keys: [kind: key], played
    ).provider
  }

  private func error(of provider: any ModelProvider) async -> ModelError? {
    let outcome = await Outcome { () async throws(ModelError) -> ModelAnswer in
      try await provider.answer(.sample(), onText: nil)
    }
    guard case .error(let error) = outcome else { return nil }
    return error
  }

  private func body(_ message: String) -> String {
    let escaped = message.replacing("\n", with: "\\n")
    return #"{"error":{"message":"\#(escaped)","type":"authentication_error","code":"x"}}"#
  }

  /// The parts of the key that no error may contain. Beginnings that all keys share are no secret.
  private func secrets(of key: String) -> [String] {
    let known = ServiceWords.publicBeginnings.first { key.hasPrefix($0) } ?? ""
    let rest = Array(key.dropFirst(known.count).lowercased())
    return (0...(rest.count - 4)).map { String(rest[$0..<$0 + 4]) }
  }

  @Test(arguments: ["openai", "anthropic", "gemini", "openai-compatible"])
  func `an error has the service's words, and never a part of the key`(kind: String) async throws {
    let seed = testSeed()
    note("ALBUMSCAN_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Environment.fuzzCount(orElse: 200) {
      let key = Self.keys.randomElement(using: &random) ?? ""
      let start = Int.random(in: 0..<key.count - 4, using: &random)
      let length = Int.random(in: 4...key.count - start, using: &random)
      let cut = String(Array(key)[start..<start + length])
      let masked = "\(key.prefix(length))****\(key.suffix(3))"
      let frame =
        ["Bad key %.", "%", "(%)", "key=%&x", "\"%\"", "x%y", "Refused:\n%\nNow."]
        .randomElement(using: &random) ?? ""
      let filling = String(
        repeating: "la ", count: Int.random(in: 0..<120, using: &random))
      let shown = Bool.random(using: &random) ? cut : masked
      let status = [400, 401, 402, 403, 404, 429, 500].randomElement(using: &random) ?? 0
      let message = filling + frame.replacing("%", with: shown).replacing("\"", with: "'")
      let played = Played([.json(body(message), status)])
      let reason = try #require(
        await error(of: try provider(kind, key: key, played))?.reason.lowercased())
      #expect(secrets(of: key).allSatisfy { !reason.contains($0) }, "\(message): \(reason)")
      #expect(!reason.contains(key.suffix(3).lowercased()) || shown == cut, "\(reason)")
      #expect(reason.count <= ServiceWords.longest && !reason.contains(where: \.isNewline))
      #expect(reason.contains("http \(status)"), "\(reason)")
    }
  }

  static let messages: [(kind: String, status: Int, message: String, words: String)] = [
    ("openai", 401, "Incorrect API key provided: KEY.", "Incorrect API key provided: [key]"),
    ("openai", 403, "Project has no access.", "Project has no access."),
    ("openai", 429, "You exceeded your current quota.", "You exceeded your current quota."),
    ("anthropic", 401, "invalid x-api-key", "invalid x-api-key"),
    ("anthropic", 403, "Your key may not use this.", "Your key may not use this."),
    ("anthropic", 402, "Your credit balance is too low.", "Your credit balance is too low."),
    ("gemini", 400, "API key not valid: KEY.", "API key not valid: [key]"),
    ("gemini", 403, "Your API key was reported as leaked.", "Your API key was reported as leaked."),
    (
      "gemini", 402, "Your prepayment credits are depleted.",
      "Your prepayment credits are depleted."
    ),
    ("openai-compatible", 401, "Bad token KEY", "Bad token [key]"),
    ("openai-compatible", 403, "Not for this model.", "Not for this model."),
  ]

  @Test(arguments: messages)
  func `the message of a refused key reaches the host`(
    kind: String, status: Int, message: String, words: String
  ) async throws {
    let key = Self.keys[0]
    let played = Played([.json(body(message.replacing("KEY", with: key)), status)])
    let provider = try provider(kind, key: key, played)
    let reason = try #require(await error(of: provider)?.reason)
    #expect(reason.contains(words) && reason.contains("HTTP \(status)"), "\(reason)")
    do throws(ModelError) {
      _ = try await provider.models()
      Issue.record("the list was read")
    } catch {
      #expect(error.reason.contains(words), "\(error.reason)")
    }
  }
}
