// A test can plan different answers for the first request, for later requests, and for requests
// with web search.

import Pictures
import Services
import Testing

@Suite struct TurnTests {
  private func say(_ answer: CurlAnswer) -> String? {
    answer.json?["output"]?.items?.last?["content"]?.items?[0]["text"]?.text
  }

  @Test func `a review is answered differently the second time, and then the same again`() throws {
    let service = try OpenAIService()
    service.plan {
      $0.review(artist: "A", title: "One", as: ModelAnswer("1"), ModelAnswer("2"))
      $0.review(artist: "A", title: "Two", as: ModelAnswer("3"), searched: ModelAnswer("4"))
    }
    let one = try (0..<4).map { _ in say(try Requests.post(Requests.review("A One"), to: service)) }
    #expect(one == ["1", "2", "2", "2"])
    let two = Requests.review("A Two")
    #expect(try say(Requests.post(two, to: service)) == "3")
    #expect(try say(Requests.post(two.searching, to: service)) == "4")
    #expect(service.log.charged(.review) == 5 && service.log.charged(.reviewSearched) == 1)
  }

  /// The request after a fault gets the first answer again when the service sent no part of that
  /// answer. An answer that broke off counts as sent.
  @Test(arguments: [
    (Fault.serverError, "1"), (.quota, "1"), (.refusal, "1"), (.garbage, "1"), (.reset, "2"),
    (.cutOff(afterBytes: 5), "2"),
  ])
  func `an answer counts only when it was sent`(fault: Fault, next: String) throws {
    let service = try OpenAIService()
    service.plan { $0.review(artist: "A", title: "One", as: ModelAnswer("1"), ModelAnswer("2")) }
    service.order(fault)
    _ = try Requests.post(Requests.review("A One"), to: service)
    #expect(try say(Requests.post(Requests.review("A One"), to: service)) == next)
  }

  @Test func `call 1 asks for a search and call 2 knows the album`() throws {
    let service = try OpenAIService()
    let album = Awkward.weezer
    service.plan {
      $0.identify(
        sleeve: album.sleeve, as: ModelAnswer(album.identification(status: "search_needed")),
        searched: ModelAnswer(album.identification), subject: album.subject)
    }
    let request = Requests.identify(try Requests.jpeg(of: album.sleeve))
    #expect(try say(Requests.post(request, to: service))?.contains("search_needed") == true)
    #expect(try say(Requests.post(request.searching, to: service)) == album.identification)
    #expect(service.log.charged(.identify, about: "Weezer") == 1)
    #expect(service.log.charged(.identifySearched, about: "Weezer") == 1)
  }

  @Test func `a later plan replaces an earlier one, and other albums have their own review`() throws
  {
    let service = try OpenAIService(.knowing([Awkward.weezer]))
    service.plan {
      $0.review(artist: "Weezer", title: "Weezer", as: ModelAnswer("later"))
      $0.reviewOthers(as: ModelAnswer("any"))
      $0.identify(sleeve: Awkward.weezer.sleeve, as: ModelAnswer("{}"))
    }
    #expect(try say(Requests.post(Requests.review("Weezer, Weezer"), to: service)) == "later")
    #expect(try say(Requests.post(Requests.review("Nobody"), to: service)) == "any")
    let picture = Requests.identify(try Requests.jpeg(of: Awkward.weezer.sleeve))
    #expect(try say(Requests.post(picture, to: service)) == "{}")
  }

  @Test func `the next picture has its own planned answers`() throws {
    let service = try OpenAIService()
    service.plan { $0.identifyNext(as: ModelAnswer("1"), ModelAnswer("2")) }
    let picture = Requests.identify(try Requests.jpeg(of: Awkward.weezer.sleeve))
    let said = try (0..<3).map { _ in say(try Requests.post(picture, to: service)) }
    #expect(said == ["1", "2", "2"])
  }
}
