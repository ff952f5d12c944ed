// The messages and pictures of a chat.

extension CompatibleCall {
  mutating func readMessages(_ messages: JSON?) throws(CompatibleRefusal) {
    guard let items = messages?.items, !items.isEmpty else {
      throw CompatibleRefusal(400, "'messages' is required, and must not be empty")
    }
    var texts: [String] = []
    for message in items {
      guard let role = message["role"]?.text,
        ["system", "user", "assistant", "tool"].contains(role)
      else { throw CompatibleRefusal(400, "invalid role: \(message["role"] ?? nil)") }
      let words = try readContent(message["content"])
      if role == "user" { texts += words }
    }
    request.text = texts.joined(separator: "\n")
  }

  private mutating func readContent(_ content: JSON?) throws(CompatibleRefusal) -> [String] {
    if let text = content?.text { return [text] }
    guard let parts = content?.items else {
      throw CompatibleRefusal(400, "invalid message content type: \(content?.kind ?? "null")")
    }
    var texts: [String] = []
    for part in parts {
      switch part["type"]?.text {
      case "text":
        guard let text = part["text"]?.text else {
          throw CompatibleRefusal(400, "invalid message format")
        }
        texts.append(text)
      case "image_url": request.pictures.append(try picture(part["image_url"]))
      case let type:
        throw CompatibleRefusal(400, "unsupported content[].type: \(type ?? "null")")
      }
    }
    return texts
  }

  /// A picture of a message. All played servers refuse a web address; of the real servers, only
  /// Ollama refuses it.
  private func picture(_ image: JSON?) throws(CompatibleRefusal) -> SentPicture {
    guard let url = image?["url"]?.text ?? (flavour == .ollama ? image?.text : nil) else {
      throw CompatibleRefusal(400, "invalid message format: image_url has no url")
    }
    guard !url.hasPrefix("http://"), !url.hasPrefix("https://") else {
      throw CompatibleRefusal(
        400, "image URLs are not currently supported, please use base64 encoded data instead")
    }
    guard let data = data(of: url), let bytes = Encodings.base64Decoded(data),
      let picture = SentPicture(bytes)
    else {
      throw CompatibleRefusal(
        400, flavour == .ollama ? "invalid image input" : "Failed to load image or audio file")
    }
    return picture
  }

  /// The base64 data of a picture. Only llama.cpp accepts it without a `data:` prefix.
  private func data(of url: String) -> Substring? {
    let prefixes =
      ["data:image/jpeg;base64,", "data:image/jpg;base64,"]
      + (flavour == .ollama ? ["data:;base64,"] : [])
    if let prefix = prefixes.first(where: { url.hasPrefix($0) }) {
      return url.dropFirst(prefix.count)
    }
    return flavour == .llamaCpp && !url.hasPrefix("data:") ? url[...] : nil
  }
}
