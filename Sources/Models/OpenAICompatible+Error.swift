// Errors of servers that offer Chat Completions. Source: docs/services.md §3, "Errors".

import Text

/// An error: a member `error` (a sentence, or an object whose code is a word, a number or null), or an
/// object that is an error itself.
struct CompletionFault: Equatable {
  let code: String?
  let type: String?
  let message: String?

  /// The response's error. A body that is no JSON is a sentence, unless it is a page.
  init(inBody body: [UInt8]) {
    // Google puts the error into a list.
    if let json = JSON(body), let fault = CompletionFault(in: json.items.first ?? json) {
      self = fault
      return
    }
    let text = JSON.string(String(decoding: body.prefix(1024), as: UTF8.self)).sentence
    let isSentence = text.flatMap(\.first).map { !"<{[".contains($0) } ?? false
    (code, type, message) = (nil, nil, isSentence ? text : nil)
  }

  /// Nil without an error.
  init?(in json: JSON) {
    let error = json["error"]
    if error.isObject {
      // A gateway puts the error of the server behind it here.
      let raw = error["metadata"]["raw"].sentence
      let words = [Self.sentence(in: error["message"]), raw].compactMap(\.self)
      (code, type) = (error["code"].word, error["type"].text)
      message = words.isEmpty ? nil : words.joined(separator: " ")
    } else if let sentence = error.sentence {
      (code, type, message) = (nil, json["error_type"].text, sentence)
    } else if json["choices"] == .null, let sentence = Self.flatSentence(in: json) {
      (code, type, message) = (json["code"].word, json["type"].text, sentence)
    } else {
      return nil
    }
  }

  /// Whether a member `error` contains an error.
  static func isNamed(in json: JSON) -> Bool {
    json["error"].isObject || json["error"].sentence != nil
  }

  /// The sentence of an object that is an error itself: Mistral, FastAPI, Cloudflare.
  private static func flatSentence(in json: JSON) -> String? {
    sentence(in: json["message"]) ?? sentence(in: json["detail"]) ?? sentence(in: json["errors"])
  }

  /// A sentence, also as a list of faults with the part that each is about.
  private static func sentence(in json: JSON) -> String? {
    if let sentence = json.sentence { return sentence }
    if json.isObject { return flatSentence(in: json) ?? json["msg"].sentence }
    let faults = json.items.prefix(8).compactMap { fault -> String? in
      let place = fault["loc"].items.compactMap(\.word).joined(separator: ".")
      return sentence(in: fault).map { place.isEmpty ? $0 : "\(place): \($0)" }
    }
    return faults.isEmpty ? nil : faults.joined(separator: "; ")
  }

  /// For the log.
  var words: String { [code, wordsAlone].compactMap(\.self).joined(separator: " ") }

  private var wordsAlone: String {
    [type, message].compactMap(\.self).joined(separator: " ")
  }

  /// The error to throw; nil if neither the status nor the code determines it.
  func error(status: Int, after: Int?) -> ModelError? {
    if isAboutContext {
      return .misconfigured(
        "the question does not fit into the model’s context; raise it (Ollama: OLLAMA_CONTEXT_LENGTH, llama.cpp: --ctx-size): \(words)"
      )
    }
    let number = code.flatMap { Int($0) }.flatMap { (400...599).contains($0) ? $0 : nil }
    let effective = status == 200 ? number ?? status : status
    let line = "HTTP \(effective) \(number == nil ? words : wordsAlone)"
    if [400, 404, 415, 422, 500, 501].contains(effective), PictureFault.isRefusal(message ?? "") {
      return .misconfigured(
        "\(line) (the server reads no pictures with this model; see identify-model; llama.cpp needs --mmproj)"
      )
    }
    switch effective {
    case 200 where isQuota: return .quota("\(words): no credit left")
    case 200: return isBusy ? .unavailable(line, after: after) : nil
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

  /// Whether the code is a word for an outage, in an error without a status.
  private var isBusy: Bool {
    let names = [code, type].compactMap { $0?.lowercased() }
    return names.contains { name in
      ["overloaded", "rate_limit", "server_error", "unavailable", "timeout"].contains {
        name.contains($0)
      }
    }
  }

  /// Whether the question exceeds the context. llama.cpp reports a type for this error; vLLM and LM
  /// Studio report only a message.
  var isAboutContext: Bool {
    if type == "exceed_context_size_error" || code == "context_length_exceeded" { return true }
    let words = (message ?? "").lowercased()
    return ["context length", "context size", "context window"].contains { words.contains($0) }
  }
}
