// The objects that a model means as its answer: after thoughts of all public forms, in wrappers, and in
// strings. Source: docs/services.md §3, "Thoughts".

import Testing
import Text

@testable import Models

@Suite struct AnswerTextTests {
  static let draft = #"{"artist":"Neu!"}"#
  static let answer = #"{"artist":"Can"}"#

  /// The artists of an answer's objects.
  static func artists(_ answer: String) -> [String] {
    AnswerText(answer).objects.map { $0["artist"].text ?? "?" }
  }

  /// The forms of a thought, with the words before and after it.
  static let thoughts: [(before: String, after: String)] = [
    ("<think>", "</think>"), ("<think>\n", "\n</think>\n\n"), ("", "</think>"),
    ("<thinking>", "</thinking>"), ("<thought>", "</thought>"), ("<Thinking>", "</Thinking>"),
    ("<reasoning>", "</reasoning>"), ("<reflection>", "</reflection>"),
    ("<seed:think>", "</seed:think>"), ("", "</seed:think>"), ("<mm:think>", "</mm:think>"),
    ("<longcat_think>", "</longcat_think>"), ("[THINK]", "[/THINK]"), ("", "[/THINK]"),
    ("◁think▷", "◁/think▷"), ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|START_THINKING|>", "<|END_THINKING|><|START_RESPONSE|>"),
    ("<unused94>thought\n", "<unused95>"), ("<|inner_prefix|>", "<|inner_suffix|>"),
    ("<|think|>", "<|end|><|begin|>assistant<|content|>"),
    ("<|channel>thought\n", "<channel|>"),
    (
      "<|channel|>analysis<|message|>",
      "<|end|><|start|>assistant<|channel|>final<|message|>"
    ),
    (
      "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>commentary<|message|>",
      "<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>"
    ),
    ("analysis", "assistantfinal"),
    ("Here is my thought process:\n", "\n\nHere is my response:\n"),
    ("<details type=\"reasoning\" done=\"true\">\n> ", "\n</details>\n"),
    ("<think>one</think>two <think>", "</think>"),
  ]

  @Test(arguments: thoughts)
  func `a draft in a thought is no answer`(before: String, after: String) {
    for words in ["Perhaps \(Self.draft) but no.", "I use {braces} and {{.", Self.draft] {
      let text = AnswerText(before + words + after + Self.answer)
      #expect(text.objects.map { $0["artist"].text } == ["Can"], "\(before)\(words)\(after)")
      #expect(text.isAfterThought)
    }
    let braces = String(repeating: "{ ", count: 50)
    #expect(Self.artists(before + braces + after + Self.answer) == ["Can"])
    #expect(Self.artists(before + Self.draft + after + "I cannot say.").isEmpty)
    let cut = AnswerText(before + Self.draft + after + #"{"artist":"Can","album":"Tago"#)
    #expect(cut.cutOffObject?["artist"].text == "Can")
  }

  @Test func `the last object after a thought counts, and the first one without a thought`() {
    func chosen(_ answer: String) -> String? {
      AnswerText(answer).value { $0["artist"].text }
    }
    #expect(chosen("<think>a</think>\(Self.draft) No: \(Self.answer)") == "Can")
    #expect(chosen(#"a</think>\#(Self.answer){"artist":null}"#) == "Can")
    #expect(chosen("\(Self.answer) or \(Self.draft)") == "Can")
  }

  static let kept: [(name: String, answer: String)] = [
    ("a thought without an end", "<think>so it is \(answer)"),
    ("a thought after the answer", "\(answer)<think>\(draft)</think>"),
    ("a thought that ends with the answer", "<think>Hm. \(answer)</think>"),
    ("the same with a fence and a control token", "Hm. ```json\n\(answer)\n```\n</think></s>"),
    ("a mark in a text of the answer", #"{"text":"</think> [/THINK]","artist":"Can"}"#),
    ("brackets in prose", "[see <b>here</b>] a < b > c, ◁ ▷, </thin>: \(answer)"),
    ("control tokens around the answer", "<|begin_of_box|>\(answer)<|end_of_box|><|im_end|>"),
    ("a string", JSON.string(answer).written()),
    ("a string in a string", JSON.string(JSON.string(answer).written()).written()),
    ("escaped quotes", #"Here: {\"artist\": \"Can\"}"#),
    ("escaped quotes and line ends", #"{\n  \"artist\": \"Can\"\n}"#),
  ]

  @Test(arguments: kept) func `an object outside of a thought is kept`(name: String, answer: String)
  {
    #expect(Self.artists(answer) == ["Can"], "\(name)")
  }

  static let wrapped: [(name: String, answer: String)] = [
    ("a member", #"{"identification":\#(answer)}"#),
    ("a member beside others", #"{"id":7,"type":"text","parsed":\#(answer),"note":""}"#),
    ("two members deep", #"{"response":{"output":\#(answer)}}"#),
    ("a list in a member", #"{"results":[\#(answer)]}"#),
    ("the arguments of a tool", #"{"name":"identify","arguments":\#(answer)}"#),
    (
      "the arguments of a tool as text",
      #"{"name":"identify","arguments":\#(JSON.string(answer).written())}"#
    ),
    ("a member with a fence", #"{"answer":"```json\n{\"artist\":\"Can\"}\n```"}"#),
    (
      "a completion", #"{"choices":[{"message":{"content":\#(JSON.string(answer).written())}}]}"#
    ),
  ]

  @Test(arguments: wrapped) func `an object in a wrapper is read`(name: String, answer: String) {
    #expect(AnswerText(answer).value { $0["artist"].text } == "Can", "\(name)")
  }

  @Test func `wrappers end at a depth and at a number of objects`() {
    let deep =
      String(repeating: #"{"a":"#, count: 9) + Self.answer + String(repeating: "}", count: 9)
    #expect(AnswerText(deep).value { $0["artist"].text } == nil)
    var count = 0
    let wide = #"{"a":["# + String(repeating: "{},", count: 5000) + "{}]}"
    _ = AnswerText(wide).value { json -> Bool? in
      count += 1
      return nil
    }
    #expect(count <= 256)
  }

  static let ends: [(thought: String, artist: String?)] = [
    (answer, "Can"), ("So it is \(answer)", "Can"), ("\(draft) No. ```\n\(answer)\n```\n", "Can"),
    ("\(answer)</think>\n", "Can"), ("It is \(draft), or perhaps not.", nil), ("Hm.", nil),
    ("", nil), (#"{"artist":"Ca"#, nil),
  ]

  @Test(arguments: ends)
  func `a thought can end with the answer`(thought: String, artist: String?) {
    #expect(AnswerText.objectAtEnd(of: thought)?["artist"].text == artist)
  }
}
