// The events of a streamed message, joined to the message that an unstreamed response would have.
// Source: docs/services.md §2. Linear in the bytes of the stream.

import HTTP
import Text

/// Takes the text of text blocks, but no thoughts and no search queries.
struct AnthropicTextParser: StreamTextParser {
  func text(in event: JSON) -> String? {
    switch event["type"].text {
    case "content_block_delta":
      event["delta"]["type"].text == "text_delta" ? event["delta"]["text"].text : nil
    case "content_block_start":
      event["content_block"]["type"].text == "text" ? event["content_block"]["text"].text : nil
    default: nil
    }
  }
}

extension AnthropicMessage {
  /// The message of a stream, which is complete with the first stop reason. Throws `brokenOff` for
  /// a stream without a stop reason. An error before the first block is an outage: the service reported
  /// the size of the question, but answered nothing.
  init(events: [JSON], after: Int? = nil) throws(ModelError) {
    var (blocks, usage) = (MessageBlocks(), StreamedUsage())
    for event in events {
      switch event["type"].text {
      case "message_start": usage.take(event["message"]["usage"])
      case "content_block_start":
        blocks.begin(event["index"].integer, event["content_block"])
      case "content_block_delta": blocks.add(event["delta"], to: event["index"].integer)
      case "message_delta":
        usage.take(event["usage"])
        guard let ending = event["delta"]["stop_reason"].text else { continue }
        self.init(
          content: blocks.content, ending: ending, details: event["delta"]["stop_details"],
          usage: usage.usage)
        return
      case "error":
        guard let fault = MessageFault(in: event) else { continue }
        throw blocks.hasBegun
          ? .brokenOff("error in the stream: \(fault.type) \(fault.message)")
          : fault.error(after: after)
      default: continue
      }
    }
    throw .brokenOff("the stream ended without its last event")
  }
}

/// The counts of a stream. They are cumulative: a later value replaces an earlier one.
private struct StreamedUsage {
  private static let names = [
    "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens",
    "server_tool_use",
  ]

  private var counts = JSON.object([])

  mutating func take(_ json: JSON) {
    guard json.isObject else { return }
    for name in Self.names where json[name] != .null {
      counts = counts.setting(name, to: json[name])
    }
  }

  var usage: Usage { Usage(anthropic: counts) }
}

/// The blocks of a message in the order they began.
private struct MessageBlocks {
  private var blocks: [MessageBlock] = []

  var hasBegun: Bool { !blocks.isEmpty }

  /// The position of the latest block with each index. Without this table, the search for the block
  /// of each delta would take quadratic time.
  private var positions: [Int?: Int] = [:]

  mutating func begin(_ index: Int?, _ start: JSON) {
    positions[index] = blocks.count
    blocks.append(MessageBlock(start))
  }

  /// Ignores a delta for a block that has not begun.
  mutating func add(_ delta: JSON, to index: Int?) {
    if let position = positions[index] { blocks[position].add(delta) }
  }

  var content: [JSON] { blocks.map(\.whole) }
}

/// One block of a message, and the deltas to it.
private struct MessageBlock {
  private let start: JSON
  private var texts: [String: String] = [:]
  private var citations: [JSON] = []

  init(_ start: JSON) { self.start = start }

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

  /// The complete block, as in an unstreamed message.
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
