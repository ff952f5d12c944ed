// Valid requests to the played Gemini API, which tests then spoil.

import Services

enum GeminiRequests {
  static func identify(_ jpeg: [UInt8]) -> JSON {
    let picture: JSON = [
      "inlineData": ["mimeType": "image/jpeg", "data": .string(Encodings.base64(jpeg))]
    ]
    return request(
      [picture, ["text": "Which album is this?"]], Requests.identificationSchema)
  }

  static func review(_ text: String) -> JSON {
    request([["text": .string(text)]], Requests.reviewSchema)
  }

  private static func request(_ parts: [JSON], _ schema: JSON) -> JSON {
    [
      "systemInstruction": ["parts": [["text": "You know records."]]],
      "contents": [["role": "user", "parts": .array(parts)]],
      "generationConfig": [
        "maxOutputTokens": 2000, "responseMimeType": "application/json",
        "responseJsonSchema": schema, "thinkingConfig": ["thinkingLevel": "LOW"],
      ],
      "store": false,
    ]
  }
}

extension Requests {
  static func post(
    _ request: JSON, to service: GeminiService, key: String = GeminiService.key,
    model: String = "gemini-3.8-flash", isStreamed: Bool = false, more: [String] = []
  ) throws -> CurlAnswer {
    let method = isStreamed ? "streamGenerateContent?alt=sse" : "generateContent"
    return try post(
      request, to: "\(service.url)/models/\(model):\(method)", ["x-goog-api-key: \(key)"], more)
  }
}
