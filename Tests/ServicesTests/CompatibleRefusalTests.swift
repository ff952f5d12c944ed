// Requests that the local servers refuse, and fields that they ignore. Source: docs/services.md §3.

import Pictures
import Services
import Testing

@Suite struct CompatibleRefusalTests {
  static let image = ["messages", "1", "content", "1"]
  static let format = ["response_format"]

  /// Requests that the servers of every flavour refuse.
  static let spoiled: [(path: [String], value: JSON?)] = [
    (["messages"], nil), (["messages"], []), (["messages", "1", "role"], "robot"),
    (["messages", "1", "content"], 5), (["messages", "1", "content", "0", "type"], "input_text"),
    (image + ["type"], "input_image"), (image + ["image_url", "url"], "https://example.org/a.jpg"),
    (image + ["image_url", "url"], "data:image/gif;base64,R0lGODlh"),
    (image + ["image_url", "url"], "data:image/jpeg;base64,AAAA"),
    (image + ["image_url"], 5), (["stream"], "yes"), (["max_tokens"], 0),
  ]

  @Test(arguments: CompatibleFlavour.allCases)
  func `a spoiled request is refused`(flavour: CompatibleFlavour) throws {
    let service = try CompatibleService(flavour)
    let right = ChatRequests.identify(try Requests.jpeg(of: Awkward.weezer.sleeve), to: flavour)
    #expect(try Requests.post(right, to: service).status == 200)
    for (path, value) in Self.spoiled {
      let answer = try Requests.post(right.changing(path, to: value), to: service)
      #expect(answer.status == 400, "\(path) \(answer.text)")
      #expect(answer.json?["error"] != nil)
    }
    #expect(service.log.refusals.count == Self.spoiled.count)
    #expect(service.log.requests.first?.ignored == [])
  }

  /// Requests that the four servers treat differently, with the status of each server.
  static let differing: [(path: [String], value: JSON?, statuses: [CompatibleFlavour: Int])] = [
    (["model"], "another", [.ollama: 404, .llamaCpp: 200, .lmStudio: 404, .vLLM: 404]),
    (
      format, ["type": "json_object"],
      [.ollama: 200, .llamaCpp: 200, .lmStudio: 400, .vLLM: 200]
    ),
    (
      format, ["type": "json_schema", "schema": Requests.reviewSchema],
      [.ollama: 200, .llamaCpp: 200, .lmStudio: 400, .vLLM: 400]
    ),
    (format, ["type": "xml"], [.ollama: 200, .llamaCpp: 400, .lmStudio: 400, .vLLM: 400]),
    (
      ["stream_options"], ["include_usage": true],
      [.ollama: 200, .llamaCpp: 200, .lmStudio: 200, .vLLM: 400]
    ),
    (
      ["reasoning_effort"], "minimal",
      [.ollama: 400, .llamaCpp: 200, .lmStudio: 200, .vLLM: 200]
    ),
    (
      image + ["image_url"], .string("data:image/jpeg;base64,\(bare)"),
      [.ollama: 200, .llamaCpp: 400, .lmStudio: 400, .vLLM: 400]
    ),
    (
      image + ["image_url", "url"], .string(bare),
      [.ollama: 400, .llamaCpp: 200, .lmStudio: 400, .vLLM: 400]
    ),
  ]

  static let bare: String = {
    let jpeg = try? Requests.jpeg(of: Awkward.weezer.sleeve)
    return Encodings.base64(jpeg ?? [])
  }()

  @Test(arguments: CompatibleFlavour.allCases)
  func `the played servers differ as the real servers do`(flavour: CompatibleFlavour) throws {
    let service = try CompatibleService(flavour)
    let right = ChatRequests.identify(try Requests.jpeg(of: Awkward.weezer.sleeve), to: flavour)
    for (path, value, statuses) in Self.differing {
      let answer = try Requests.post(right.changing(path, to: value), to: service)
      #expect(answer.status == statuses[flavour], "\(path) \(answer.text)")
    }
  }

  @Test func `llama cpp ignores the flat schema and answers in prose`() throws {
    for flavour in [CompatibleFlavour.llamaCpp, .ollama] {
      let service = try CompatibleService(flavour)
      service.plan { $0.reviewOthers(as: ModelAnswer(#"{"summary":"eins"}"#)) }
      let flat = ChatRequests.review("A One", to: flavour).changing(
        Self.format, to: ["type": "json_schema", "schema": Requests.reviewSchema])
      let answer = try Requests.post(flat, to: service)
      #expect(answer.status == 200 && !answer.text.contains("eins"))
      #expect(service.log.requests.first?.ignored == ["response_format.schema"])
    }
  }

  @Test(arguments: [
    "max_completion_tokens", "tools", "tool_choice", "store", "web_search_options", "user",
  ])
  func `Ollama ignores unknown members, and the log names them`(name: String) throws {
    let service = try CompatibleService(.ollama)
    service.plan { $0.reviewOthers(as: ModelAnswer("{}")) }
    let request = ChatRequests.review("A One", to: .ollama).changing([name], to: 5)
    #expect(try Requests.post(request, to: service).status == 200)
    #expect(service.log.requests.first?.ignored == [name])
  }

  @Test func `a server with a key requires it, but Ollama never does`() throws {
    for flavour in CompatibleFlavour.allCases {
      let service = try CompatibleService(flavour, key: "local-secret")
      service.plan { $0.reviewOthers(as: ModelAnswer("{}")) }
      let request = ChatRequests.review("A One", to: flavour)
      let stranger = try Requests.post(request, to: service)
      #expect(stranger.status == (flavour == .ollama ? 200 : 401))
      #expect(try Requests.post(request, to: service, key: "local-secret").status == 200)
    }
  }

  @Test func `an error is an object, an integer or a string`() throws {
    let codes: [CompatibleFlavour: JSON] = [
      .ollama: .null, .llamaCpp: 400, .vLLM: 400,
    ]
    for flavour in CompatibleFlavour.allCases {
      let service = try CompatibleService(flavour)
      let error = try Requests.post(["model": .string(flavour.model)], to: service).json?["error"]
      #expect(error?["code"] == codes[flavour])
      if flavour == .lmStudio { #expect(error?.text?.isEmpty == false) }
    }
  }
}
