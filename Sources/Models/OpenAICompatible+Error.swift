// Errors of servers that offer Chat Completions. Source: docs/services.md §3, "errors".

import Text

/// The `error` member: a sentence, or an object whose code is a word, a number or null.
struct CompletionFault: Equatable {
  let code: String?
  let type: String?
  let message: String?

  init(code: String?, type: String?, message: String?) {
    self.code = code
    self.type = type
    self.message = message
  }

  /// Nil without an `error`.
  init?(in json: JSON) {
    let error = json["error"]
    if error.isObject {
      self.init(
        code: error["code"].word, type: error["type"].text, message: error["message"].sentence)
    } else if let sentence = error.sentence {
      self.init(code: nil, type: nil, message: sentence)
    } else {
      return nil
    }
  }

  /// For the log.
  var words: String { [code, wordsAlone].compactMap(\.self).joined(separator: " ") }

  private var wordsAlone: String {
    [type, message].compactMap(\.self).joined(separator: " ")
  }

  /// The error to throw; nil if neither the status nor a numeric code determines it.
  func error(status: Int, after: Int?) -> ModelError? {
    if isAboutContext {
      return .misconfigured(
        "the question does not fit into the model’s context; raise it (Ollama: OLLAMA_CONTEXT_LENGTH, llama.cpp: --ctx-size): \(words)"
      )
    }
    let number = code.flatMap { Int($0) }.flatMap { (400...599).contains($0) ? $0 : nil }
    let effective = status == 200 ? number ?? status : status
    let line = "HTTP \(effective) \(number == nil ? words : wordsAlone)"
    switch effective {
    case 200: return isQuota ? .quota("\(words): no credit left") : nil
    case 402: return .quota("\(line): no credit left")
    case 429 where isQuota: return .quota("\(line): no credit left")
    case 408, 409, 429, 500...599: return .unavailable(line, after: after)
    case 401, 403: return .misconfigured("\(line) (the server wants another key)")
    case 400, 422:
      let isAboutPicture =
        PictureFault.isNamed(by: code ?? "") || PictureFault.isDescribed(in: message)
      return isAboutPicture ? .unusable(line) : .misconfigured(line)
    case 404:
      return .misconfigured("\(line): no such model or address; see identify-model and the URL")
    default: return .misconfigured(line)
    }
  }

  private var isQuota: Bool { [code, type].contains("insufficient_quota") }

  /// Whether the question exceeds the context. llama.cpp reports a type for this error; vLLM and LM
  /// Studio report only a message.
  private var isAboutContext: Bool {
    if type == "exceed_context_size_error" || code == "context_length_exceeded" { return true }
    let words = (message ?? "").lowercased()
    return ["context length", "context size", "context window"].contains { words.contains($0) }
  }
}
