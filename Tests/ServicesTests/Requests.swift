// Valid requests to the played model, which tests then spoil.

import Host
import JPEG
import Pictures
import Services

enum Requests {
  static let identificationSchema: JSON = [
    "type": "object", "additionalProperties": false, "required": ["status", "artist"],
    "properties": ["status": ["type": "string"], "artist": ["type": ["string", "null"]]],
  ]
  static let reviewSchema: JSON = [
    "type": "object", "additionalProperties": false, "required": ["summary", "rating"],
    "properties": ["summary": ["type": "string"], "rating": ["type": "number"]],
  ]

  static func dataURL(_ jpeg: [UInt8]) -> String {
    "data:image/jpeg;base64,\(Encodings.base64(jpeg))"
  }

  static func jpeg(of pixels: Pixels, side: Int = 256) throws -> [UInt8] {
    try JPEG.encode(pixels.reduced(toLongerSide: side), quality: 85, maximumBytes: 1 << 20)
  }

  static func identify(_ jpeg: [UInt8], stream: Bool = false) -> JSON {
    request(
      [
        ["type": "input_text", "text": "Which album is this?"],
        ["type": "input_image", "image_url": .string(dataURL(jpeg)), "detail": "high"],
      ], identificationSchema, stream)
  }

  static func review(_ text: String, stream: Bool = false) -> JSON {
    request([["type": "input_text", "text": .string(text)]], reviewSchema, stream)
  }

  /// A request about a sheet of a shelf.
  static func sheet(_ jpeg: [UInt8], text: String) -> JSON {
    let picture: JSON = ["type": "input_image", "image_url": .string(dataURL(jpeg))]
    return request([["type": "input_text", "text": .string(text)], picture], sheetSchema, false)
  }

  private static let sheetSchema: JSON = [
    "type": "object", "additionalProperties": false, "required": ["items"],
    "properties": [
      "items": [
        "type": "array",
        "items": [
          "type": "object", "additionalProperties": false, "required": ["number"],
          "properties": ["number": ["type": "integer"]],
        ],
      ]
    ],
  ]

  private static func request(_ content: [JSON], _ schema: JSON, _ stream: Bool) -> JSON {
    [
      "model": "gpt-6-luna", "instructions": "You know records.",
      "input": [["role": "user", "content": .array(content)]], "reasoning": ["effort": "low"],
      "text": [
        "format": ["type": "json_schema", "name": "album", "strict": true, "schema": schema]
      ], "max_output_tokens": 2000, "stream": .bool(stream), "store": false,
    ]
  }

  static func post(
    _ request: JSON, to service: OpenAIService, key: String = OpenAIService.key,
    _ more: [String] = []
  ) throws -> CurlAnswer {
    try post(
      request, to: "\(service.url)/responses", ["Authorization: Bearer \(key)"], more)
  }

  static func post(
    _ request: JSON, to url: String, _ headers: [String], _ more: [String]
  ) throws -> CurlAnswer {
    let headers = headers + ["Content-Type: application/json", "Expect:"]
    return try curl(url, headers.flatMap { ["-H", $0] } + more, body: request.description)
  }
}

extension JSON {
  /// The same document with the value at a path replaced; `nil` as the last argument removes the
  /// key.
  func changing(_ path: [String], to value: JSON?) -> JSON {
    guard let first = path.first else { return value ?? .null }
    if case .array(let items) = self, let index = Int(first) {
      return .array(
        items.enumerated().map {
          $0.offset == index ? $0.element.changing(Array(path.dropFirst()), to: value) : $0.element
        })
    }
    guard let members else { return self }
    if path.count == 1, value == nil { return .object(members.filter { $0.key != first }) }
    let old = self[first] ?? [:]
    let new = old.changing(Array(path.dropFirst()), to: value)
    guard self[first] != nil else { return .object(members + [Member(first, new)]) }
    return .object(members.map { $0.key == first ? Member(first, new) : $0 })
  }

  /// The same request with OpenAI's web search.
  var searching: JSON {
    changing(["tools"], to: [["type": "web_search", "search_context_size": "low"]])
  }
}
