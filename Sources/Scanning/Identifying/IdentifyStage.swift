// Which album is in the crop? Call 1 looks; where it asks for it and the gate opens, call 2 searches
// the web. Source: PRODUCT steps 4 and 5.

import Albums
import Models
import Store
import Text

/// What identification came to, and how.
struct Identified: Equatable, Sendable {
  /// What call 1 said.
  let first: Identification
  let gate: SearchGate.Decision

  /// What call 2 said, where it was made and answered.
  let second: Identification?

  /// The better of both; the observation is always the one that was made by looking.
  var best: Identification {
    guard let second, !second.candidates.isEmpty, second.status != .unresolved else {
      return first
    }
    return Identification(
      status: second.status, candidates: second.candidates, observation: first.observation,
      genres: second.genres.isEmpty ? first.genres : second.genres,
      recordLabel: second.recordLabel ?? first.recordLabel)
  }
}

extension Identification {
  /// The candidates as albums. Genres and record label are the best one's.
  var albums: [(album: Album, reason: String)] {
    candidates.enumerated().map { place, candidate in
      let isBest = place == 0
      let album = Album(
        artist: candidate.artist, title: candidate.title, year: candidate.year,
        genres: isBest ? genres : [], recordLabel: isBest ? recordLabel : nil)
      return (album, candidate.reason)
    }
  }
}

extension Identification {
  /// The candidates as the database takes them.
  var namedAlbums: [(album: Album, kind: CandidateKind, reason: String)] {
    albums.map { (album: $0.album, kind: .named, reason: $0.reason) }
  }
}

struct IdentifyStage: Sendable {
  /// Room for four candidates with reasons, and for a reasoning model to think.
  static let maxOutputTokens = 2000

  /// Searches of call 2.
  static let searches = 3

  let call: ModelCall
  let models: (look: String, search: String)
  let prompts: (look: Prompt, search: Prompt)
  let isAdvanced: Bool
  let money: MoneyTalk

  /// Call 1, the gate, call 2. A call 2 that fails costs nothing that call 1 found: where that named
  /// an album, it stands.
  func identified(_ crop: Crop, for owner: CallOwner) async throws(ScanFailure) -> Identified {
    let first = try await answer(looking(at: crop), for: owner, .identify, prompts.look)
    let gate = SearchGate.decision(
      on: first, canSearch: call.provider.canSearch, isAdvanced: isAdvanced)
    guard gate.searches else { return Identified(first: first, gate: gate, second: nil) }
    do {
      let second = try await answer(
        searching(for: first, crop), for: owner, .search, prompts.search)
      return Identified(first: first, gate: gate, second: second)
    } catch {
      if first.candidates.isEmpty { throw error }
      return Identified(first: first, gate: gate, second: nil)
    }
  }

  private func looking(at crop: Crop) -> Question {
    question(models.look, prompts.look, "Which album is this?", crop.jpeg)
  }

  /// What was read is quoted: it is data, whatever it says.
  private func searching(for first: Identification, _ crop: Crop) -> Question {
    let seen = first.observation
    var facts: [JSON.Member] = [
      .init("text_read", .string(seen.text)), .init("description", .string(seen.description)),
    ]
    if !first.candidates.isEmpty {
      let named = first.candidates.map { JSON.string("\($0.artist) – \($0.title)") }
      facts.append(.init("perhaps", .array(named)))
    }
    let quoted = JSON.object(facts).written()
    return question(
      models.search, prompts.search, "Seen on the cover: \(quoted)\nWhich album is this?",
      crop.jpeg, searches: Self.searches)
  }

  private func question(
    _ model: String, _ prompt: Prompt, _ text: String, _ jpeg: [UInt8]?, searches: Int = 0
  ) -> Question {
    Question(
      model: model, instructions: prompt.text, text: text, jpeg: jpeg,
      schemaName: "identification", schema: IdentificationReader.schema,
      maxOutputTokens: Self.maxOutputTokens, searches: searches)
  }

  private func answer(
    _ question: Question, for owner: CallOwner, _ stage: CallStage, _ prompt: Prompt
  ) async throws(ScanFailure) -> Identification {
    let said = try await call.identification(question, for: owner, stage, prompt, money)
    if let said { return said }
    throw ScanFailure(.nonsenseTwice)
  }
}

extension ModelCall {
  /// One answer, asked for once more with what was wrong where it cannot be read; nil where that
  /// cannot be read either.
  func identification(
    _ question: Question, for owner: CallOwner, _ stage: CallStage, _ prompt: Prompt,
    _ money: MoneyTalk
  ) async throws(ScanFailure) -> Identification? {
    let first = try await answer(question, for: owner, stage, prompt: prompt.version)
    switch IdentificationReader.reading(of: first.text, money: money) {
    case .read(let identification): return identification
    case .unclear(let reason):
      let again = try await answer(
        question.again(because: reason), for: owner, stage, prompt: prompt.version, attempt: 2)
      let second = IdentificationReader.reading(of: again.text, money: money)
      return if case .read(let said) = second { said } else { nil }
    }
  }
}

extension Question {
  /// The same once more. What the first answer said is not repeated: it may have been anything.
  fileprivate func again(because reason: String) -> Question {
    Question(
      model: model, instructions: instructions,
      text: "\(text)\n\nYour last answer could not be used. \(reason) "
        + "Answer with exactly one JSON object of the form asked for, and nothing else.",
      jpeg: jpeg, schemaName: schemaName, schema: schema, maxOutputTokens: maxOutputTokens,
      searches: searches)
  }
}
