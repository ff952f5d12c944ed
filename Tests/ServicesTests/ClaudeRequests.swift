// Valid requests to the played Messages API, which tests then spoil.

import Services

enum ClaudeRequests {
  static let search: JSON = [
    "type": "web_search_20250305", "name": "web_search", "max_uses": 2,
    "user_location": ["type": "approximate", "country": "GB"],
  ]

  static func identify(_ jpeg: [UInt8], stream: Bool = false) -> JSON {
    let image: JSON = [
      "type": "image",
      "source": [
        "type": "base64", "media_type": "image/jpeg",
        "data": .string(Encodings.base64(jpeg)),
      ],
    ]
    return request(
      [image, ["type": "text", "text": "Which album is this?"]], Requests.identificationSchema,
      stream)
  }

  static func review(_ text: String, stream: Bool = false) -> JSON {
    request([["type": "text", "text": .string(text)]], Requests.reviewSchema, stream)
  }

  private static func request(_ content: [JSON], _ schema: JSON, _ stream: Bool) -> JSON {
    [
      "model": "claude-sonnet-5-5", "max_tokens": 2000, "system": "You know records.",
      "messages": [["role": "user", "content": .array(content)]],
      "output_config": ["format": ["type": "json_schema", "schema": schema]],
      "stream": .bool(stream),
    ]
  }
}

extension JSON {
  /// The same request with web search, and so without a format.
  var searchingClaude: JSON {
    changing(["output_config"], to: nil).changing(["tools"], to: [ClaudeRequests.search])
  }
}

extension Requests {
  static func post(
    _ request: JSON, to service: AnthropicService, key: String = AnthropicService.key,
    _ more: [String] = []
  ) throws -> CurlAnswer {
    try post(
      request, to: "\(service.url)/messages",
      ["x-api-key: \(key)", "anthropic-version: 2023-06-01"], more)
  }
}
