// A prompt file: its version in the first line, then the instructions for the model.

import Albums
import Host

package struct Prompt: Equatable, Sendable {
  /// The version, such as `identify-1`. It is stored with the results of the prompt.
  package let version: String
  let text: String

  /// Reads `<folder>/<name>.md`. Throws the reason if the file is missing, empty or without a
  /// version.
  ///
  /// `language` replaces `{language}` in the text. It is the English name of the language in which
  /// the model writes. A prompt without `{language}` works for English only. The labels of reviews replace
  /// `{labels}`.
  init(
    _ name: String, in folder: String, language: String = "English"
  ) throws(PromptError) {
    let path = "\(folder)/\(name).md"
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: 64 << 10)
    } catch {
      throw PromptError(description: "\(error)")
    }
    let whole = String(decoding: bytes, as: UTF8.self)
    let lines = whole.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let prefix = "version: "
    guard lines.count == 2, lines[0].hasPrefix("\(prefix)\(name)-"),
      Int(lines[0].dropFirst(prefix.count + name.count + 1)) != nil
    else {
      throw PromptError(
        description: "\(path): the first line must be \"version: \(name)-<number>\"")
    }
    guard !lines[1].allSatisfy(\.isWhitespace) else {
      throw PromptError(description: "\(path): there is nothing after the first line")
    }
    guard language == "English" || lines[1].contains("{language}") else {
      throw PromptError(
        description: "\(path): a prompt for reviews in \(language) must contain {language}")
    }
    version = String(lines[0].dropFirst(prefix.count))
    text = String(lines[1]).replacing("{language}", with: language)
      .replacing("{labels}", with: Recommendation.inPrompt)
  }
}

struct PromptError: Error, Equatable, Sendable, CustomStringConvertible {
  let description: String
}
