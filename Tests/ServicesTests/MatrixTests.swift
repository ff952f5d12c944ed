// Every fault of the matrix at every service: curl's result, and no charge for a refusal.

import Host
import Pictures
import Services
import Support
import Testing

@Suite struct MatrixTests {
  /// The HTTP status, and curl's exit code. The status is 0 when no answer arrives.
  static let expected: [String: (status: Int, exitCode: Int)] = [
    "refused": (0, 7), "timeout": (0, 28), "401": (401, 0), "404": (404, 0), "429 rate": (429, 0),
    "429 quota": (429, 0), "500": (500, 0), "503 busy": (503, 0), "503 over rate": (503, 0),
    "529": (529, 0), "garbage": (200, 0), "cut off": (200, 18), "slow": (200, 28),
  ]

  private func ask(_ model: any PlayedModel) throws -> CurlAnswer {
    let hurry = ["--max-time", "1"]
    switch model {
    case let model as OpenAIService:
      return try Requests.post(Requests.review("A One"), to: model, hurry)
    case let model as AnthropicService:
      return try Requests.post(ClaudeRequests.review("A One"), to: model, hurry)
    case let model as GeminiService:
      return try Requests.post(GeminiRequests.review("A One"), to: model, more: hurry)
    case let model as CompatibleService:
      return try Requests.post(
        ChatRequests.review("A One", to: model.flavour), to: model, hurry)
    default: throw NoSuchModel()
    }
  }

  struct NoSuchModel: Error {}

  @Test(arguments: PlayedProvider.all)
  func `a model suffers each trouble and recovers`(provider: PlayedProvider) throws {
    #expect(Fault.matrix.count == 13 && Set(Fault.matrix.map(\.name)) == Set(Self.expected.keys))
    let model = try provider.model()
    model.plan { $0.reviewOthers(as: ModelAnswer(#"{"summary":"A"}"#)) }
    for trouble in Fault.matrix {
      try model.order(trouble)
      let answer = try ask(model)
      #expect(answer.status == Self.expected[trouble.name]?.status, "\(trouble)")
      #expect(answer.exitCode == Self.expected[trouble.name]?.exitCode, "\(trouble)")
      model.recover()
      #expect(try ask(model).status == 200, "after \(trouble)")
    }
  }

  @Test func `MusicBrainz and the archive fail on request, too`() throws {
    let musicBrainz = try MusicBrainzService(spacing: 0)
    let archive = try CoverArtService()
    let hurry = MusicBrainzTests.agent + ["--max-time", "1"]
    let group = "release-group/\(Awkward.rumours.mbid)"
    for trouble in Fault.matrix {
      try musicBrainz.order(trouble)
      try archive.order(trouble)
      for url in ["\(musicBrainz.url)/\(group)?fmt=json", "\(archive.url)/\(group)/front-500"] {
        let answer = try curl(url, hurry)
        let status = answer.status == 307 ? 200 : answer.status
        #expect(status == Self.expected[trouble.name]?.status, "\(trouble) \(url)")
        #expect(answer.exitCode == Self.expected[trouble.name]?.exitCode, "\(trouble) \(url)")
      }
      musicBrainz.recover()
      archive.recover()
    }
  }

  @Test func `a port can close after the request of a kind, which is still answered`() throws {
    let model = try OpenAIService(.knowing([Awkward.weezer]))
    model.refuseConnections(after: .identify)
    let picture = Requests.identify(try Requests.jpeg(of: Awkward.weezer.sleeve))
    #expect(try Requests.post(Requests.review("Weezer Weezer"), to: model).status == 200)
    #expect(try Requests.post(picture, to: model).status == 200)
    #expect(try Requests.post(picture, to: model).exitCode == 7)
    model.recover()
    #expect(try Requests.post(picture, to: model).status == 200)
  }

  @Test(arguments: PlayedProvider.all)
  func `a service gives its lines for the control file`(provider: PlayedProvider) throws {
    let model = try provider.model()
    let names = model.settings.map(\.name)
    #expect(names.prefix(2) == ["provider", "\(model.provider)-url"])
    #expect(names.contains("identify-model") == (model.modelToName != nil))
    #expect((model.key == nil) == (model.provider == "openai-compatible"))
    #expect(PlayedProvider.searching.contains(provider) == model.canSearch)
  }
}
