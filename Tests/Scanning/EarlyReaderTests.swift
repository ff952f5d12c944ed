// The early reading of an answer that is still arriving. It finds the first candidate, or nothing.
// Every fact that it finds is also in the whole answer.

import Albums
import Support
import Testing

@testable import Scanning

@Suite struct EarlyReaderTests {
  private static let first =
    #"{"artist":"Can","album":"Tago Mago","year":1971,"confidence":"high","genres":["krautrock"],"record_label":"United Artists","reason":"text {1}"}"#
  private static let second =
    #"{"artist":"Can","album":"Ege Bamyasi","year":1972,"confidence":"low","genres":[],"record_label":null,"reason":""}"#

  /// An answer in the order of the schema.
  static let answer =
    #"{"text_read":"CAN \"TAGO\" } é 宇","text_confidence":"high","status":"identified","candidates":["#
    + "\(first),\(second)" + #"],"description":"a head, {so} to speak"}"#

  static func early(_ pieces: some Sequence<String>) -> Identification? {
    var reader = IdentificationSoFar()
    return pieces.lazy.compactMap { reader.hear($0) }.first
  }

  private static func whole(_ answer: String) -> Identification? {
    guard case .read(let read) = IdentificationReader.reading(of: answer) else { return nil }
    return read
  }

  /// The first `cut` scalars of an answer.
  private static func beginning(_ answer: String, _ cut: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: answer.unicodeScalars.prefix(cut))
    return String(view)
  }

  /// Whether every fact of the early reading is also in the whole reading. The whole reading may
  /// have more candidates, and a description.
  private static func agrees(_ early: Identification, _ whole: Identification?) -> Bool {
    guard let whole else { return false }
    return early.status == whole.status && early.candidates == Array(whole.candidates.prefix(1))
      && early.genres == whole.genres && early.recordLabel == whole.recordLabel
  }

  @Test func `the first candidate is found with its last byte, with all its facts`() throws {
    let end = try #require(Self.answer.firstRange(of: Self.first)).upperBound
    let found = try #require(Self.early([String(Self.answer[..<end])]))
    #expect(
      found.candidates == [
        Candidate(
          artist: "Can", title: "Tago Mago", year: 1971, confidence: .high, reason: "text {1}")
      ])
    #expect(found.isConfident && found.genres == ["krautrock"])
    #expect(found.recordLabel == "United Artists")
    #expect(found.observation.text == #"CAN "TAGO" } é 宇"#)
    #expect(Self.early([String(Self.answer[..<end].dropLast())]) == nil)
  }

  @Test func `every beginning of an answer gives what the whole answer says, or nothing`() throws {
    let whole = Self.whole(Self.answer)
    for cut in 0...Self.answer.unicodeScalars.count {
      guard let found = Self.early([Self.beginning(Self.answer, cut)]) else { continue }
      try #require(Self.agrees(found, whole), "\(cut)")
    }
  }

  @Test func `the pieces of an answer do not matter`() throws {
    let expected = try #require(Self.early([Self.answer]))
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Environment.fuzzCount(orElse: 300) {
      var pieces: [String] = []
      var rest = Array(Self.answer.unicodeScalars)[...]
      while !rest.isEmpty {
        var piece = String.UnicodeScalarView()
        piece.append(contentsOf: rest.prefix(Int.random(in: 1...40, using: &random)))
        rest = rest.dropFirst(piece.count)
        pieces.append(String(piece))
      }
      try #require(Self.early(pieces) == expected, "seed \(seed): \(pieces)")
    }
  }

  @Test(arguments: IdentificationReaderTests.readable)
  func `an odd answer gives what the whole answer says, or nothing`(
    name: String, answer: String, status: Identification.Status, candidates: [String]
  ) {
    guard let found = Self.early([answer]) else { return }
    #expect(Self.agrees(found, Self.whole(answer)), "\(name)")
  }

  static let absent: [(name: String, answer: String)] = [
    ("a status after the candidates", #"{"candidates":[\#(first)],"status":"identified"}"#),
    ("a thought", #"<think>{"status":"identified","candidates":[\#(first)]}</think>"#),
    (
      "a thought within a name",
      #"{"status":"identified","text_read":"<think>","candidates":[\#(first)]}"#
    ),
    (
      "an album beside the list",
      #"{"status":"identified","artist":"Neu!","album":"Neu!","candidates":[\#(first)]}"#
    ),
    (
      "a second object", #"{"status":"unresolved"}{"status":"identified","candidates":[\#(first)]}"#
    ),
    ("half a candidate", #"{"status":"identified","candidates":[{"artist":"Can"},\#(first)]}"#),
    (
      "a candidate in another list",
      #"{"status":"identified","others":[\#(first)],"candidates":[]}"#
    ),
    ("a bare list", "[\(first),\(second)]"),
  ]

  @Test(arguments: absent)
  func `nothing is found early where the rest of the answer may change it`(
    name: String, answer: String
  ) {
    #expect(Self.early([answer]) == nil, "\(name)")
  }

  @Test(arguments: ["```json\n", "```\n", " \n\n", "\u{FEFF}", "JSON\n"])
  func `a fence before the object does not matter`(lead: String) throws {
    let expected = try #require(Self.early([Self.answer]))
    #expect(Self.early([lead + Self.answer + "\n```"]) == expected)
  }

  /// Servers leave out the beginning of a thought, so an object after prose may be a draft in it.
  @Test(arguments: ["Perhaps ", "I use {braces}. Here: ", "{ ", "<think>", "[THINK]", "analysis"])
  func `after prose nothing is found early`(lead: String) {
    #expect(Self.early([lead + Self.answer]) == nil)
  }

  @Test func `no answer crashes the early reader, and it keeps a bounded part of each`() {
    let seed = testSeed()
    var random = SeededGenerator(seed: seed)
    let seeds = (IdentificationReaderTests.readable.map(\.answer) + [Self.answer]).map {
      Array($0.utf8)
    }
    for _ in 0..<Environment.fuzzCount(orElse: 3000) {
      let answer = String(decoding: mutated(seeds, &random), as: UTF8.self)
      guard let found = Self.early([answer]) else { continue }
      if found.candidates.count != 1 { Issue.record("seed \(seed): \(answer)") }
    }
    let long = String(repeating: "x", count: IdentificationSoFar.limit)
    #expect(
      Self.early([#"{"text_read":"\#(long)","status":"identified","candidates":[\#(Self.first)]}"#])
        == nil)
  }
}
