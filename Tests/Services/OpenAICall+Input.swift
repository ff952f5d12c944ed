// The messages and pictures of a request.

extension OpenAICall {
  struct Part {
    var text: String?
    var picture: SentPicture?
  }

  /// The content of the user's messages; `input` may be a single string.
  static func parts(of input: JSON) throws(OpenAIRefusal) -> [Part] {
    if let text = input.text { return [Part(text: text)] }
    guard let messages = input.items else {
      throw .wrongType("input", "a string or an array", got: input)
    }
    var parts: [Part] = []
    for (index, message) in messages.enumerated() {
      let place = "input[\(index)]"
      guard let role = message["role"]?.text else { throw .missing("\(place).role") }
      let roles = ["assistant", "system", "developer", "user"]
      guard roles.contains(role) else { throw .wrongValue("\(place).role", role, roles) }
      guard let content = message["content"] else { throw .missing("\(place).content") }
      let found = try self.parts(of: content, at: "\(place).content")
      if role == "user" { parts += found }
    }
    return parts
  }

  private static func parts(
    of content: JSON, at place: String
  ) throws(OpenAIRefusal) -> [Part] {
    if let text = content.text { return [Part(text: text)] }
    guard let items = content.items else {
      throw .wrongType(place, "a string or an array", got: content)
    }
    var parts: [Part] = []
    for (index, item) in items.enumerated() {
      parts.append(try part(item, at: "\(place)[\(index)]"))
    }
    return parts
  }

  private static func part(_ item: JSON, at place: String) throws(OpenAIRefusal) -> Part {
    guard let type = item["type"]?.text else { throw .missing("\(place).type") }
    let keys = Set(item.members?.map(\.key) ?? [])
    switch type {
    case "input_text", "output_text":
      guard let text = item["text"] else { throw .missing("\(place).text") }
      guard let text = text.text else { throw .wrongType("\(place).text", "a string", got: text) }
      if let extra = keys.subtracting(["type", "text"]).min() {
        throw .unknown("\(place).\(extra)")
      }
      return Part(text: text)
    case "input_image":
      if let extra = keys.subtracting(["type", "image_url", "detail", "file_id"]).min() {
        throw .unknown("\(place).\(extra)")
      }
      let details = ["low", "high", "auto", "original"]
      if let detail = item["detail"]?.text, !details.contains(detail) {
        throw .wrongValue("\(place).detail", detail, details)
      }
      return Part(picture: try picture(item["image_url"], at: "\(place).image_url"))
    default:
      throw .wrongValue(
        "\(place).type", type, ["input_text", "input_image", "output_text", "input_file"])
    }
  }

  /// A picture of a message. The check is stricter than the real service: it accepts only JPEG,
  /// because AlbumScan may send no other format.
  private static func picture(
    _ url: JSON?, at place: String
  ) throws(OpenAIRefusal) -> SentPicture {
    guard let url else { throw .missing(place) }
    guard let text = url.text else { throw .wrongType(place, "an image URL", got: url) }
    let prefix = "data:image/jpeg;base64,"
    guard text.hasPrefix(prefix) else {
      throw .image(
        "invalid_image_url", at: place,
        "Invalid '\(place)'. Expected a valid URL, but got a value with an invalid format.")
    }
    guard let bytes = Encodings.base64Decoded(text.dropFirst(prefix.count)) else {
      throw .image("invalid_base64_image", at: place, "Invalid base64 image_url.")
    }
    guard let picture = SentPicture(bytes) else {
      throw .image(
        "invalid_image_format", at: place,
        "The image data you provided does not represent a valid image. Please check your input and try again."
      )
    }
    return picture
  }
}
