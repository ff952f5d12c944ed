// Server-sent events: the test cuts each stream in every possible way.

import HTTP
import Support
import Testing

@Suite struct EventStreamTests {
  static let streams: [(text: String, events: [ServerEvent])] = [
    ("data: a\n\n", [ServerEvent(data: "a")]),
    ("data:a\r\n\r\n", [ServerEvent(data: "a")]),
    ("data: a\r\rdata: b\r\r", [ServerEvent(data: "a"), ServerEvent(data: "b")]),
    ("data: a\r\n\rdata: b\n\r\n", [ServerEvent(data: "a"), ServerEvent(data: "b")]),
    ("\u{FEFF}data: a\n\n", [ServerEvent(data: "a")]),
    ("data: \u{FEFF}ä宇\n\n", [ServerEvent(data: "\u{FEFF}ä宇")]),
    ("data: a\ndata:  b\ndata\n\n", [ServerEvent(data: "a\n b\n")]),
    ("data\n\ndata:\n\n", [ServerEvent(data: ""), ServerEvent(data: "")]),
    (": OPENROUTER PROCESSING\n\n:\n\ndata: x\n\n", [ServerEvent(data: "x")]),
    (
      "event: response.created\nid: 1\nretry: 5\ndata: {}\n\ndata: y\n\n",
      [ServerEvent(event: "response.created", data: "{}"), ServerEvent(data: "y")]
    ),
    ("event: lost\n\ndata: z\n\n", [ServerEvent(data: "z")]),
    ("event:\ndata: z\n\n", [ServerEvent(data: "z")]),
    ("Data: no\nxdata: no\n data: no\n\n", []),
    ("data: [DONE]\n\n", [ServerEvent(data: "[DONE]")]),
    ("data: cut off\n", []),
    ("data: a:b: c\n\n", [ServerEvent(data: "a:b: c")]),
    ("\n\n\n", []),
  ]

  @Test(arguments: streams)
  func `a stream gives the same events however it is cut`(text: String, events: [ServerEvent]) {
    let bytes = Array(text.utf8)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var stream = EventStream()
        let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
        let found = pieces.flatMap { stream.feed(Array($0)) }
        #expect(found == events)
      }
    }
    var stream = EventStream()
    #expect(bytes.flatMap { stream.feed([$0]) } == events)
    #expect(!stream.isOverLimit)
  }

  @Test func `a line of the limit is read, one byte more ends the reading`() {
    let line = Array("data: ".utf8) + [UInt8](repeating: 0x78, count: 94)
    var stream = EventStream(limit: 100)
    #expect(stream.feed(line + [10, 10]).count == 1)
    #expect(stream.feed(line + [0x78, 10, 10]).isEmpty)
    #expect(stream.isOverLimit)
    #expect(stream.feed(Array("\n\ndata: x\n\n".utf8)).isEmpty)
  }

  @Test func `an event of very many lines is read in a moment`() {
    let lines = Array(String(repeating: "data:x\n", count: 150_000).utf8)
    var stream = EventStream()
    var count = 0
    let taken = processorTime { count = stream.feed(lines + [10]).count }
    #expect(count == 1)
    #expect(taken < .seconds(2))
  }

  @Test func `many short lines do not grow one event beyond the limit`() {
    var stream = EventStream(limit: 100)
    let lines = Array(String(repeating: "data: 123456789\n", count: 11).utf8)
    #expect(stream.feed(lines + [10]).isEmpty)
    #expect(stream.isOverLimit)
  }

  @Test func `bytes that are no UTF-8 are replaced, not refused`() {
    var stream = EventStream()
    let bytes = Array("data: ".utf8) + [0xFF, 0x0A, 0x0A]
    #expect(stream.feed(bytes) == [ServerEvent(data: "\u{FFFD}")])
  }
}

@Suite struct RetryAfterTests {
  /// 1994-11-06T08:49:30Z.
  static let now: Int64 = 784_111_770_000

  static let cases: [(headers: HTTPHeaders, expected: RetryAfter)] = [
    ([:], .unspecified),
    (["Retry-After": "2"], .wait(milliseconds: 2000)),
    (["retry-after": "1.5"], .wait(milliseconds: 1500)),
    (["retry-after": "0"], .unspecified),
    (["retry-after": "-3"], .unspecified),
    (["retry-after": "soon"], .unspecified),
    (["retry-after": "nan"], .unspecified),
    (["retry-after": "inf"], .unspecified),
    (["retry-after": "120"], .wait(milliseconds: 120_000)),
    (["retry-after": "121"], .tooLong),
    (["retry-after": "1e300"], .tooLong),
    (["retry-after-ms": "250", "retry-after": "7"], .wait(milliseconds: 250)),
    (["retry-after-ms": "x", "retry-after": "7"], .wait(milliseconds: 7000)),
    (["retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"], .wait(milliseconds: 7000)),
    (["retry-after": "Sun, 06 Nov 1994 08:49:29 GMT"], .unspecified),
    (["retry-after": "Mon, 07 Nov 1994 08:49:37 GMT"], .tooLong),
    (["retry-after": "Sun, 99 Nov 1994 08:49:37 GMT"], .unspecified),
    (["retry-after": "Sun, 06 Nov 1994 08:49:37 CET"], .unspecified),
    (["retry-after": "Sun, 06 Nov 1994 8:49 GMT"], .unspecified),
  ]

  @Test(arguments: cases)
  func `the wait equals the headers' value`(headers: HTTPHeaders, expected: RetryAfter) {
    #expect(RetryAfter(headers, nowMilliseconds: Self.now) == expected)
  }

  @Test func `a leap day is counted`() {
    let headers: HTTPHeaders = ["retry-after": "Thu, 29 Feb 2024 00:00:01 GMT"]
    #expect(
      RetryAfter(headers, nowMilliseconds: 1_709_164_800_000) == .wait(milliseconds: 1000))
  }
}
