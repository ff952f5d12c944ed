// A request for content. It is checked as strictly as the real service checks it. Source: docs/services.md §10.2.

/// A valid request.
struct GeminiCall: Sendable {
  let request: ModelRequest

  init(
    _ body: [UInt8], model: String, isStreamed: Bool
  ) throws(GeminiRefusal) {
    guard let json = JSON(body), json.members != nil else {
      throw .invalid("Invalid JSON payload received. Expected an object.")
    }
    try Self.checkNames(json, Self.members, at: "")
    var request = ModelRequest()
    request.model = model
    request.isStreamed = isStreamed
    let instructions = try Self.instructions(json["systemInstruction"])
    try Self.read(json["contents"], into: &request)
    let schema = try Self.schema(of: json["generationConfig"], into: &request)
    // Google's terms do not allow AlbumScan to search. Source: docs/services.md §10.4.
    if json["tools"] != nil { throw .invalid("the played service takes no tools") }
    if let schema {
      request.note(properties: schema["properties"]?.members?.map(\.key) ?? [])
    } else {
      request.asksForStatus = "\(instructions)\n\(request.text)".contains("\"status\"")
    }
    switch json["store"] {
    case .some(.bool(false)): break
    case nil, .some(.bool(true)): request.privacyFaults.append("Google may store the request")
    default: throw .wrongType("store")
    }
    self.request = request
  }

  private static let members = [
    "contents", "systemInstruction", "tools", "toolConfig", "safetySettings", "generationConfig",
    "cachedContent", "serviceTier", "store",
  ]

  static func checkNames(
    _ json: JSON, _ names: [String], at place: String
  ) throws(GeminiRefusal) {
    guard let members = json.members else { throw .wrongType(place) }
    for member in members where !names.contains(member.key) {
      throw .unknown(member.key, at: place)
    }
  }

  private static func instructions(_ json: JSON?) throws(GeminiRefusal) -> String {
    guard let json else { return "" }
    let place = "system_instruction"
    try checkNames(json, ["parts", "role"], at: place)
    guard let parts = json["parts"]?.items else { throw .wrongType("\(place).parts") }
    var texts: [String] = []
    for (index, part) in parts.enumerated() {
      try checkNames(part, ["text"], at: "\(place).parts[\(index)]")
      guard let text = part["text"]?.text else { throw .wrongType("\(place).parts[\(index)]") }
      texts.append(text)
    }
    return texts.joined(separator: "\n")
  }
}
