// The events of a streamed message, put together to what it would have been whole. Source: CONTRACTS §2.

import Text

/// Hears text as it is written; neither thinking nor what a search is asked.
struct MessageEar: Ear {
  func piece(of event: JSON) -> String? {
    switch event["type"].text {
    case "content_block_delta":
      event["delta"]["type"].text == "text_delta" ? event["delta"]["text"].text : nil
    case "content_block_start":
      event["content_block"]["type"].text == "text" ? event["content_block"]["text"].text : nil
    default: nil
    }
  }
}

extension MessageTurn {
  /// Over once the reason to stop is told; without one the stream broke off.
  init(events: [JSON], after: Int? = nil) throws(ModelError) {
    var (blocks, usage) = ([MessageBlock](), JSON.object([]))
    for event in events {
      switch event["type"].text {
      case "message_start": usage = usage.taking(event["message"]["usage"])
      case "content_block_start":
        blocks.append(MessageBlock(event["index"].integer, event["content_block"]))
      case "content_block_delta":
        let place = blocks.lastIndex { $0.index == event["index"].integer }
        if let place { blocks[place].add(event["delta"]) }
      case "message_delta":
        usage = usage.taking(event["usage"])
        guard let ending = event["delta"]["stop_reason"].text else { continue }
        self.init(
          content: blocks.map(\.whole), ending: ending, details: event["delta"]["stop_details"],
          usage: Usage(anthropic: usage))
        return
      case "error":
        guard let fault = MessageFault(in: event) else { continue }
        let hasBegun = usage != .object([])
        throw hasBegun
          ? .brokenOff("error in the stream: \(fault.type) \(fault.message)")
          : fault.error(after: after)
      default: continue
      }
    }
    throw .brokenOff("the stream ended without its last event")
  }
}

extension JSON {
  /// Counts are cumulative: what is told later wins, what is told once stays.
  fileprivate func taking(_ later: JSON) -> JSON {
    guard case .object(let members) = later else { return self }
    return members.reduce(self) { sum, member in
      member.value == .null ? sum : sum.setting(member.name, to: member.value)
    }
  }
}

/// One block of a message, and what came to it.
struct MessageBlock {
  let index: Int?
  private let start: JSON
  private var texts: [String: String] = [:]
  private var citations: [JSON] = []

  init(_ index: Int?, _ start: JSON) {
    self.index = index
    self.start = start
  }

  mutating func add(_ delta: JSON) {
    switch delta["type"].text {
    case "text_delta": texts["text", default: ""] += delta["text"].text ?? ""
    case "thinking_delta": texts["thinking", default: ""] += delta["thinking"].text ?? ""
    case "signature_delta": texts["signature", default: ""] += delta["signature"].text ?? ""
    case "input_json_delta": texts["input", default: ""] += delta["partial_json"].text ?? ""
    case "citations_delta": citations.append(delta["citation"])
    default: break
    }
  }

  /// The block as it would have come in one piece.
  var whole: JSON {
    var block = start
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      let value =
        name == "input" ? JSON(Array(text.utf8)) : .string((start[name].text ?? "") + text)
      if let value { block = block.setting(name, to: value) }
    }
    if citations.isEmpty { return block }
    return block.setting("citations", to: .array(start["citations"].items + citations))
  }
}
