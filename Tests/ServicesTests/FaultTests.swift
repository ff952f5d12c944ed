// Faults occur as planned: in the planned form, number and requests. Latencies are kept.

import Host
import Pictures
import Services
import Support
import Testing

@Suite struct FaultTests {
  private func model() throws -> OpenAIService {
    let service = try OpenAIService()
    service.plan { answers in
      answers.review(artist: "A", title: "One", as: ModelAnswer(#"{"summary":"eins"}"#))
      answers.review(artist: "A", title: "Two", as: ModelAnswer(#"{"summary":"zwei"}"#))
    }
    return service
  }

  static let statuses: [(fault: Fault, status: Int, code: String?)] = [
    (.unauthorised, 401, "invalid_api_key"), (.notFound, 404, "model_not_found"),
    (.rateLimited(retryAfterSeconds: 7), 429, "rate_limit_exceeded"),
    (.quota, 429, "insufficient_quota"), (.serverError, 500, nil),
    (.billing, 429, "credit_balance_exhausted"),
    (.busy, 503, "server_is_overloaded"), (.overRate, 503, "slow_down"),
    (.overloaded, 529, nil),
  ]

  @Test(arguments: statuses)
  func `an ordered status is answered once and costs nothing`(
    fault: Fault, status: Int, code: String?
  ) throws {
    let service = try model()
    service.order(fault)
    let answer = try Requests.post(Requests.review("A One"), to: service)
    #expect(answer.status == status && answer.errorCode == code)
    if fault == .rateLimited(retryAfterSeconds: 7) {
      #expect(answer.head.contains("retry-after: 7"))
    }
    #expect(try Requests.post(Requests.review("A One"), to: service).status == 200)
    #expect(service.log.charged(.review) == 1 && service.log.count(of: .review) == 2)
    #expect(service.log.requests[0].fault == fault && service.log.requests[1].fault == nil)
  }

  @Test(arguments: [
    Fault.garbage, .noCompletion, .refusal, .incomplete, .failed(code: "server_error"),
  ])
  func `a 200 may hold no answer`(fault: Fault) throws {
    let service = try model()
    service.order(fault)
    let answer = try Requests.post(Requests.review("A One"), to: service)
    #expect(answer.status == 200)
    switch fault {
    case .garbage: #expect(answer.text.contains("<!doctype html>"))
    case .noCompletion: #expect(answer.text == #"{"ok":true}"#)
    case .refusal: #expect(answer.text.contains(#""type":"refusal""#))
    case .incomplete:
      #expect(answer.json?["incomplete_details"]?["reason"] == "max_output_tokens")
    default: #expect(answer.json?["error"]?["code"] == "server_error")
    }
  }

  @Test func `a stream can contain the service's own error`() throws {
    let service = try model()
    service.order(.failed(code: "server_error"))
    service.order(.incomplete)
    let failed = try Requests.post(Requests.review("A One", stream: true), to: service)
    #expect(failed.text.contains("event: response.failed"))
    let incomplete = try Requests.post(Requests.review("A One", stream: true), to: service)
    #expect(incomplete.text.contains("event: response.incomplete"))
  }

  /// The expected exit code of curl for each fault, and whether the service did the work.
  @Test(arguments: [
    (Fault.reset, 56, false), (.timeout, 28, true), (.cutOff(afterBytes: nil), 18, true),
    (.cutOff(afterBytes: 1), 18, true), (.slow(bytesPerSecond: 1), 28, true), (.endless, 28, false),
    (.awkward, 0, true),
  ])
  func `the connection fails as planned`(fault: Fault, exitCode: Int, isCharged: Bool) throws {
    for stream in [false, true] {
      let service = try model()
      service.order(fault)
      let answer = try Requests.post(
        Requests.review("A One", stream: stream), to: service,
        ["--max-time", exitCode == 28 ? "2" : "20"])
      #expect(answer.exitCode == exitCode, "\(fault)")
      // The test does not wait for a request that never ends.
      _ = eventually(within: 2000) { service.log.requests.first?.finishedMilliseconds != nil }
      #expect(service.log.charged(.review) == (isCharged ? 1 : 0))
      #expect(service.log.requests.first?.isDelivered == (fault == .awkward))
      if fault == .slow(bytesPerSecond: 1) { #expect((1...3).contains(answer.body.count)) }
    }
  }

  @Test func `a closed port refuses, and opens again on the same number`() throws {
    let service = try model()
    try service.refuseConnections()
    #expect(try Requests.post(Requests.review("A One"), to: service).exitCode == 7)
    service.acceptConnections()
    #expect(try Requests.post(Requests.review("A One"), to: service).status == 200)
    try service.refuseConnections()
    #expect(try Requests.post(Requests.review("A One"), to: service).exitCode == 7)
    service.acceptConnections()
    #expect(try Requests.post(Requests.review("A One"), to: service).status == 200)
    service.stop()
    #expect(try Requests.post(Requests.review("A One"), to: service).exitCode == 7)
    let successor = try OpenAIService(port: service.port)
    #expect(successor.port == service.port)
  }

  @Test func `a planned fault may be for a kind, an album, a number, or always`() throws {
    let service = try model()
    service.order(.serverError, .always, for: "Two")
    service.order(.quota, .next(2), of: .identify)
    #expect(try Requests.post(Requests.review("A One"), to: service).status == 200)
    for _ in 0..<3 {
      #expect(try Requests.post(Requests.review("A Two"), to: service).status == 500)
    }
    let jpeg = try Requests.jpeg(of: Awkward.weezer.sleeve)
    let statuses = try (0..<3).map { _ in
      try Requests.post(Requests.identify(jpeg), to: service).status
    }
    #expect(statuses == [429, 429, 200])
    service.clearOrders()
    #expect(try Requests.post(Requests.review("A Two"), to: service).status == 200)
  }

  @Test func `a gzip bomb unpacks to the planned size`() throws {
    let service = try CoverArtService()
    service.order(.gzipBomb(mebibytes: 20))
    let answer = try curl(
      "\(service.url)/release/\(Awkward.weezer.releases[0].mbid)/front", ["--compressed"])
    #expect(answer.exitCode == 0)
    #expect((20_900_000...20 << 20).contains(answer.body.count))
    #expect(answer.body.allSatisfy { $0 == 0 })
    #expect(try #require(service.log.requests.first).status == 200)
  }

  @Test func `latency is the time of a whole answer, or of a stream's first and last words`()
    throws
  {
    let service = try model()
    service.setLatency(of: .review, to: Latency(800, first: 200))
    let whole = try Requests.post(Requests.review("A One"), to: service)
    #expect(whole.firstSeconds >= 0.8)
    let stream = try Requests.post(Requests.review("A One", stream: true), to: service)
    // The head is sent at once; half a second is a margin for a busy machine.
    #expect(stream.firstSeconds < 0.7)
    #expect(stream.seconds >= 0.8)
    #expect(stream.text.contains("response.completed"))
  }

  @Test func `a client that leaves while it waits is noticed, and the work counted`() throws {
    let service = try model()
    service.setLatency(of: .review, to: Latency(900))
    let answer = try Requests.post(
      Requests.review("A One"), to: service, ["--max-time", "0.2"])
    #expect(answer.exitCode == 28)
    #expect(eventually { service.log.requests.first?.hasClientLeft == true })
    #expect(service.log.charged(.review) == 1)
    #expect(service.log.requests.first?.isDelivered == false)
  }

  @Test func `the log has what was sent`() throws {
    let service = try model()
    let request = Requests.review("A One, if you please")
    _ = try Requests.post(request, to: service, ["-H", "X-Odd: yes"])
    let entry = try #require(service.log.requests.first)
    #expect(entry.method == "POST" && entry.path == "/v1/responses" && entry.kind == .review)
    #expect(entry.header("x-odd") == "yes")
    #expect(entry.bodyBytes == request.description.utf8.count)
    #expect(entry.bodySHA256 == hexadecimal(SHA256.digest(of: Array(request.description.utf8))))
    #expect(entry.text == "A One, if you please" && entry.subject == "A – One")
    let age = Clock.bootMilliseconds() - entry.atMilliseconds
    #expect((0...5000).contains(age))
    service.clearLog()
    #expect(service.log.requests.isEmpty)
  }

  @Test func `twenty clients at once are all served`() throws {
    let service = try model()
    let latency: Int64 = 2000
    service.setLatency(of: .review, to: Latency(latency))
    let folder = try TemporaryFolder()
    let body = try folder.write(Requests.review("A One").description, to: "body")
    let output = try Programs.run(
      "/usr/bin/curl",
      [
        "-s", "-Z", "--parallel-immediate", "--parallel-max", "20", "-o", "/dev/null", "-w",
        "%{http_code}\n", "-H", "Authorization: Bearer \(OpenAIService.key)", "-H",
        "Content-Type: application/json", "--data-binary", "@\(body)",
      ] + (0..<20).map { "\(service.url)/responses?\($0)" },
      input: "/dev/null", limit: 1 << 16, timeoutMilliseconds: 60_000)
    #expect(String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").count == 20)
    #expect(service.log.charged(.review) == 20)
    let times = service.log.requests.map(\.atMilliseconds)
    #expect(try #require(times.max()) - (try #require(times.min())) < latency)
  }
}
