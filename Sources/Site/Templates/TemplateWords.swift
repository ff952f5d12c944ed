// Puts sentences into templates. The text of the message catalogue replaces `{{words.album.by}}`
// when the template is read, so rendering a page looks up no text. `{title}` in the text becomes
// `{{title}}`, a field of the page. If an argument needs markup, the template contains the markup:
//
//   {{#words.album.by}}{{$title}}<b>{{title}}</b>{{/title}}{{/words.album.by}}

import Albums

/// Puts the texts of one language into templates.
struct TemplateWords {
  let words: Phrasebook

  /// The template's file name, for errors.
  let template: String

  /// `text` with the message catalogue's text in place of every `{{words.KEY}}`. Throws if no
  /// message catalogue has the key.
  func expanded(_ text: String) throws(SiteError) -> TemplateText {
    var result = TemplateText()
    var rest = text[...]
    var line = 1
    while let tag = nextTag(in: rest) {
      result.append(rest[..<tag.start], line: line)
      line += rest[..<tag.start].lineFeeds
      rest = rest[tag.end...]
      guard tag.isSection else {
        result.append(try phrase(tag.key, arguments: [:], line)[...], line: line)
        continue
      }
      let closing = "{{/words.\(tag.key)}}"
      guard let end = rest.firstRange(of: closing) else {
        throw error(line, "\(closing) is missing")
      }
      let arguments = try arguments(rest[..<end.lowerBound], line)
      result.append(try phrase(tag.key, arguments: arguments, line)[...], line: line)
      line += rest[..<end.upperBound].lineFeeds
      rest = rest[end.upperBound...]
    }
    result.append(rest, line: line)
    return result
  }

  private struct Tag {
    let key: String
    let isSection: Bool
    let start: Substring.Index
    let end: Substring.Index
  }

  private func nextTag(in text: Substring) -> Tag? {
    var rest = text
    while let open = rest.firstRange(of: "{{") {
      rest = rest[open.upperBound...]
      let isSection = rest.utf8.first == UInt8(ascii: "#")
      let inside = isSection ? rest.dropFirst() : rest
      guard inside.utf8.starts(with: "words.".utf8), let close = inside.firstRange(of: "}}") else {
        continue
      }
      let key = inside[..<close.lowerBound].dropFirst(6)
      return Tag(
        key: String(key), isSection: isSection, start: open.lowerBound, end: close.upperBound)
    }
    return nil
  }

  /// The content of the `{{$name}}…{{/name}}` blocks by name.
  private func arguments(
    _ text: Substring, _ line: Int
  ) throws(SiteError) -> [String: String] {
    var arguments: [String: String] = [:]
    var rest = text
    while let open = rest.firstRange(of: "{{$") {
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else { break }
      let name = rest[..<close.lowerBound]
      rest = rest[close.upperBound...]
      guard let end = rest.firstRange(of: "{{/\(name)}}") else {
        throw error(line, "{{/\(name)}} is missing")
      }
      let content = try expanded(String(rest[..<end.lowerBound]))
      arguments[String(name)] = String(decoding: content.bytes, as: UTF8.self)
      rest = rest[end.upperBound...]
    }
    return arguments
  }

  private func phrase(
    _ key: String, arguments: [String: String], _ line: Int
  ) throws(SiteError) -> String {
    guard let pieces = words.pieces(of: key) else {
      throw error(line, "{{words.\(key)}} names no text of the catalogues")
    }
    return pieces.map { piece in
      switch piece {
      case .text(let text): PlainText.escaped(text)
      case .argument(let name): arguments[name] ?? "{{\(name)}}"
      }
    }.joined()
  }

  private func error(_ line: Int, _ reason: String) -> SiteError {
    .template(template, "line \(line): \(reason)")
  }
}

extension Substring {
  fileprivate var lineFeeds: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
}
