// The contents of a request: texts and pictures. Source: docs/services.md §10.2.

extension GeminiCall {
  static func read(
    _ contents: JSON?, into request: inout ModelRequest
  ) throws(GeminiRefusal) {
    guard let contents else {
      throw .invalid("* GenerateContentRequest.contents: contents is not specified")
    }
    guard let items = contents.items else { throw .wrongType("contents") }
    guard !items.isEmpty else {
      throw .invalid("* GenerateContentRequest.contents: contents is not specified")
    }
    for (index, content) in items.enumerated() {
      let place = "contents[\(index)]"
      try checkNames(content, ["role", "parts"], at: place)
      if let role = content["role"], !["user", "model"].contains(role.text ?? "") {
        throw .invalid("Please use a valid role: user, model.")
      }
      guard let parts = content["parts"]?.items, !parts.isEmpty else {
        throw .invalid("* GenerateContentRequest.\(place).parts: contents.parts must not be empty.")
      }
      for (number, part) in parts.enumerated() {
        try read(part, at: "\(place).parts[\(number)]", into: &request)
      }
    }
  }

  private static func read(
    _ part: JSON, at place: String, into request: inout ModelRequest
  ) throws(GeminiRefusal) {
    try checkNames(part, ["text", "inlineData"], at: place)
    guard part.members?.count == 1 else {
      throw .invalid("* GenerateContentRequest.\(place): exactly one data field must be set")
    }
    if let words = part["text"] {
      guard let words = words.text else { throw .wrongType("\(place).text") }
      request.text += request.text.isEmpty ? words : "\n\(words)"
    }
    if let blob = part["inlineData"] {
      request.pictures.append(try picture(blob, at: "\(place).inline_data"))
    }
  }

  private static func picture(
    _ blob: JSON, at place: String
  ) throws(GeminiRefusal) -> SentPicture {
    try checkNames(blob, ["mimeType", "data"], at: place)
    guard let type = blob["mimeType"]?.text else {
      throw .invalid("Unable to submit request because it must have a mimeType parameter.")
    }
    guard ["image/jpeg", "image/png", "image/webp", "image/heic", "image/heif"].contains(type)
    else { throw .invalid("Unsupported MIME type: \(type)") }
    guard let data = blob["data"]?.text, let bytes = Encodings.base64Decoded(data) else {
      throw .invalid("Invalid value at '\(place).data' (TYPE_BYTES), Base64 decoding failed")
    }
    guard type == "image/jpeg", let picture = SentPicture(bytes) else {
      throw .invalid("Unable to process input image.")
    }
    return picture
  }
}
