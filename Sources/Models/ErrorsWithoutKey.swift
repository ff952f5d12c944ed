// Turns the errors of a provider into texts for the log and the host: one line of limited length,
// without any part of the key. Services repeat the key or a part of it, such as `sk-…wxyz`, in
// their messages. Source: docs/faults.md E6.

import Host

/// A provider whose errors never contain a part of its key.
struct ErrorsWithoutKey: ModelProvider {
  let base: any ModelProvider
  let key: String

  var name: String { base.name }
  var canSearch: Bool { base.canSearch }

  func answer(
    _ question: Question, onText: TextHandler?
  ) async throws(ModelError) -> ModelAnswer {
    do {
      return try await base.answer(question, onText: onText)
    } catch {
      throw error.told(without: key)
    }
  }

  func models() async throws(ModelError) -> [ListedModel] {
    do {
      return try await base.models()
    } catch {
      throw error.told(without: key)
    }
  }
}

extension ModelError {
  /// The error with a reason that the log may contain.
  func told(without key: String) -> ModelError {
    let reason = ServiceWords.line(reason, without: key)
    return switch self {
    case .declined(_, let usage): .declined(reason, usage: usage)
    case .unusable: .unusable(reason)
    case .nonsense(_, let usage): .nonsense(reason, usage: usage)
    case .brokenOff: .brokenOff(reason)
    case .unavailable(_, let after): .unavailable(reason, after: after)
    case .quota: .quota(reason)
    case .misconfigured: .misconfigured(reason)
    case .network: .network(reason)
    }
  }
}

/// The words of a service in one line.
enum ServiceWords {
  /// The maximum length of a reason in characters. Source: docs/limits.md "Models".
  static let longest = 300

  /// The fewest characters in a row that count as a part of the key. Shorter parts occur in usual words.
  static let shortestPart = 4

  private static let replacement = "[key]"

  /// The text in one line of at most `longest` characters. A word that contains a part of the key,
  /// or stars in place of such a part, is replaced as a whole. The visible ends of a masked key
  /// therefore disappear, too.
  static func line(_ text: String, without key: String) -> String {
    let parts = parts(of: key)
    let words = text.split(whereSeparator: \.isWhitespace).lazy.map { word in
      isPart(word, of: parts) ? Substring(replacement) : word
    }
    var line = ""
    for word in words {
      guard line.count < longest else { break }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return String(line.prefix(longest))
  }

  /// The beginnings that all keys of a service share, longest first. These beginnings are no
  /// secret, and parts of them occur in usual words such as "project".
  static let publicBeginnings = Provider.withModel
    .flatMap { ProviderTable.description(of: $0)?.keyBeginnings ?? [] }
    .sorted { $0.utf8.count > $1.utf8.count }

  /// All parts of the key with the shortest length, in lower case. A shorter key, which local servers
  /// take, is no secret.
  private static func parts(of key: String) -> Set<[UInt8]> {
    let key = key.lowercased()
    let known =
      publicBeginnings.first { key.hasPrefix($0.lowercased()) && key != $0.lowercased() } ?? ""
    let bytes = Array(key.utf8.dropFirst(known.utf8.count))
    guard bytes.count >= shortestPart else { return [] }
    return Set((0...(bytes.count - shortestPart)).map { Array(bytes[$0..<$0 + shortestPart]) })
  }

  private static func isPart(_ word: Substring, of parts: Set<[UInt8]>) -> Bool {
    if word.contains("**") || word.contains(/[^.…](\.\.\.|…)[A-Za-z0-9]/) { return true }
    let bytes = Array(word.lowercased().utf8)
    guard bytes.count >= shortestPart else { return false }
    return (0...(bytes.count - shortestPart)).contains {
      parts.contains(Array(bytes[$0..<$0 + shortestPart]))
    }
  }
}
