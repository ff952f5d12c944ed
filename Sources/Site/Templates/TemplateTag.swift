// The tags of templates: their kinds and names.

import Text

/// The content of a tag, between `{{` and `}}`.
struct TemplateTag {
  enum Kind {
    case value, markup, section, inverted, end, partial, comment
  }

  let kind: Kind

  /// The field, or the partial; empty for a comment.
  let name: String

  /// Whether a line that contains only this tag and blanks is left out of the page.
  var mayStandAlone: Bool {
    switch kind {
    case .section, .inverted, .end, .partial, .comment: true
    case .value, .markup: false
    }
  }

  /// The tag as a template contains it, for errors.
  var spelled: String {
    switch kind {
    case .value: "{{\(name)}}"
    case .markup: "{{{\(name)}}}"
    case .section: "{{#\(name)}}"
    case .inverted: "{{^\(name)}}"
    case .end: "{{/\(name)}}"
    case .partial: "{{> \(name)}}"
    case .comment: "{{!}}"
    }
  }
}

/// Why a tag cannot be read.
struct TagError: Error {
  let reason: String
}

extension TemplateTag {
  /// Removes the tag from the beginning of `rest`, which follows the `{{`, with its `}}`.
  static func read(_ rest: inout ArraySlice<UInt8>) throws(TagError) -> TemplateTag {
    let (kind, close) = try readKind(&rest)
    guard let end = rest.firstIndex(of: close) else {
      throw TagError(reason: "a tag is not closed by \(close)")
    }
    let inside = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[(end + close.utf8CodeUnitCount)...]
    guard kind != .comment else { return TemplateTag(kind: .comment, name: "") }
    let name = inside.trimmed
    if let objection = objection(to: name, of: kind) { throw TagError(reason: objection) }
    return TemplateTag(kind: kind, name: name)
  }

  private static func readKind(
    _ rest: inout ArraySlice<UInt8>
  ) throws(TagError) -> (kind: Kind, close: StaticString) {
    guard let sign = rest.first else { throw TagError(reason: "a tag is not closed by }}") }
    let kind: Kind
    switch sign {
    case UInt8(ascii: "#"): kind = .section
    case UInt8(ascii: "^"): kind = .inverted
    case UInt8(ascii: "/"): kind = .end
    case UInt8(ascii: ">"): kind = .partial
    case UInt8(ascii: "!"): kind = .comment
    case UInt8(ascii: "{"), UInt8(ascii: "&"): kind = .markup
    case UInt8(ascii: "<"):
      throw TagError(reason: "{{< does not exist here; write a partial: {{> name}}")
    case UInt8(ascii: "$"):
      throw TagError(
        reason: "{{$ exists only between {{#words.…}} and {{/words.…}}; write a partial: {{> name}}"
      )
    case UInt8(ascii: "="): throw TagError(reason: "{{= changes the delimiters; write {{ and }}")
    case UInt8(ascii: "%"): throw TagError(reason: "{{% changes the content type; leave it out")
    default: return (.value, "}}")
    }
    rest = rest.dropFirst()
    return (kind, sign == UInt8(ascii: "{") ? "}}}" : "}}")
  }

  private static func objection(to name: String, of kind: Kind) -> String? {
    if name.isEmpty { return "a tag without a name; write {{.}} for the innermost value" }
    if kind == .partial, name.utf8.first == UInt8(ascii: "*") {
      return "{{>\(name)}}: the name of a partial cannot come from a field; write the name itself"
    }
    if let bracket = name.firstIndex(of: "(") {
      let function = name[..<bracket]
      return "{{\(name)}}: there is no function \(function)(); write the name of a field"
    }
    let others = kind == .partial ? ".-_?*/" : ".-_?*"
    let isName = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte & 0xDF) && byte < 0x80
        || others.utf8.contains(byte)
    }
    return isName
      ? nil : "{{\(name)}}: a name has only letters, digits, dots, hyphens and underscores"
  }
}
