// Answers of the played OpenAI model, for each request and in each form. Source:
// docs/services.md §1.1, §1.4, §1.5.

import Host
import JPEG
import Pictures
import Services
import Support
import Testing

@Suite struct OpenAIAnswerTests {
  @Test func `a whole answer has the recorded shape`() throws {
    let service = try OpenAIService()
    service.plan {
      $0.identifyNext(as: ModelAnswer(#"{"a":"( )"}"#, inputTokens: 1120, outputTokens: 60))
    }
    let jpeg = try Requests.jpeg(of: Awkward.weezer.sleeve)
    let answer = try Requests.post(Requests.identify(jpeg), to: service)
    let json = try #require(answer.json)
    #expect(answer.head.contains("x-request-id: req_"))
    #expect(json["object"] == "response" && json["status"] == "completed")
    #expect(json["store"] == false && json["error"] == .null)
    let items = try #require(json["output"]?.items)
    #expect(items.map { $0["type"] } == ["reasoning", "message"])
    #expect(items[1]["content"]?.items?[0]["type"] == "output_text")
    #expect(items[1]["content"]?.items?[0]["text"]?.text == #"{"a":"( )"}"#)
    #expect(json["usage"]?["input_tokens"]?.integer == 1120)
    #expect(json["usage"]?["output_tokens_details"]?["reasoning_tokens"]?.integer == 32)
    #expect(json["usage"]?["total_tokens"]?.integer == 1180)
  }

  @Test func `events come in the recorded order and end with the whole answer`() throws {
    let service = try OpenAIService()
    let text = #"{"summary":"Añejo, 宇多田 — e\u0301","rating":8.5}"#
    service.plan { $0.review(artist: "A", title: "B", as: ModelAnswer(text)) }
    service.order(.awkward)
    let answer = try Requests.post(Requests.review("A\nB", stream: true), to: service)
    #expect(answer.head.contains("Content-Type: text/event-stream"))
    let events = try Events.read(answer.text)
    let names = events.map(\.name).filter { $0 != "response.output_text.delta" }
    #expect(
      names == [
        "response.created", "response.in_progress", "response.output_item.added",
        "response.output_item.done", "response.output_item.added", "response.content_part.added",
        "response.output_text.done", "response.content_part.done", "response.output_item.done",
        "response.completed",
      ])
    #expect(events.map { $0.data["sequence_number"]?.integer } == Array(0..<events.count))
    let deltas = events.compactMap { $0.data["delta"]?.text }
    #expect(deltas.count > 5 && deltas.joined() == text)
    let final = events.last?.data["response"]?["output"]?.items?.last
    #expect(final?["content"]?.items?[0]["text"]?.text == text)
  }

  @Test func `a searched answer has its search among the events`() throws {
    let service = try OpenAIService()
    service.plan { $0.identify(searchFor: "KID A", as: ModelAnswer("{}")) }
    let request = Requests.review("Cover text: KID A", stream: true)
      .changing(["tools"], to: [["type": "web_search", "search_context_size": "low"]])
      .changing(["text", "format", "schema"], to: Requests.identificationSchema)
    let names = try Events.read(Requests.post(request, to: service).text).map(\.name)
    let search = try #require(names.firstIndex(of: "response.web_search_call.in_progress"))
    #expect(names[search + 1] == "response.web_search_call.searching")
    #expect(names[search + 2] == "response.web_search_call.completed")
    #expect(service.log.charged(.identifySearched) == 1)
  }

  @Test func `the demonstration gives the sources of a searched review`() throws {
    let service = try OpenAIService(.inTurn(Awkward.albums))
    let request = Requests.review("AC/DC Back in Black")
    #expect(try !Requests.post(request, to: service).text.contains("url_citation"))
    #expect(try Requests.post(request.searching, to: service).text.contains("weekly.example"))
  }

  @Test func `the demonstration answers a hint, whatever it says, with another album`() throws {
    let service = try OpenAIService(.inTurn(Awkward.albums))
    for (former, answer) in [
      ("Taken for: \"Back in Black\" by \"AC/DC\"\n", "Sigur Rós"),
      ("Taken for: \"Hi, How Are You\" by \"Daniel Johnston\"\n", "AC/DC"), ("", "AC/DC"),
    ] {
      let hint = Requests.review("\(former)What the person says: \"the live one\"")
        .changing(["text", "format", "schema"], to: Requests.identificationSchema)
      #expect(try Requests.post(hint, to: service).text.contains(answer), "\(former)")
    }
  }

  @Test(arguments: Awkward.albums.map(\.subject))
  func `an album is recognised from a photograph of its sleeve`(subject: String) throws {
    let service = try OpenAIService(.knowing(Awkward.albums + [Awkward.rumours]))
    let album = try #require(Awkward.albums.first { $0.subject == subject })
    let photo = try JPEG.decode(album.photo(), coveringSide: 1200).pixels
    var cropped: [UInt8] = []
    for row in 335..<1290 {
      cropped += photo.rgb[(row * photo.width + 110) * 3..<(row * photo.width + 1065) * 3]
    }
    let jpeg = try Requests.jpeg(of: Pixels(width: 955, height: 955, rgb: cropped), side: 700)
    let answer = try Requests.post(Requests.identify(jpeg), to: service)
    let text = answer.json?["output"]?.items?[1]["content"]?.items?[0]["text"]?.text
    #expect(Self.first(in: text)?["album"]?.text == album.saidTitle ?? album.title)
    #expect(service.log.charged(.identify, about: album.title) == 1)
    let review = try Requests.post(
      Requests.review("\(album.artist) / \(album.saidTitle ?? album.title)"), to: service)
    #expect(review.status == 200)
    #expect(service.log.charged(.review, about: album.title) == 1)
  }

  /// The first candidate of an identification.
  private static func first(in text: String?) -> JSON? {
    JSON(text ?? "")?["candidates"]?.items?.first
  }

  @Test func `planned answers come in order, and the same picture gets the same answer again`()
    throws
  {
    let service = try OpenAIService(.inTurn([Awkward.weezer, Awkward.letItBe]))
    func album(_ seed: UInt64) throws -> String? {
      let jpeg = try Requests.jpeg(of: DrawnSleeve(seed: seed).pixels)
      let answer = try Requests.post(Requests.identify(jpeg), to: service)
      let text = answer.json?["output"]?.items?[1]["content"]?.items?[0]["text"]?.text
      return Self.first(in: text)?["album"]?.text
    }
    #expect(
      try [album(1), album(2), album(1), album(3)] == [
        "Weezer", "Let It Be", "Weezer", "Weezer",
      ])
  }

