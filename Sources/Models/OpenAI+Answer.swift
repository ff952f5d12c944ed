// Reading a response of the Responses API, or the error in its place. Source: docs/services.md §1.4, §1.6.

import HTTP
import Text

extension OpenAI {
  /// Reads `output[]`; unknown items are skipped. A failed response can have status 200.
  static func answer(in body: [UInt8]) throws(ModelError) -> ModelAnswer {
    guard let json = JSON(body), !json["output"].items.isEmpty || json["status"].text != nil
    else { throw .nonsense("HTTP 200 that is no response") }
    return try answer(in: json)
  }

  /// Reads a response, from a body or from the last event of a stream.
  static func answer(in json: JSON) throws(ModelError) -> ModelAnswer {
    let messages = json["output"].items.filter { $0["type"].text == "message" }
    let final = messages.filter { $0["phase"].text != "commentary" }
    let parts = (final.isEmpty ? messages : final).flatMap { $0["content"].items }
    if let refusal = parts.lazy.compactMap({ $0["refusal"].text }).first {
      throw .declined(refusal, usage: usage(in: json))
    }
    let (text, citations) = joined(parts.filter { $0["type"].text == "output_text" })
    let isCut = json["incomplete_details"]["reason"].text == "max_output_tokens"
    guard json["status"].text == "completed" || isCut, !text.isEmpty else {
      throw missingAnswer(in: json)
    }
    return ModelAnswer(text: text, citations: citations, usage: usage(in: json))
  }

  /// The joined text of the parts. The offsets of citations count from the beginning of their part
  /// and are shifted here.
  private static func joined(_ parts: [JSON]) -> (String, [Citation]) {
    var (text, length, citations) = ("", 0, [Citation]())
    for part in parts {
      guard let words = part["text"].text else { continue }
      let count = words.unicodeScalars.count
      citations += part["annotations"].items.compactMap { citation($0, in: count, after: length) }
      text += words
      length += count
    }
    return (text, citations)
  }

  /// The unit of the indices is not documented; they are read as Unicode scalars and clamped.
  private static func citation(_ json: JSON, in count: Int, after start: Int) -> Citation? {
    guard json["type"].text == "url_citation", let url = json["url"].text,
      let passage = Range(
        passageFrom: json["start_index"].integer, to: json["end_index"].integer, count: count)
    else { return nil }
    return Citation(
      url: url, title: json["title"].text ?? "",
      passage: start + passage.lowerBound..<start + passage.upperBound)
  }

  /// Only searches are charged; opening a found page is free.
  private static func usage(in json: JSON) -> Usage {
    Usage(
      inputTokens: json["usage"]["input_tokens"].count,
      outputTokens: json["usage"]["output_tokens"].count,
      searches: json["output"].items.count {
        $0["type"].text == "web_search_call" && $0["action"]["type"].text == "search"
      })
  }

  /// The error of a response without an answer.
  private static func missingAnswer(in json: JSON) -> ModelError {
    let reason = json["error"]["message"].text ?? json["incomplete_details"]["reason"].text
    let words = "status \(json["status"].text ?? "missing"): \(reason ?? "no text")"
    if isQuota(json["error"]) { return .quota("\(words): no credit left") }
    if isBusy(json["error"]), json["output"].items.isEmpty, !usage(in: json).isReported {
      return .unavailable(words, after: nil)
    }
    let usage = usage(in: json)
    return declines(json) ? .declined(words, usage: usage) : .nonsense(words, usage: usage)
  }

  /// Whether the model declined, so that a retry would be declined, too. Source: docs/services.md §1.4,
  /// `incomplete_details` and `error`.
  private static func declines(_ json: JSON) -> Bool {
    json["incomplete_details"]["reason"].text == "content_filter"
      || json["error"]["code"].text.map(PictureFault.isNamed) == true
  }

  static func isQuota(_ error: JSON) -> Bool {
    error["type"].text == "insufficient_quota" || error["code"].text == "insufficient_quota"
  }

  /// Whether the service reports an internal error or too many requests. The same codes occur with
  /// an error status, in a body with status 200, and in a stream.
  /// Source: docs/services.md §1.4, §1.6.
  static func isBusy(_ error: JSON) -> Bool {
    ["server_error", "server_is_overloaded", "rate_limit_exceeded", "slow_down"]
      .contains(error["code"].text ?? error["type"].text)
  }

  /// The error of a response with an error status. The message of a 401 contains a part of the key, which
  /// `ErrorsWithoutKey` removes. Source: docs/services.md §1.6.
  static func error(for response: HTTPResponse, after: Int? = nil) -> ModelError {
    let error = JSON(response.body)?["error"] ?? .null
    let code = error["code"].text ?? error["type"].text ?? ""
    let line = "HTTP \(response.status) \(code)"
    let message = error["message"].sentence.map { "\(line): \($0)" } ?? line
    switch response.status {
    case 429 where isQuota(error): return .quota("\(message) (no credit left)")
    case 408, 409, 429, 500...599: return .unavailable(message, after: after)
    case 401: return .misconfigured("\(message) (the key is not accepted)")
    case 400..<500 where PictureFault.isNamed(by: code): return .unusable(message)
    case _ where code == "model_not_found":
      return .misconfigured("\(message) (there is no such model, or not for this key)")
    default: return .misconfigured(message)
    }
  }
}
