// The part of Lucene's query language that AlbumScan may use. The parser is stricter than the real
// server: it refuses a query that the real server would misinterpret. Source: docs/services.md
// §4.2, §4.5.

struct MusicBrainzQuery: Equatable, Sendable {
  indirect enum Clause: Equatable, Sendable {
    case phrase(field: String, String)
    /// A word of which up to `edits` letters may differ: `word~1`.
    case term(field: String, String, edits: Int)
    case boosted(Clause, Double)
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
    /// AND and OR in one group without brackets: the server does not read them by precedence.
    case mixed
    case modifier(String)
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
    /// `~1` or `~2` after a word.
    case edits(Int)
    /// `^0.5` after a word, a phrase or a group.
    case boost(Double)
  }

  /// Characters with a special meaning outside quotation marks. `&` and `|` have a special meaning
  /// only if they are doubled.
  private static let reserved: Set<Character> = [
    "!", "^", "~", "*", "?", "/", "[", "]", "{", "}", "+", "-",
  ]

  private static func tokens(of text: String) throws(Problem) -> [Token] {
    var tokens: [Token] = []
    var rest = Array(text)[...]
    var isAfterSpace = true
    while let character = rest.first {
      defer { isAfterSpace = character == " " }
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
      case "~", "^": tokens.append(try modifier(&rest, after: isAfterSpace ? nil : tokens.last))
      default: tokens.append(try word(&rest))
      }
    }
    return tokens
  }

  /// A modifier follows its word, phrase or group without a space. A single `~` would mean two wrong letters, and after
  /// a phrase a distance, so the number is required.
  private static func modifier(
    _ rest: inout ArraySlice<Character>, after last: Token?
  ) throws(Problem) -> Token {
    let sign = rest.removeFirst()
    let digits = String(rest.prefix { $0.isNumber || $0 == "." })
    rest = rest.dropFirst(digits.count)
    guard let last, let value = Double(digits), value > 0 else {
      throw .modifier("\(sign)\(digits)")
    }
    switch (sign, last) {
    case ("~", .word) where value == 1 || value == 2: return .edits(Int(value))
    case ("^", .word), ("^", .quoted), ("^", .close), ("^", .edits): return .boost(value)
    default: throw .modifier("\(sign)\(digits)")
    }
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
      if !text.isEmpty, character == "~" || character == "^" { break }
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
    var (isAny, isAll) = (false, false)
    while let token, token != .close {
      switch token {
      case .and:
        index += 1
        isAll = true
      case .or:
        index += 1
        isAny = true
      case .not: break
      // Without an operator, any of the words may match. Outside of a group, a word without a field is an error.
      case .word(let word):
        guard group != nil else { throw .unquoted(word) }
        isAny = true
      case .quoted, .field, .open: isAny = true
      case .edits(let edits): throw .modifier("~\(edits)")
      case .boost(let boost): throw .modifier("^\(boost)")
      case .close: break
      }
      clauses.append(try clause())
    }
    guard !isAny || !isAll else { throw .mixed }
    guard clauses.count > 1 else { return clauses[0] }
    return isAny ? .any(clauses) : .all(clauses)
  }

  private mutating func clause() throws(MusicBrainzQuery.Problem) -> MusicBrainzQuery.Clause {
    guard let token else { throw .dangling("end") }
    index += 1
    switch token {
    case .not: return .none(try clause())
    case .open: return boosted(try bracketed(group))
    case .field(let name):
      guard fields.contains(name) else { throw .unknownField(name) }
      return try value(of: name)
    case .word(let text):
      guard let group else { throw .unquoted(text) }
      return term(group, text)
    case .quoted(let text):
      guard let group else { throw .unquoted(text) }
      return boosted(.phrase(field: group, text))
    case .close: throw .dangling(")")
    case .and: throw .dangling("AND")
    case .or: throw .dangling("OR")
    case .edits(let edits): throw .modifier("~\(edits)")
    case .boost(let boost): throw .modifier("^\(boost)")
    }
  }

  private mutating func value(
    of field: String
  ) throws(MusicBrainzQuery.Problem) -> MusicBrainzQuery.Clause {
    guard let token else { throw .dangling(field) }
    index += 1
    switch token {
    case .word(let text): return term(field, text)
    case .quoted(let text): return boosted(.phrase(field: field, text))
    case .open: return boosted(try bracketed(field))
    case .field, .close, .and, .or, .not, .edits, .boost: throw .dangling(field)
    }
  }

  /// A word with its modifiers. A word without them is a phrase of one word.
  private mutating func term(_ field: String, _ text: String) -> MusicBrainzQuery.Clause {
    guard case .edits(let edits) = token else { return boosted(.phrase(field: field, text)) }
    index += 1
    return boosted(.term(field: field, text, edits: edits))
  }

  private mutating func boosted(_ clause: MusicBrainzQuery.Clause) -> MusicBrainzQuery.Clause {
    guard case .boost(let boost) = token else { return clause }
    index += 1
    return .boosted(clause, boost)
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
