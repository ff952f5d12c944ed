// Runs a query on the fields of a catalogue and gives scores, as Lucene does. Source: docs/services.md §4.5.

import Glibc

/// The fields of an index and the documents that match a query.
struct CatalogueSearch: Sendable {
  private var fields: [String: IndexedField] = [:]

  /// The values of fields that are one word, such as the bar code.
  private var keywords: [String: Keywords] = [:]
  private let documents: Int

  /// Matching documents in ascending order, each with its score.
  typealias Hits = [(document: Int32, score: Double)]

  /// `texts` gives the values of a document's field. `keywords` are fields whose values are compared whole.
  init(
    _ documents: Int, fields names: [String], keywords keywordNames: [String] = [],
    texts: (Int, String) -> [String]
  ) {
    self.documents = documents
    for name in names {
      var field = IndexedField()
      for document in 0..<documents { field.append(texts(document, name)) }
      field.finish()
      fields[name] = field
    }
    // The title of a made-up release is that of its group.
    fields["release"] = fields["releasegroup"]
    for name in keywordNames {
      var values = Keywords(documents)
      for document in 0..<documents {
        for value in texts(document, name) { values.add(Self.key(value, name), document) }
      }
      keywords[name] = values
    }
  }

  /// The index strips leading zeros of bar codes, and the separators of catalogue numbers.
  private static func key(_ value: String, _ field: String) -> String {
    if field == "barcode" { return String(value.drop { $0 == "0" }) }
    let bytes = value.utf8.filter { $0 != 32 && !(44...47).contains($0) }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  /// The share of the words of `field` that more than `count` documents have, each word counted as often as it is used.
  func shareOfWords(of field: String, inMoreThan count: Int) -> Double {
    guard let field = fields[field] else { return 0 }
    let sizes = field.words.indices.map { field.documents(of: Int32($0)).count }
    let all = sizes.reduce(0, +)
    return Double(sizes.filter { $0 > count }.reduce(0, +)) / Double(max(all, 1))
  }

  /// The best documents of a query, the best first; the best one has the score 100. `count` is the number of all.
  func best(
    _ query: MusicBrainzQuery, limit: Int
  ) -> (hits: [(document: Int, score: Int)], count: Int) {
    let all = hits(query.clause)
    let best = all.sorted { ($1.score, $0.document) < ($0.score, $1.document) }.prefix(limit)
    let most = best.first?.score ?? 1
    let hits = best.map { (Int($0.document), Int(($0.score / most * 100).rounded())) }
    return (hits, all.count)
  }

  func hits(_ clause: MusicBrainzQuery.Clause) -> Hits {
    switch clause {
    case .phrase(let field, let text): phrase(text, field)
    case .term(let field, let text, let edits):
      edits == 0 ? phrase(text, field) : alike(text, field, edits: edits)
    case .boosted(let clause, let boost): hits(clause).map { ($0.document, $0.score * boost) }
    case .any(let clauses): Self.joined(clauses.map(hits), documents)
    case .all(let clauses): all(clauses)
    case .none: []
    }
  }

  private func all(_ clauses: [MusicBrainzQuery.Clause]) -> Hits {
    var excluded: Set<Int32> = []
    var wanted: [Hits] = []
    for clause in clauses {
      if case .none(let inner) = clause {
        excluded.formUnion(hits(inner).map(\.document))
      } else {
        wanted.append(hits(clause))
      }
    }
    guard var result = wanted.min(by: { $0.count < $1.count }) else { return [] }
    let least = wanted.firstIndex { $0.count == result.count } ?? 0
    for (index, other) in wanted.enumerated() where index != least {
      result = Self.intersection(result, other)
    }
    return excluded.isEmpty ? result : result.filter { !excluded.contains($0.document) }
  }

  private static func intersection(_ one: Hits, _ other: Hits) -> Hits {
    var (result, index) = (Hits(), 0)
    for hit in one {
      while index < other.count, other[index].document < hit.document { index += 1 }
      guard index < other.count else { break }
      if other[index].document == hit.document {
        result.append((hit.document, hit.score + other[index].score))
      }
    }
    return result
  }

  private static func joined(_ lists: [Hits], _ documents: Int) -> Hits {
    if lists.count == 1 { return lists[0] }
    var scores = [Double](repeating: 0, count: documents)
    var touched: [Int32] = []
    for list in lists {
      for hit in list {
        if scores[Int(hit.document)] == 0 { touched.append(hit.document) }
        scores[Int(hit.document)] += hit.score
      }
    }
    return touched.sorted().map { ($0, scores[Int($0)]) }
  }

  private func phrase(_ text: String, _ name: String) -> Hits {
    if let values = keywords[name] {
      return values.documents(Self.key(text, name)).map { ($0, 10) }
    }
    guard let field = fields[name] else { return [] }
    let words = IndexedField.split(text)
    let numbers = words.compactMap(field.number)
    guard !numbers.isEmpty, numbers.count == words.count else { return [] }
    if numbers.count == 1 { return scored(field, numbers[0], frequency: nil, boost: 1) }
    let rarest = numbers.min { field.documents(of: $0).count < field.documents(of: $1).count }
    guard let rarest else { return [] }
    let weight = numbers.reduce(0) { $0 + self.weight(field.documents(of: $1).count) }
    return field.documents(of: rarest).compactMap { document in
      let count = field.occurrences(of: numbers, in: document)
      guard count > 0 else { return nil }
      return (document, weight * saturation(field, document, Double(count)))
    }
  }

  /// All expansions of a word count as often as the most frequent of them (Lucene's TopTermsBlendedFreqScoringRewrite).
  private func alike(_ text: String, _ name: String, edits: Int) -> Hits {
    guard let field = fields[name] else { return phrase(text, name) }
    let words = field.alike(text.lowercased(), edits: edits)
    let most = words.map { field.documents(of: $0.word).count }.max() ?? 0
    return Self.joined(
      words.map { scored(field, $0.word, frequency: most, boost: $0.likeness) }, documents)
  }

  private func scored(
    _ field: IndexedField, _ word: Int32, frequency: Int?, boost: Double
  ) -> Hits {
    let own = field.documents(of: word)
    let weight = self.weight(frequency ?? own.count) * boost
    return own.map { document in
      let count = field.occurrences(of: [word], in: document)
      return (document, weight * saturation(field, document, Double(count)))
    }
  }

  /// The rarity of a word (idf). Source: Lucene's BM25Similarity, k1 = 1.2 and b = 0.75.
  private func weight(_ frequency: Int) -> Double {
    let (all, own) = (Double(documents), Double(frequency))
    return log(1 + (all - own + 0.5) / (own + 0.5))
  }

  private func saturation(_ field: IndexedField, _ document: Int32, _ count: Double) -> Double {
    let length = Double(field.length(of: document)) / field.averageLength
    return count / (count + 1.2 * (0.25 + 0.75 * length))
  }

}

/// The documents of each value of a field, as one chain for each value.
private struct Keywords: Sendable {
  private var last: [String: Int32] = [:]
  private var before: [Int32]

  init(_ documents: Int) { before = [Int32](repeating: -1, count: documents) }

  /// A document has at most one value.
  mutating func add(_ value: String, _ document: Int) {
    before[document] = last.updateValue(Int32(document), forKey: value) ?? -1
  }

  /// In ascending order.
  func documents(_ value: String) -> [Int32] {
    var (found, next) = ([Int32](), last[value] ?? -1)
    while next >= 0 {
      found.append(next)
      next = before[Int(next)]
    }
    return found.reversed()
  }
}
