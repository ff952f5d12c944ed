// Requests that the played Responses API refuses, one per row. Source: docs/services.md §1.4, §1.6.

import Host
import Pictures
import Services
import Testing

@Suite struct OpenAIRefusalTests {
  static let image = ["input", "0", "content", "1"]
  static let format = ["text", "format"]

  static let spoiled: [(path: [String], value: JSON?, code: String?)] = [
    (["wibble"], 1, "unknown_parameter"),
    (["response_format"], ["type": "json_object"], "unsupported_parameter"),
    (["max_tokens"], 100, "unsupported_parameter"),
    (["messages"], [], "unsupported_parameter"),
    (["web_search_options"], [:], "unknown_parameter"),
    (["temperature"], 0.2, nil),
    (["top_p"], 0.9, nil),
    (["reasoning"], ["effort": "minimal"], "invalid_value"),
    (["model"], "gpt-4o-search-preview", "model_not_found"),
    (["model"], nil, "missing_required_parameter"),
    (["max_output_tokens"], 15, "integer_below_min_value"),
    (["max_output_tokens"], "20", "invalid_type"),
    (["store"], "no", "invalid_type"),
    (["input"], nil, "missing_required_parameter"),
    (["input", "0", "role"], "robot", "invalid_value"),
    (["input", "0", "content", "0", "type"], "text", "invalid_value"),
    (["input", "0", "content", "0", "colour"], "red", "unknown_parameter"),
    (image + ["type"], "image_url", "invalid_value"),
    (image + ["image_url"], ["url": "data:image/jpeg;base64,AAAA"], "invalid_type"),
    (image + ["image_url"], "https://example.org/a.jpg", "invalid_image_url"),
    (image + ["image_url"], "data:image/png;base64,AAAA", "invalid_image_url"),
    (image + ["image_url"], "data:image/jpeg;base64,A*A=", "invalid_base64_image"),
    (image + ["image_url"], "data:image/jpeg;base64,AAAA", "invalid_image_format"),
    (image + ["detail"], "huge", "invalid_value"),
    (
      format, ["type": "json_schema", "json_schema": ["name": "a", "schema": [:]]],
      "missing_required_parameter"
    ),
    (format + ["name"], "two words", "invalid_value"),
    (format + ["schema", "type"], "array", "invalid_json_schema"),
    (format + ["schema", "additionalProperties"], nil, "invalid_json_schema"),
    (format + ["schema", "additionalProperties"], true, "invalid_json_schema"),
    (format + ["schema", "required"], ["status"], "invalid_json_schema"),
    (format + ["schema", "required"], ["status", "artist", "year"], "invalid_json_schema"),
    (format + ["schema", "properties", "status", "default"], "x", "invalid_json_schema"),
    (format + ["schema", "properties", "status", "maxLength"], 9, "invalid_json_schema"),
    (format + ["schema", "properties", "status"], [:], "invalid_json_schema"),
    (
      format + ["schema", "properties", "artist"],
      ["type": "array", "items": ["type": "object", "properties": ["a": ["type": "string"]]]],
      "invalid_json_schema"
    ),
    (["tools"], [["type": "browser"]], "invalid_value"),
    (["tools"], [["type": "web_search", "web_search": [:]]], "unknown_parameter"),
  ]

  @Test(arguments: spoiled)
  func `a spoiled request is refused with its code`(
    path: [String], value: JSON?, code: String?
  ) throws {
    let service = try OpenAIService()
    let jpeg = try Requests.jpeg(of: Awkward.weezer.sleeve)
    let answer = try Requests.post(
      Requests.identify(jpeg).changing(path, to: value), to: service)
    #expect(answer.status == 400)
    #expect(answer.errorCode == code)
    #expect(answer.json?["error"]?["type"] == "invalid_request_error")
    #expect(answer.json?["error"]?["message"]?.text?.isEmpty == false)
    #expect(service.log.refusals.count == 1)
    #expect(service.log.requests.allSatisfy { !$0.isCharged })
  }

  @Test func `the unspoiled request is answered`() throws {
    let service = try OpenAIService()
    let jpeg = try Requests.jpeg(of: Awkward.weezer.sleeve)
    let answer = try Requests.post(Requests.identify(jpeg), to: service)
    #expect(answer.status == 200)
    #expect(service.log.refusals.isEmpty && service.log.privacyFaults.isEmpty)
    #expect(service.log.charged(.identify) == 1)
  }

  @Test func `a missing key and a wrong one are 401`() throws {
    let service = try OpenAIService()
    let request = Requests.review("x")
    let wrong = try Requests.post(request, to: service, key: "sk-another")
    #expect(wrong.status == 401 && wrong.errorCode == "invalid_api_key")
    let none = try curl(
      "\(service.url)/responses", ["-H", "Content-Type: application/json"],
      body: request.description)
    #expect(none.status == 401 && none.errorCode == "invalid_api_key")
    #expect(!wrong.text.contains("sk-another"))
  }

  @Test func `a reasoning model with effort none takes a temperature, as gpt-4o does`() throws {
    let service = try OpenAIService()
    service.plan { $0.review(artist: "A", title: "B", as: ModelAnswer("{}")) }
    let request = Requests.review("A, B").changing(["temperature"], to: 0.5)
    let luna = try Requests.post(
      request.changing(["reasoning", "effort"], to: "none"), to: service)
    let old = try Requests.post(
      request.changing(["reasoning"], to: nil).changing(["model"], to: "gpt-4o"), to: service)
    #expect(luna.status == 200 && old.status == 200)
  }

  @Test func `a body that is no JSON, another path and another type are refused`() throws {
    let service = try OpenAIService()
    let key = ["-H", "Authorization: Bearer \(OpenAIService.key)"]
    let json = key + ["-H", "Content-Type: application/json"]
    #expect(try curl("\(service.url)/responses", json, body: "{,}").status == 400)
    #expect(try curl("\(service.url)/chat/completions", json, body: "{}").status == 404)
    #expect(try curl("\(service.url)/responses", key, body: "{}").status == 400)
  }

  @Test func `a request that breaks a promise of privacy is recorded and answered`() throws {
    let service = try OpenAIService()
    let jpeg = try Requests.jpeg(of: Awkward.weezer.sleeve)
    let withComment = Array(jpeg[..<2]) + [0xFF, 0xFE, 0, 4, 65, 66] + Array(jpeg[2...])
    _ = try Requests.post(Requests.identify(jpeg).changing(["store"], to: nil), to: service)
    _ = try Requests.post(Requests.identify(jpeg).changing(["store"], to: true), to: service)
    let answer = try Requests.post(Requests.identify(withComment), to: service)
    #expect(answer.status == 200)
    #expect(service.log.privacyFaults.count == 3)
  }
}
