// Identifies the album in the crop. Call 1 looks at the picture. Call 2 searches the web, if call 1
// asks for a search and the gate allows it. Source: docs/product.md step 4, step 5.

package import Albums
import Models
package import Photos
package import Store
import Text

/// The result of the identification: the answers of both calls and the gate's decision.
package struct Identified: Equatable, Sendable {
  /// The answer of call 1.
  package let first: Identification
  package let gate: SearchGate.Decision

  /// The answer of call 2; nil if there was no call 2 or it failed.
  let second: Identification?

  /// The better of both answers. The observation always comes from call 1.
  package var best: Identification {
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
  /// The candidates as albums. Only the best candidate gets the genres and the record label.
  var albums: [(album: Album, reason: String)] {
    candidates.enumerated().map { index, candidate in
      let isBest = index == 0
      let album = Album(
        artist: candidate.artist, title: candidate.title, year: candidate.year,
        genres: isBest ? genres : [], recordLabel: isBest ? recordLabel : nil)
      return (album, candidate.reason)
    }
  }
}

extension Identification {
  /// The candidates in the form that the database stores.
  var namedAlbums: [(album: Album, kind: CandidateKind, reason: String)] {
    albums.map { (album: $0.album, kind: .named, reason: $0.reason) }
  }
}

package struct IdentifyStage: Sendable {
  /// Enough for four candidates with reasons, and for the thinking of a reasoning model.
  static let maxOutputTokens = 2000

  /// The maximum number of web searches in call 2.
  static let searches = 3

  package let call: ModelCall
  package let models: (identify: String, search: String)
  package let prompts: (identify: Prompt, search: Prompt)

  /// The setting `advanced-search`, for people without a switch of their own.
  let isAdvanced: Bool
  let money: MoneyTalk

  /// Runs call 1, the gate and call 2. If call 2 fails and call 1 named an album, the result of
  /// call 1 counts. With `early`, the answer of call 1 is followed while it arrives.
  package func identified(
    _ crop: Crop, for owner: CallOwner, early: EarlyReading? = nil
  ) async throws(ScanFailure) -> Identified {
    let first = try await answer(
      looking(at: crop), for: owner, .identify, prompts.identify, early: early)
    let rights = try await call.rights(of: owner.person, setting: isAdvanced)
    let gate = SearchGate.decision(on: first, canSearch: call.provider.canSearch, rights: rights)
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
    question(models.identify, prompts.identify, "Which album is this?", crop.jpeg)
  }

  /// The text read on the cover is quoted: the model gets it as data, not as instructions.
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
    _ question: Question, for owner: CallOwner, _ stage: CallStage, _ prompt: Prompt,
    early: EarlyReading? = nil
  ) async throws(ScanFailure) -> Identification {
    let identification = try await call.identification(
      question, for: owner, stage, prompt, money, early: early)
    if let identification { return identification }
    throw ScanFailure(.nonsenseTwice)
  }
}

extension ModelCall {
  /// The model's answer to `question`. If the first answer cannot be read, a second question tells
  /// the model the reason. Nil if the second answer cannot be read either.
  func identification(
    _ question: Question, for owner: CallOwner, _ stage: CallStage, _ prompt: Prompt,
    _ money: MoneyTalk, early: EarlyReading? = nil
  ) async throws(ScanFailure) -> Identification? {
    let first = try await answer(question, for: owner, stage, prompt, early: early)
    switch IdentificationReader.reading(of: first.text, money: money) {
    case .read(let identification): return identification
    case .unclear(let reason):
      await early?.withdrawn()
      let again = try await answer(
        question.again(because: reason), for: owner, stage, prompt, attempt: 2, early: early)
      let second = IdentificationReader.reading(of: again.text, money: money)
      return if case .read(let identification) = second { identification } else { nil }
    }
  }
}
