// The messages of a request: the user's text and pictures, and a paused turn that the client sends back.

extension AnthropicCall {
  struct Messages {
    private(set) var text = ""
    private(set) var pictures: [SentPicture] = []
    private(set) var continues = false

    init(_ value: JSON?) throws(AnthropicRefusal) {
      guard let value else { throw .missing("messages") }
      guard let turns = value.items else {
        throw .invalid("messages: Input should be a valid list")
      }
      guard !turns.isEmpty else { throw .invalid("messages: at least one message is required") }
      guard turns.first?["role"] != "assistant" else {
        throw .invalid("messages: first message must use the \"user\" role")
      }
      for (index, turn) in turns.enumerated() { try read(turn, at: "messages.\(index)") }
      guard let last = turns.last, last["role"] == "assistant" else { return }
      continues = last["content"]?.items?.contains { $0["type"] == "server_tool_use" } == true
      guard continues else {
        throw .invalid(
          "This model does not support assistant message prefill. The conversation must end with a user message."
        )
      }
    }

    private mutating func read(_ turn: JSON, at place: String) throws(AnthropicRefusal) {
      guard let role = turn["role"]?.text else { throw .missing("\(place).role") }
      guard ["user", "assistant"].contains(role) else {
        throw .invalid(
          "\(place).role: Unexpected role \"\(role)\". The Messages API accepts a top-level `system` parameter, not \"system\" as an input message role."
        )
      }
      for member in turn.members ?? [] where !["role", "content"].contains(member.key) {
        throw .extra("\(place).\(member.key)")
      }
      guard let content = turn["content"] else { throw .missing("\(place).content") }
      if let words = content.text {
        if role == "user" { say(words) }
        return
      }
      guard let blocks = content.items, !blocks.isEmpty else {
        throw .invalid("\(place).content: Input should be a valid string or a list of blocks")
      }
      for (index, block) in blocks.enumerated() {
        let place = "\(place).content.\(index)"
        if role == "user" {
          try readUser(block, at: place)
        } else {
          try Self.checkReturned(block, at: place)
        }
      }
    }

    private mutating func say(_ words: String) { text += text.isEmpty ? words : "\n\(words)" }

    private mutating func readUser(_ block: JSON, at place: String) throws(AnthropicRefusal) {
      switch block["type"]?.text {
      case "text":
        guard let words = block["text"]?.text, !words.isEmpty else {
          throw .invalid("\(place): text content blocks must be non-empty")
        }
        try Self.checkNames(block, ["type", "text", "cache_control", "citations"], at: place)
        say(words)
      case "image":
        try Self.checkNames(block, ["type", "source", "cache_control"], at: place)
        pictures.append(try Self.picture(block["source"], at: "\(place).image.source"))
      case nil: throw .missing("\(place).type")
      case let type?:
        throw .invalid(
          "\(place): Input tag '\(type)' found using 'type' does not match any of the expected tags: 'document', 'image', 'text', 'tool_result'"
        )
      }
    }

    private static func picture(
      _ source: JSON?, at place: String
    ) throws(AnthropicRefusal) -> SentPicture {
      guard let source else { throw .missing(place) }
      guard source["type"] == "base64" else {
        throw .invalid("\(place): the played service takes base64 sources only")
      }
      let place = "\(place).base64"
      try checkNames(source, ["type", "media_type", "data"], at: place)
      guard let type = source["media_type"]?.text else { throw .missing("\(place).media_type") }
      guard ["image/jpeg", "image/png", "image/gif", "image/webp"].contains(type) else {
        throw .invalid(
          "\(place).media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'"
        )
      }
      guard let data = source["data"]?.text else { throw .missing("\(place).data") }
      guard data.utf8.count <= 5 << 20 else {
        throw .invalid("\(place): image exceeds 5 MB maximum: \(data.utf8.count) bytes")
      }
      guard let bytes = Encodings.base64Decoded(data) else {
        throw .invalid("\(place).data: Invalid base64 data")
      }
      guard type == "image/jpeg", let picture = SentPicture(bytes) else {
        throw .invalid(
          "\(place).data: Image does not match the provided media type \(type), or is no JPEG")
      }
      return picture
    }

    /// Checks a paused turn. The client must send it back unchanged, with its encrypted parts.
    private static func checkReturned(_ block: JSON, at place: String) throws(AnthropicRefusal) {
      guard let type = block["type"]?.text else { throw .missing("\(place).type") }
      guard
        ["text", "thinking", "redacted_thinking", "server_tool_use", "web_search_tool_result"]
          .contains(type)
      else { throw .invalid("\(place): Input tag '\(type)' is not expected") }
      if type == "thinking", block["signature"]?.text != AnthropicMessage.signature {
        throw .invalid("\(place): Invalid `signature` in `thinking` block")
      }
      for result in block["content"]?.items ?? []
      where result["encrypted_content"]?.text != AnthropicMessage.encrypted {
        throw .invalid("\(place): Invalid `encrypted_content` in `web_search_result` block")
      }
    }

    private static func checkNames(
      _ block: JSON, _ names: [String], at place: String
    ) throws(AnthropicRefusal) {
      for member in block.members ?? [] where !names.contains(member.key) {
        throw .extra("\(place).\(member.key)")
      }
    }
  }
}
