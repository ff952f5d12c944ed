// The manifest of the search, `/search/index.json`: the shards, newest first, and the totals of the
// history. A refresh reads the manifest, replaces the shards that changed, and writes it again.
// Source: docs/interface.md "Search".

import Albums
import Host
import Text

/// The content of the manifest.
struct SearchManifest {
  static let folder = "search"
  static let path = "search/index.json"

  /// The number of parts of a month whose finds are in one shard.
  static let partsInShard = SearchShard.size / MonthPages.size

  /// One shard.
  struct Shard: Equatable {
    /// The digest in the shard's file name, 12 hexadecimal digits.
    var hash = ""

    /// The digest in the name of each file of review words, from the oldest part of the shard. Empty
    /// for a part without reviews, which has no file.
    var words: [String] = []
    var counts = SearchCounts()
  }

  var shards: [ShardName: Shard] = [:]

  /// The names of all files that belong to the manifest, without the folder.
  var fileNames: Set<String> {
    var names: Set = ["index.json"]
    for (name, shard) in shards {
      names.insert(Self.fileName(name, shard.hash))
      for (index, hash) in shard.words.enumerated() where !hash.isEmpty {
        names.insert(Self.wordsFileName(name, part: index, hash))
      }
    }
    return names
  }

  /// `2026-11-1.0123456789ab.json`.
  static func fileName(_ name: ShardName, _ hash: String) -> String { "\(name).\(hash).json" }

  /// `2026-11-1.words-3.0123456789ab.json`. `part` is the number of the part in its shard, counted
  /// from 0.
  static func wordsFileName(_ name: ShardName, part: Int, _ hash: String) -> String {
    "\(name).words-\(part).\(hash).json"
  }
}

extension SearchManifest {
  /// The digest of a file for its name: 12 hexadecimal digits.
  static func hash(of bytes: [UInt8]) -> String {
    String(hexadecimal(SHA256.digest(of: bytes)).prefix(12))
  }

  mutating func setShard(_ name: ShardName, _ hash: String, _ counts: SearchCounts) {
    shards[name, default: Shard()].hash = hash
    shards[name, default: Shard()].counts = counts
  }

  /// `part` is the number of the part in its shard, counted from 0.
  mutating func setWords(_ name: ShardName, part: Int, _ hash: String) {
    var words = shards[name, default: Shard()].words
    if words.count <= part {
      words += Array(repeating: "", count: part + 1 - words.count)
    }
    words[part] = hash
    shards[name, default: Shard()].words = words
  }

  /// Adds the shards and review words of `other`. A build writes shards and words in any order.
  mutating func add(_ other: SearchManifest) {
    for (name, shard) in other.shards {
      if !shard.hash.isEmpty { setShard(name, shard.hash, shard.counts) }
      for (part, hash) in shard.words.enumerated() where !hash.isEmpty || part >= wordsCount(name) {
        setWords(name, part: part, hash)
      }
    }
  }

  private func wordsCount(_ name: ShardName) -> Int { shards[name]?.words.count ?? 0 }

  /// Removes the shards and the review words of parts that a month no longer has.
  mutating func cut(_ month: Month, parts: Int) {
    for name in shards.keys where name.month == month {
      let left = parts - (name.number - 1) * Self.partsInShard
      if left <= 0 {
        shards[name] = nil
      } else if let words = shards[name]?.words, words.count > left {
        shards[name]?.words = Array(words.prefix(left))
      }
    }
  }
}

extension SearchManifest {
  /// The bytes of the file.
  var bytes: [UInt8] {
    let genres = Set(shards.values.flatMap { $0.counts.genres.keys }).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: genres.enumerated().map { ($1, $0) })
    var totals = SearchCounts()
    for shard in shards.values { totals.add(shard.counts) }
    let list = shards.sorted { $0.key > $1.key }.map { name, shard -> JSON in
      [
        "part": .string(name.description), "hash": .string(shard.hash),
        "count": .integer(shard.counts.finds),
        "words": .array(shard.words.map { .string($0) }),
        "counts": .string(shard.counts.line(genreNumbers: numbers)),
      ]
    }
    let document: JSON = [
      "version": 1, "totals": totals.totals, "genres": .array(genres.map { .string($0) }),
      "shards": .array(list),
    ]
    return document.document
  }

  /// Reads the bytes of the file; nil if they are damaged.
  init?(_ bytes: [UInt8]) {
    guard let document = JSON(bytes), document["version"].integer == 1 else { return nil }
    let genres = document["genres"].items.compactMap(\.text)
    for item in document["shards"].items {
      guard let name = item["part"].text.flatMap({ ShardName($0) }), let hash = item["hash"].text,
        let line = item["counts"].text,
        let counts = SearchCounts(line: line, genreNames: genres)
      else { return nil }
      let words = item["words"].items.map { $0.text ?? "" }
      shards[name] = Shard(hash: hash, words: words, counts: counts)
    }
  }
}