  @Test func `an unplanned review is refused, an unplanned picture is unresolved`() throws {
    let service = try OpenAIService()
    let review = try Requests.post(Requests.review("Nobody"), to: service)
    #expect(review.status == 400 && review.errorCode == "not_planned")
    let jpeg = try Requests.jpeg(of: Awkward.weezer.sleeve)
    let answer = try Requests.post(Requests.identify(jpeg), to: service)
    #expect(answer.text.contains("unresolved"))
  }

  @Test func `every planned text is JSON`() throws {
    for album in Awkward.albums + Awkward.catalogue {
      let review = try #require(JSON(Awkward.review(of: album)))
      #expect((3...5).contains(review["bullets"]?.items?.count ?? 0))
      #expect((3...7).contains(review["key_tracks"]?.items?.count ?? 0))
      #expect(Self.first(in: album.identification)?["artist"]?.text == album.artist)
    }
  }

  @Test func `the list of models has their end days`() throws {
    let service = try OpenAIService()
    let answer = try curl(
      "\(service.url)/models", ["-H", "Authorization: Bearer \(OpenAIService.key)"])
    let models = try #require(answer.json?["data"]?.items)
    #expect(models.first { $0["id"] == "gpt-4o" }?["shutdown_date"] == "2027-01-14")
    #expect(models.first { $0["id"] == "gpt-6-luna" }?["shutdown_date"] == nil)
    #expect(try curl("\(service.url)/models").status == 401)
  }
}
