// Valid requests for a chat completion, which tests then spoil.

import Services

enum ChatRequests {
  static func identify(
    _ jpeg: [UInt8], to flavour: CompatibleFlavour, stream: Bool = false
  ) -> JSON {
    let image: JSON = ["url": .string(Requests.dataURL(jpeg))]
    return request(
      [
        ["type": "text", "text": "Which album is this?"],
        ["type": "image_url", "image_url": image],
      ], Requests.identificationSchema, flavour, stream)
  }

  static func review(
    _ text: String, to flavour: CompatibleFlavour, stream: Bool = false
  ) -> JSON {
    request(
      [["type": "text", "text": .string(text)]], Requests.reviewSchema, flavour, stream)
  }

  private static func request(
    _ content: [JSON], _ schema: JSON, _ flavour: CompatibleFlavour, _ stream: Bool
  ) -> JSON {
    [
      "model": .string(flavour.model),
      "messages": [
        ["role": "system", "content": "You know records."],
        ["role": "user", "content": .array(content)],
      ],
      "response_format": [
        "type": "json_schema",
        "json_schema": ["name": "album", "strict": true, "schema": schema],
      ], "max_tokens": 2000, "stream": .bool(stream),
    ]
  }
}

extension Requests {
  static func post(
    _ request: JSON, to service: CompatibleService, key: String? = nil, _ more: [String] = []
  ) throws -> CurlAnswer {
    try post(
      request, to: "\(service.url)/chat/completions",
      key.map { ["Authorization: Bearer \($0)"] } ?? [], more)
  }
}
