// The part of Lucene's query language that AlbumScan may use. The parser is stricter than the real
// server: it refuses a query that the real server would misinterpret. Source: docs/services.md
// §4.2.

struct MusicBrainzQuery: Equatable, Sendable {
  indirect enum Clause: Equatable, Sendable {
    case phrase(field: String, String)
    case all([Clause])
    case any([Clause])
    case none(Clause)
  }

  enum Problem: Error, Equatable, Sendable {
    case blank
    case unbalanced(String)
    case unquoted(String)
    case reserved(String)
    case unknownField(String)
    case dangling(String)
  }

  let clause: Clause

  init(_ text: String, fields: Set<String>) throws(Problem) {
    var parser = QueryParser(tokens: try Self.tokens(of: text), fields: fields)
    clause = try parser.document()
  }

  enum Token: Equatable, Sendable {
    case word(String)
    case quoted(String)
    case field(String)
    case open, close, and, or, not
  }

  /// Characters with a special meaning outside quotation marks. `&` and `|` have a special meaning
  /// only if they are doubled.
  private static let reserved: Set<Character> = [
    "!", "^", "~", "*", "?", "/", "[", "]", "{", "}", "+", "-",
  ]

  private static func tokens(of text: String) throws(Problem) -> [Token] {
    var tokens: [Token] = []
    var rest = Array(text)[...]
    while let character = rest.first {
      switch character {
      case " ": rest = rest.dropFirst()
      case "\"": tokens.append(.quoted(try quoted(&rest)))
      case "(":
        tokens.append(.open)
        rest = rest.dropFirst()
      case ")":
        tokens.append(.close)
        rest = rest.dropFirst()
      case ":": throw .reserved(":")
      default: tokens.append(try word(&rest))
      }
    }
    return tokens
  }

  private static func quoted(_ rest: inout ArraySlice<Character>) throws(Problem) -> String {
    rest = rest.dropFirst()
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return text
      case "\\":
        guard let next = rest.popFirst() else { throw .unbalanced("\"") }
        text.append(next)
      default: text.append(character)
      }
    }
    throw .unbalanced("\"")
  }

  private static func word(_ rest: inout ArraySlice<Character>) throws(Problem) -> Token {
    var text = ""
    var isEscaped = false
    while let character = rest.first, !" \"()".contains(character) {
      rest = rest.dropFirst()
      if character == ":" { return .field(text) }
      if character == "\\" {
        guard let next = rest.popFirst() else { throw .reserved("\\") }
        text.append(next)
        isEscaped = true
        continue
      }
      let isInside = character == "-" && !text.isEmpty
      guard !reserved.contains(character) || isInside else { throw .reserved(String(character)) }
      text.append(character)
    }
    if text.contains("&&") || text.contains("||"), !isEscaped { throw .reserved(text) }
    guard !isEscaped else { return .word(text) }
    return switch text {
    case "AND": .and
    case "OR": .or
    case "NOT": .not
    default: .word(text)
    }
  }
}

private struct QueryParser {
  let tokens: [MusicBrainzQuery.Token]
  let fields: Set<String>
  var index = 0
  /// The field of the present group; nil outside of groups.
  var group: String?

  private var token: MusicBrainzQuery.Token? { index < tokens.count ? tokens[index] : nil }

  mutating func document() throws(MusicBrainzQuery.Problem) -> MusicBrainzQuery.Clause {
    guard !tokens.isEmpty else { throw .blank }
    let clause = try clauses()
    guard index == tokens.count else { throw .unbalanced(")") }
    return clause
  }

  private mutating func clauses() throws(MusicBrainzQuery.Problem) -> MusicBrainzQuery.Clause {
    var clauses = [try clause()]
    var isAny = false
    while let token, token != .close {
      switch token {
      case .and: index += 1
      case .or:
        index += 1
        isAny = true
      case .not: break
      case .word(let word): throw .unquoted(word)
      case .quoted, .field, .open: isAny = true
      case .close: break
      }
      clauses.append(try clause())
    }
    guard clauses.count > 1 else { return clauses[0] }
    return isAny ? .any(clauses) : .all(clauses)
  }

  private mutating func clause() throws(MusicBrainzQuery.Problem) -> MusicBrainzQuery.Clause {
    guard let token else { throw .dangling("end") }
    index += 1
    switch token {
    case .not: return .none(try clause())
    case .open: return try bracketed(group)
    case .field(let name):
      guard fields.contains(name) else { throw .unknownField(name) }
      return try value(of: name)
    case .word(let text), .quoted(let text):
      guard let group else { throw .unquoted(text) }
      return .phrase(field: group, text)
    case .close: throw .dangling(")")
    case .and: throw .dangling("AND")
    case .or: throw .dangling("OR")
    }
  }

  private mutating func value(
    of field: String
  ) throws(MusicBrainzQuery.Problem) -> MusicBrainzQuery.Clause {
    guard let token else { throw .dangling(field) }
    index += 1
    switch token {
    case .word(let text), .quoted(let text): return .phrase(field: field, text)
    case .open: return try bracketed(field)
    case .field, .close, .and, .or, .not: throw .dangling(field)
    }
  }

  private mutating func bracketed(
    _ field: String?
  ) throws(MusicBrainzQuery.Problem) -> MusicBrainzQuery.Clause {
    let outer = group
    group = field
    defer { group = outer }
    let clause = try clauses()
    guard token == .close else { throw .unbalanced("(") }
    index += 1
    return clause
  }
}
