// "It's the live one": what somebody says of a wrong find, put to the model with what was read and
// seen on the cover. The photo is long gone. The one correction that pays for a call.

import Albums
import Host
import Models
import Store
import Text

/// What is known of a cover that was taken for the wrong album.
struct HintedCover: Equatable, Sendable {
  let observation: Observation?

  /// What it was taken for; nil for a scan that named nothing.
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

  /// Nil, with a line in the log, where the host's own prompts are from before there were hints.
  init?(
    call: ModelCall, model: String, configuration: Configuration, money: MoneyTalk, _ log: LogFile
  ) {
    do {
      let prompt = try Prompt("hint", in: configuration.prompts)
      self.init(call: call, model: model, prompt: prompt, money: money)
    } catch {
      log.write(call.now().iso, "hint", "\(error)")
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
    let said = try await call.identification(question, for: owner, .hint, prompt, money)
    if let said { return said }
    throw ScanFailure(.hintDidNotHelp)
  }

  /// One line a fact; what people typed or sleeves said is quoted, so that it cannot look like another.
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

  /// JSON's own quoting: neither a quote nor a line break gets out of it.
  private static func quoted(_ text: String) -> String {
    JSON.string(text).written()
  }
}
