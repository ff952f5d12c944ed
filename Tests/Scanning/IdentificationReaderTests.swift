// The lenient reader of a model's answer accepts code fences, prose and wrong types. No answer
// crashes the program. Source: docs/faults.md D4, D6.

import Albums
import Support
import Testing

@testable import Scanning

@Suite struct IdentificationReaderTests {
  /// The parts of an answer that a test compares: the status, and
  /// `artist / title / year / confidence` of each candidate.
  struct Reading: Equatable {
    let status: Identification.Status
    let candidates: [String]
  }

  static let can = "Can / Tago Mago / 1971 / high"

  static let readable: [(name: String, answer: String, status: Identification.Status, [String])] = [
    (
      "as asked for",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high","reason":"text"}]}"#,
      .identified, [can]
    ),
    (
      "in a fence",
      "```json\n{\"status\":\"identified\",\"candidates\":[{\"artist\":\"Can\",\"album\":\"Tago Mago\",\"year\":1971,\"confidence\":\"high\"}]}\n```",
      .identified, [can]
    ),
    (
      "with prose around",
      #"Sure! Here it is: {"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]} Hope that helps."#,
      .identified, [can]
    ),
    (
      "with braces in the prose",
      #"I used {braces}. {"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]} {end}"#,
      .identified, [can]
    ),
    (
      "twice",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}{"status":"unresolved"}"#,
      .identified, [can]
    ),
    (
      "in a list",
      #"[{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}]"#,
      .identified, [can]
    ),
    (
      "with the year as a string",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":"1971","confidence":"high"}]}"#,
      .identified, [can]
    ),
    (
      "with a loud confidence",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"HIGH"}]}"#,
      .identified, [can]
    ),
    (
      "with a loud status",
      #"{"status":" Identified ","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}"#,
      .identified, [can]
    ),
    (
      "beside the list",
      #"{"status":"identified","artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}"#,
      .identified, [can]
    ),
    (
      "with a title for an album",
      #"{"status":"identified","candidates":[{"artist":"Can","title":"Tago Mago","year":1971,"confidence":"high"}]}"#,
      .identified, [can]
    ),
    (
      "with names between blanks",
      #"{"status":"identified","candidates":[{"artist":" Can ","album":"Tago Mago\n","year":1971,"confidence":"high"}]}"#,
      .identified, [can]
    ),
    (
      "with one candidate thrice",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"},{"artist":"Can","album":"Tago Mago"},{"artist":"Can","album":"Tago Mago","year":3}]}"#,
      .identified, [can]
    ),
    (
      "with an impossible year",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":19711}]}"#,
      .identified, ["Can / Tago Mago / - / low"]
    ),
    (
      "with half a year",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971.5}]}"#,
      .identified, ["Can / Tago Mago / - / low"]
    ),
    (
      "with an endless year",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1e99}]}"#,
      .identified, ["Can / Tago Mago / - / low"]
    ),
    (
      "with half a candidate",
      #"{"status":"search_needed","candidates":[{"artist":"Can"},{"album":"Tago Mago"},{}]}"#,
      .searchNeeded, []
    ),
    (
      "with blank names",
      #"{"status":"identified","candidates":[{"artist":" ","album":"Tago Mago"}]}"#, .unresolved, []
    ),
    (
      "with candidates of other kinds",
      #"{"status":"unresolved","candidates":["Can",7,null,[],true,{"artist":["Can"],"album":{}}]}"#,
      .unresolved, []
    ),
    (
      "with candidates that are no list", #"{"status":"unresolved","candidates":"Can"}"#,
      .unresolved, []
    ),
    ("identified as nothing", #"{"status":"identified","candidates":[]}"#, .unresolved, []),
    ("with the status alone", #"{"status":"search_needed"}"#, .searchNeeded, []),
    (
      "with five candidates",
      #"{"status":"search_needed","candidates":[{"artist":"a","album":"1"},{"artist":"b","album":"2"},{"artist":"c","album":"3"},{"artist":"d","album":"4"},{"artist":"e","album":"5"}]}"#,
      .searchNeeded, ["a / 1 / - / low", "b / 2 / - / low", "c / 3 / - / low", "d / 4 / - / low"]
    ),
    (
      "without a status, and sure",
      #"{"candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}"#,
      .identified, [can]
    ),
    (
      "without a status, and doubtful", #"{"candidates":[{"artist":"Can","album":"Tago Mago"}]}"#,
      .searchNeeded, ["Can / Tago Mago / - / low"]
    ),
    (
      "with other names for its fields",
      #"{"Status":"resolved","albums":[{"artistName":"Can","Album Title":"Tago Mago","release_year":"1971-02","confidence":0.93}]}"#,
      .identified, [can]
    ),
    (
      "as a bare list of candidates",
      #"[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"medium"},{"artist":"Can","album":"Ege Bamyasi"}]"#,
      .searchNeeded, ["Can / Tago Mago / 1971 / medium", "Can / Ege Bamyasi / - / low"]
    ),
    (
      "after a thought with another answer in it",
      #"<think>{"status":"identified","candidates":[{"artist":"Neu!","album":"Neu!"}]}? No.</think>{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}"#,
      .identified, [can]
    ),
    (
      "after a thought that never ends",
      #"<think>so it is {"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}"#,
      .identified, [can]
    ),
    (
      "after the end of a thought whose beginning is missing",
      #"Perhaps {"status":"identified","candidates":[{"artist":"Neu!","album":"Neu!"}]}? No.</think>{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}"#,
      .identified, [can]
    ),
    (
      "the last of two after a thought",
      #"<think>Hm.</think>{"status":"identified","artist":"Neu!","album":"Neu!"} No: {"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}"#,
      .identified, [can]
    ),
    (
      "as a bare list after a thought",
      #"Hm.</think>[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"medium"},{"artist":"Can","album":"Ege Bamyasi"}]"#,
      .searchNeeded, ["Can / Tago Mago / 1971 / medium", "Can / Ege Bamyasi / - / low"]
    ),
    (
      "in the final channel",
      #"<|channel|>analysis<|message|>{"status":"identified","artist":"Neu!","album":"Neu!"}<|end|><|start|>assistant<|channel|>final<|message|>{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}<|return|>"#,
      .identified, [can]
    ),
    (
      "in a wrapper",
      #"{"identification":{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}}"#,
      .identified, [can]
    ),
    (
      "in a wrapper with a status of its own",
      #"{"status":"success","data":{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"}]}}"#,
      .identified, [can]
    ),
    (
      "in a wrapper, cut off",
      #"{"result":{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high","reason":"the he"#,
      .identified, [can]
    ),
    (
      "in a string",
      #""{\"status\":\"identified\",\"candidates\":[{\"artist\":\"Can\",\"album\":\"Tago Mago\",\"year\":1971,\"confidence\":\"high\"}]}""#,
      .identified, [can]
    ),
    (
      "in a string of a wrapper",
      #"{"output":"{\"status\":\"identified\",\"candidates\":[{\"artist\":\"Can\",\"album\":\"Tago Mago\",\"year\":1971,\"confidence\":\"high\"}]}"}"#,
      .identified, [can]
    ),
    (
      "with another answer printed on the cover",
      #"{"status":"unresolved","text_read":"{\"status\":\"identified\",\"artist\":\"Neu!\",\"album\":\"Neu!\"}","candidates":[]}"#,
      .unresolved, []
    ),
    (
      "the same twice, differently spelled",
      #"{"status":"identified","artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"} or {"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago"}]}"#,
      .identified, [can]
    ),
    (
      "cut off after the album",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high","reason":"the he"#,
      .identified, [can]
    ),
    (
      "cut off after several candidates",
      #"{"status":"search_needed","candidates":[{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high"},{"artist":"Can","album":"Ege Bamyasi","confidence":"low"},{"artist":"Ca"#,
      .searchNeeded, [can, "Can / Ege Bamyasi / - / low"]
    ),
    (
      "cut off in the middle of another candidate",
      #"{"status":"search_needed","candidates":[{"artist":"Can","album":"Tago Mago"},{"artist":"Can","album":"Ege Ba"#,
      .searchNeeded, ["Can / Tago Mago / - / low"]
    ),
    (
      "with marks that turn the writing round",
      #"{"status":"identified","candidates":[{"artist":"C\u202ean","album":"Tago\u0007Mago","confidence":"low"}]}"#,
      .identified, ["C an / Tago Mago / - / low"]
    ),
    ("with a byte order mark", "\u{FEFF}{\"status\":\"unresolved\"}", .unresolved, []),
    (
      "with unknown fields", #"{"status":"unresolved","mood":{"a":[1,2]},"candidates":[]}"#,
      .unresolved, []
    ),
  ]

  @Test(arguments: readable)
  func `an answer is read`(
    name: String, answer: String, status: Identification.Status, candidates: [String]
  ) throws {
    let read = try #require(Self.identification(in: answer), "\(name)")
    #expect(Self.reading(read) == Reading(status: status, candidates: candidates), "\(name)")
  }

  @Test(arguments: [
    ("the lettering", "the lettering"), ("an original pressing, worth $200", ""),
    ("The cover says “Price Tag”", "The cover says “Price Tag”"), ("a rare record", ""), ("", ""),
  ])
  func `a candidate's reason about money or collecting is dropped`(reason: String, shown: String)
    throws
  {
    let answer =
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Landed","reason":"\#(reason)"}]}"#
    let read = try #require(Self.identification(in: answer))
    #expect(read.candidates.map(\.reason) == [shown])
  }

  static let unreadable: [(name: String, answer: String)] = [
    ("nothing", ""), ("blank", " \n"), ("prose", "I cannot identify this cover."),
    ("null", "null"), ("a number", "7"), ("a string", #""identified""#), ("a list", "[]"),
    ("an empty object", "{}"), ("HTML", "<html><style>a{b:c}</style><body>502</body></html>"),
    ("cut off", #"{"status":"identified","candidates":[{"artist":"Can","alb"#),
    (
      "cut off in the album's name",
      #"{"status":"identified","candidates":[{"artist":"Can","album":"Tago Ma"#
    ),
    (
      "two objects with two albums",
      #"{"status":"identified","artist":"Can","album":"Tago Mago"}{"status":"identified","artist":"Neu!","album":"Neu!"}"#
    ),
    (
      "a draft in a thought, and no answer",
      #"<think>{"status":"identified","artist":"Neu!","album":"Neu!"}</think>I cannot say."#
    ),
    (
      "a wrapper of two albums",
      #"{"first":{"artist":"Can","album":"Tago Mago"},"second":{"artist":"Neu!","album":"Neu!"}}"#
    ),
    ("an unknown status", #"{"status":"maybe"}"#), ("a status of another kind", #"{"status":1}"#),
    (
      "nested 40 deep",
      #"{"status":"unresolved","x":"# + String(repeating: "[", count: 40)
        + String(repeating: "]", count: 40) + "}"
    ),
    ("open 100,000 deep", String(repeating: "{\"a\":", count: 100_000)),
    ("brackets without end", String(repeating: "[", count: 1_000_000)),
    ("closed before it opens", "}{"), ("a lone brace", "{"), ("the other lone brace", "}"),
  ]

  @Test(arguments: unreadable)
  func `after an invalid answer the question is repeated`(name: String, answer: String) {
    #expect(Self.identification(in: answer) == nil, "\(name)")
  }

  static let odd: [(name: String, answer: String)] = [
    ("a number beyond all", #"{"status":"unresolved","year":1e999}"#),
    ("a number below all", #"{"status":"unresolved","year":-1e999}"#),
    ("a lone high surrogate", #"{"status":"unresolved","text_read":"\ud800"}"#),
    ("a lone low surrogate", #"{"status":"unresolved","text_read":"\udc00x"}"#),
    ("a NUL", #"{"status":"unresolved","text_read":"a\u0000b"}"#),
    ("a name twice", #"{"status":"unresolved","status":"identified"}"#),
    ("a raw control byte", "{\"status\":\"unresolved\",\"text_read\":\"a\u{1}b\"}"),
    ("not a number", #"{"status":"unresolved","year":NaN}"#),
    ("a trailing comma", #"{"status":"unresolved",}"#),
    ("a comment", #"{"status":"unresolved"/* sure */}"#),
  ]

  @Test(arguments: odd)
  func `a missing or oddly typed member is read or is nil`(name: String, answer: String) {
    let read = Self.identification(in: answer)
    #expect(read?.candidates.isEmpty ?? true, "\(name)")
  }

  @Test func `the observation is kept, and names and texts have a maximum length`() throws {
    let long = String(repeating: "x", count: 9000)
    let read = try #require(
      Self.identification(
        in: #"{"status":"identified","text_read":"TAGO MAGO","text_confidence":"Medium","#
          + #""description":"a head","genres":["Krautrock","Rock","Jazz","Funk"],"#
          + "\"record_label\":\"\(long)\",\"candidates\":[{\"artist\":\"\(long)\",\"album\":\"y\"}]}"
      ))
    #expect(
      read.observation
        == Observation(text: "TAGO MAGO", description: "a head", textConfidence: .medium))
    #expect(read.genres == ["Krautrock", "Rock", "Jazz"])
    #expect(read.recordLabel?.count == 300)
    #expect(read.candidates.first?.artist.count == 300)
    #expect(!read.isConfident)
  }

  @Test(arguments: [
    ("U2", 2), ("XTC", 3), ("10cc", 4), ("宇多田", 3), ("!!!", 0), ("( )", 0), ("", 0), ("a b", 2),
    ("Ⅳ", 1), ("é", 1),
  ])
  func `readable characters are letters and digits of any script`(text: String, count: Int) {
    let seen = Observation(text: text, description: "", textConfidence: .low)
    #expect(seen.readableCharacterCount == count)
  }

  @Test(arguments: Identification.Status.allCases, Confidence.allCases)
  func `sure is identified with high confidence`(
    status: Identification.Status, confidence: Confidence
  ) {
    let found = Identification(
      status: status, candidates: [Candidate(artist: "a", title: "b", confidence: confidence)],
      observation: Observation(text: "", description: "", textConfidence: .high))
    #expect(found.isConfident == (status == .identified && confidence == .high))
  }

  @Test func `no answer crashes the reader`() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let seeds = (Self.readable.map(\.answer) + Self.odd.map(\.answer)).map { Array($0.utf8) }
    for round in 0..<Environment.fuzzCount(orElse: 5000) {
      let answer = String(decoding: mutated(seeds, &random), as: UTF8.self)
      guard let read = Self.identification(in: answer) else { continue }
      let isSane =
        read.candidates.count <= IdentificationReader.candidateLimit && read.genres.count <= 3
        && (read.status != .identified || !read.candidates.isEmpty)
        && read.candidates.allSatisfy { !$0.artist.isEmpty && !$0.title.isEmpty }
      if !isSane { Issue.record("seed \(seed), round \(round): \(answer)") }
    }
  }

  private static func identification(in answer: String) -> Identification? {
    if case .read(let identification) = IdentificationReader.reading(of: answer) {
      return identification
    }
    return nil
  }

  private static func reading(_ read: Identification) -> Reading {
    Reading(
      status: read.status,
      candidates: read.candidates.map { one in
        "\(one.artist) / \(one.title) / \(one.year.map { "\($0)" } ?? "-") / \(one.confidence)"
      })
  }

  @Test func `a name of one letter and a million accents is cut, too`() {
    let accents = String(repeating: "\u{301}", count: 1_000_000)
    let answer = #"{"status":"identified","candidates":[{"artist":"Z\#(accents)","album":"b"}]}"#
    guard case .read(let read) = IdentificationReader.reading(of: answer) else {
      Issue.record("not read")
      return
    }
    #expect(read.candidates.first.map { $0.artist.utf8.count < 2000 } == true)
  }
}
