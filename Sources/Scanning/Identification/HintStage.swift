// Identifies an album again with a user's hint, such as "It's the live one". The photo is deleted
// by then, so the model gets the hint with the text and the description of the cover. This is the
// only correction that makes a paid call.

import Albums
import Host
import Models
import Store
import Text

/// The known facts about a cover that was identified as the wrong album.
struct HintedCover: Equatable, Sendable {
  let observation: Observation?

  /// The wrong album; nil if the scan found no album.
  let former: Album?
  let hint: String
}

struct HintStage: Sendable {
  let call: ModelCall
  let model: String
  let prompt: Prompt
  let money: MoneyTalk

  init(call: ModelCall, model: String, prompt: Prompt, money: MoneyTalk) {
    self.call = call
    self.model = model
    self.prompt = prompt
    self.money = money
  }

  /// Nil if the prompt for hints cannot be read; the log contains the reason. A host's own folder
  /// of prompts may be older than the prompt for hints.
  init?(
    call: ModelCall, model: String, configuration: Configuration, money: MoneyTalk, _ log: LogFile
  ) {
    do {
      let prompt = try Prompt("hint", in: configuration.prompts)
      self.init(call: call, model: model, prompt: prompt, money: money)
    } catch {
      log.write(call.now().iso, "hint", "\(error)", level: .warning)
      return nil
    }
  }

  func identification(
    of cover: HintedCover, for owner: CallOwner
  ) async throws(ScanFailure) -> Identification {
    let question = Question(
      model: model, instructions: prompt.text, text: Self.facts(of: cover),
      schemaName: "identification", schema: IdentificationReader.schema,
      maxOutputTokens: IdentifyStage.maxOutputTokens)
    let identification = try await call.identification(question, for: owner, .hint, prompt, money)
    if let identification { return identification }
    throw ScanFailure(.hintDidNotHelp)
  }

  /// The facts, one in each line. Text from users and sleeves is quoted, so that it cannot look
  /// like another fact.
  static func facts(of cover: HintedCover) -> String {
    let facts: [(String, String?)] = [
      ("Text read on the cover", cover.observation.map { quoted($0.text) }),
      ("How sure that reading is", cover.observation?.textConfidence.rawValue),
      ("What the cover shows", cover.observation.map { quoted($0.description) }),
      ("Taken for", cover.former.map { "\(quoted($0.title)) by \(quoted($0.artist))" }),
      ("What the person says", quoted(cover.hint)),
    ]
    return facts.compactMap { name, value in value.map { "\(name): \($0)" } }
      .joined(separator: "\n")
  }

  /// The text as a JSON string: no quote or line break in the text can end the quotation.
  private static func quoted(_ text: String) -> String {
    JSON.string(text).written()
  }
}
