// Answers of the local servers, whole and as chunks. Source: docs/services.md §1.3, §3.

import Pictures
import Services
import Testing

@Suite struct CompatibleAnswerTests {
  static let text = #"{"summary":"Añejo, 宇多田 — e\u0301","rating":8.5}"#

  private func service(_ flavour: CompatibleFlavour) throws -> CompatibleService {
    let service = try CompatibleService(flavour)
    service.plan { $0.review(artist: "A", title: "One", as: ModelAnswer(Self.text)) }
    return service
  }

  private func message(_ answer: CurlAnswer) -> JSON? {
    answer.json?["choices"]?.items?.first?["message"]
  }

  static let fields: [(flavour: CompatibleFlavour, thoughts: String)] = [
    (.ollama, "reasoning"), (.llamaCpp, "reasoning_content"), (.lmStudio, "reasoning_content"),
    (.vLLM, "reasoning"),
  ]

  @Test(arguments: fields)
  func `a whole answer has each server's shape`(
    flavour: CompatibleFlavour, thoughts: String
  ) throws {
    let service = try service(flavour)
    let answer = try Requests.post(ChatRequests.review("A One", to: flavour), to: service)
    #expect(answer.json?["object"] == "chat.completion")
    #expect(message(answer)?["content"]?.text == Self.text)
    #expect(message(answer)?[thoughts]?.text?.isEmpty == false)
    #expect(message(answer)?["refusal"] == nil && message(answer)?["annotations"] == nil)
    #expect(answer.json?["usage"]?["prompt_tokens"]?.integer == 1200)
    #expect(answer.json?["usage"]?["prompt_tokens_details"] == nil)
    #expect((answer.json?["timings"] != nil) == (flavour == .llamaCpp))
    #expect(service.log.charged(.review) == 1)
  }

  @Test(arguments: CompatibleFlavour.allCases, [false, true])
  func `chunks end with DONE, and have the usage only on request`(
    flavour: CompatibleFlavour, asksUsage: Bool
  ) throws {
    let service = try service(flavour)
    service.order(.awkward)
    let request = ChatRequests.review("A One", to: flavour, stream: true)
    let asking = request.changing(["stream_options"], to: ["include_usage": true])
    let answer = try Requests.post(asksUsage ? asking : request, to: service)
    #expect(!answer.text.contains("event:"))
    let chunks = try Events.chunks(answer.text)
    let deltas = chunks.compactMap { $0["choices"]?.items?.first?["delta"] }
    #expect(deltas.compactMap { $0["content"]?.text }.joined() == Self.text)
    #expect(chunks.contains { $0["usage"]?["total_tokens"] != nil } == asksUsage)
    if asksUsage { #expect(chunks.last?["choices"] == []) }
  }

  @Test(arguments: Dress.allCases)
  func `an answer may have a fence or prose around it`(dress: Dress) throws {
    let service = try service(.ollama)
    service.order(.dressed(dress))
    let request = ChatRequests.review("A One", to: .ollama)
    let words = try #require(message(Requests.post(request, to: service))?["content"]?.text)
    #expect(words != Self.text && words.contains(Self.text))
    #expect(message(try Requests.post(request, to: service))?["content"]?.text == Self.text)
    #expect(service.log.charged(.review) == 2)
  }

  static let statuses: [(fault: Fault, status: Int)] = [
    (.unauthorised, 401), (.billing, 402), (.notFound, 404),
    (.rateLimited(retryAfterSeconds: 1), 429), (.quota, 429), (.serverError, 500), (.busy, 503),
    (.overRate, 503), (.overloaded, 529),
  ]

  @Test(arguments: CompatibleFlavour.allCases)
  func `an ordered status is worded by the server`(flavour: CompatibleFlavour) throws {
    let service = try service(flavour)
    for (fault, status) in Self.statuses {
      service.order(fault)
      let answer = try Requests.post(ChatRequests.review("A One", to: flavour), to: service)
      #expect(answer.status == status, "\(fault)")
      if fault == .quota { #expect(answer.errorCode == "insufficient_quota") }
      if fault == .busy, flavour == .llamaCpp { #expect(answer.text.contains("Loading model")) }
    }
    #expect(service.log.charged(.review) == 0)
  }

  @Test func `a question that is too long is an error, or with Ollama gets an unrelated answer`()
    throws
  {
    for flavour in CompatibleFlavour.allCases {
      let service = try service(flavour)
      service.order(.contextOverflow)
      let answer = try Requests.post(ChatRequests.review("A One", to: flavour), to: service)
      #expect(answer.status == (flavour == .ollama ? 200 : 400))
      if flavour == .llamaCpp {
        #expect(answer.json?["error"]?["type"] == "exceed_context_size_error")
        #expect(answer.json?["error"]?["n_ctx"]?.integer == 4096)
      }
    }
  }

  @Test func `a failure after the head is an error in a 200, whole and streamed`() throws {
    let service = try service(.llamaCpp)
    service.order(.failed(code: "x"), .next(2))
    let whole = try Requests.post(ChatRequests.review("A One", to: .llamaCpp), to: service)
    #expect(whole.status == 200 && whole.json?["error"]?["code"]?.integer == 500)
    let stream = try Requests.post(
      ChatRequests.review("A One", to: .llamaCpp, stream: true), to: service)
    #expect(stream.text.contains(#"data: {"error""#) && !stream.text.contains("[DONE]"))
  }

  @Test(arguments: CompatibleFlavour.allCases)
  func `a sleeve is recognised, and the list has the model`(flavour: CompatibleFlavour) throws {
    let service = try CompatibleService(flavour, .knowing(Awkward.albums))
    let jpeg = try Requests.jpeg(of: Awkward.letItBe.sleeve)
    let answer = try Requests.post(ChatRequests.identify(jpeg, to: flavour), to: service)
    #expect(message(answer)?["content"]?.text == Awkward.letItBe.identification)
    #expect(service.log.charged(.identify, about: "Let It Be") == 1)
    let models = try curl("\(service.url)/models").json?["data"]?.items
    #expect(models?.map { $0["id"]?.text } == [flavour.model])
  }
}
