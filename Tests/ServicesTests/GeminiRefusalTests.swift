// Requests that the played Gemini API refuses, one per row. Source: docs/services.md §10.2, §10.5.

import Pictures
import Services
import Testing

@Suite struct GeminiRefusalTests {
  static let parts = ["contents", "0", "parts"]
  static let blob = ["contents", "0", "parts", "0", "inlineData"]
  static let config = ["generationConfig"]
  static let schema = ["generationConfig", "responseJsonSchema"]
  static let status = ["generationConfig", "responseJsonSchema", "properties", "status"]

  static let spoiled: [(path: [String], value: JSON?, says: String)] = [
    (["wibble"], 1, "Unknown name \"wibble\": Cannot find field"),
    (["model"], "gemini-3.8-flash", "Unknown name \"model\""),
    (["stream"], true, "Unknown name \"stream\""),
    (["system_instruction"], [:], "Unknown name \"system_instruction\""),
    (["store"], "no", "Invalid value at 'store'"),
    (["contents"], nil, "contents is not specified"),
    (["contents"], [], "contents is not specified"),
    (["contents", "0", "role"], "system", "valid role: user, model"),
    (["contents", "0", "parts"], [], "must not be empty"),
    (["contents", "0", "content"], [], "Unknown name \"content\" at 'contents[0]'"),
    (parts + ["1", "type"], "text", "Unknown name \"type\""),
    (parts + ["1"], [:], "exactly one data field"),
    (parts + ["1", "text"], 5, "Invalid value"),
    (blob + ["mimeType"], nil, "mimeType"), (blob + ["mimeType"], "image/jpg", "Unsupported MIME"),
    (blob + ["media_type"], "image/jpeg", "Unknown name \"media_type\""),
    (blob + ["data"], "data:image/jpeg;base64,AAAA", "Base64 decoding failed"),
    (blob + ["data"], "AAAA", "Unable to process input image"),
    (["systemInstruction"], "You know records.", "Invalid value at 'system_instruction'"),
    (["systemInstruction", "parts", "0", "inlineData"], [:], "Unknown name \"inlineData\""),
    (config + ["maxTokens"], 5, "Unknown name \"maxTokens\" at 'generation_config'"),
    (config + ["maxOutputTokens"], nil, "maxOutputTokens"),
    (config + ["maxOutputTokens"], 0, "maxOutputTokens"),
    (config + ["responseMimeType"], nil, "needs the responseMimeType"),
    (config + ["responseMimeType"], "text/plain", "needs the responseMimeType"),
    (config + ["responseJsonSchema"], nil, "wants a schema"),
    (config + ["responseSchema"], [:], "takes responseJsonSchema only"),
    (config + ["thinkingConfig", "thinkingLevel"], "MINIMAL", "is not supported"),
    (config + ["thinkingConfig", "thinkingBudget"], 0, "budget is not supported"),
    (config + ["thinkingConfig", "effort"], "low", "Unknown name \"effort\""),
    (status, ["type": "string", "maxLength": 9], "\"maxLength\" is not supported"),
    (status, ["type": "string", "pattern": "a"], "\"pattern\" is not supported"),
    (status, ["type": "string", "const": "a"], "\"const\" is not supported"),
    (status, ["type": "STRING"], "is no type"), (status, [:], "must be specified"),
    (status, ["type": ["string", "null"], "enum": ["a", nil]], "neither a string nor a number"),
    (status, ["$ref": "#/$defs/a", "type": "string"], "excludes other keywords"),
    (schema + ["required"], ["status", "year"], "is not defined"),
    (schema + ["allOf"], [], "\"allOf\" is not supported"),
    (["tools"], [["google_search": [:]]], "takes no tools"),
  ]

  @Test(arguments: spoiled)
  func `a spoiled request is refused in Google's words`(
    path: [String], value: JSON?, says: String
  ) throws {
    let service = try GeminiService()
    let jpeg = try Requests.jpeg(of: Awkward.weezer.sleeve)
    let answer = try Requests.post(
      GeminiRequests.identify(jpeg).changing(path, to: value), to: service)
    #expect(answer.status == 400)
    #expect(answer.json?["error"]?["code"]?.integer == 400)
    #expect(answer.json?["error"]?["status"] == "INVALID_ARGUMENT")
    #expect(answer.json?["error"]?["message"]?.text?.contains(says) == true, "\(answer.text)")
    #expect(service.log.refusals.count == 1 && service.log.charged(.identify) == 0)
  }

  @Test func `a wrong key, no key, another model and another path are refused`() throws {
    let service = try GeminiService()
    let request = GeminiRequests.review("x")
    let wrong = try Requests.post(request, to: service, key: "AIza-another")
    #expect(wrong.status == 400 && wrong.text.contains("API_KEY_INVALID"))
    #expect(!wrong.text.contains("AIza-another"))
    let none = try Requests.post(
      request, to: "\(service.url)/models/gemini-3.8-flash:generateContent", [], [])
    #expect(none.status == 403 && none.json?["error"]?["status"] == "PERMISSION_DENIED")
    let gone = try Requests.post(request, to: service, model: "gemini-1.5-pro")
    #expect(gone.status == 404 && gone.json?["error"]?["status"] == "NOT_FOUND")
    let headers = ["x-goog-api-key: \(GeminiService.key)"]
    for path in ["models/gemini-3.8-flash", "models/gemini-3.8-flash:countTokens", "responses"] {
      let answer = try Requests.post(request, to: "\(service.url)/\(path)", headers, [])
      #expect(answer.status == 404, "\(path)")
    }
    let plain = "\(service.url)/models/gemini-3.8-flash:streamGenerateContent"
    #expect(try Requests.post(request, to: plain, headers, []).status == 400)
    #expect(service.log.privacyFaults.isEmpty)
    let keyed = "\(plain)?alt=sse&key=\(GeminiService.key)"
    #expect(try Requests.post(request, to: keyed, headers, []).status == 400)
    #expect(service.log.privacyFaults == ["the key is in the address"])
  }

  static let noted: [(path: [String], value: JSON?, ignored: [String], faults: [String])] = [
    (["generationConfig", "temperature"], 0.2, ["temperature"], []),
    (["store"], nil, [], ["Google may store the request"]),
    (["store"], true, [], ["Google may store the request"]),
  ]

  @Test(arguments: noted)
  func `what the service ignores or stores is recorded and answered all the same`(
    path: [String], value: JSON?, ignored: [String], faults: [String]
  ) throws {
    let service = try GeminiService()
    service.plan { $0.review(artist: "A", title: "One", as: ModelAnswer("{}")) }
    let request = GeminiRequests.review("A One").changing(path, to: value)
    let answer = try Requests.post(request, to: service)
    #expect(answer.status == 200)
    #expect(service.log.requests.flatMap(\.ignored) == ignored)
    #expect(service.log.privacyFaults == faults)
  }
}
