// The header fields of a request or a response, in their order; names are compared without case.

/// A list of names and values; `headers["retry-after"]` is the first value of that name.
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  package private(set) var fields: [Field] = []

  package init() {}

  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  package mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The first value of that name.
  package subscript(name: String) -> String? {
    let wanted = name.lowercased()
    return fields.first { $0.name.lowercased() == wanted }?.value
  }
}

extension HTTPHeaders {
  /// Names that only libcurl sets, because they decide where a message ends and which host gets it.
  private static let ownNames: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "expect", "te", "trailer",
    "upgrade", "user-agent",
  ]

  /// The name of the first field that must not be sent; libcurl would send CR and LF unchanged.
  ///
  /// Source: RFC 9110 §5.1 (a name is a token) and §5.5 (CR, LF and NUL in a value are dangerous).
  var firstBadName: String? {
    fields.first { field in
      !Self.isToken(field.name) || Self.ownNames.contains(field.name.lowercased())
        || !Self.isValue(field.value)
    }?.name
  }

  static func isValue(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
  }

  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
      }
  }
}
