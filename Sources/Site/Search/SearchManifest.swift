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

  /// A kind of file of which each part of a month may have one. The raw value is its name in the
  /// manifest and in addresses.
  enum PartFile: String, CaseIterable {
    /// The words of the reviews.
    case words
    /// The titles of the tracks.
    case tracks
  }

  /// One shard.
  struct Shard: Equatable {
    /// The digest in the shard's file name, 12 hexadecimal digits.
    var hash = ""

    /// The digest in the name of each file of a kind, from the oldest part of the shard. Empty for a
    /// part that has no such file.
    var files: [PartFile: [String]] = [:]
    var counts = SearchCounts()
  }

  var shards: [ShardName: Shard] = [:]

  /// The names of all files that belong to the manifest, without the folder.
  var fileNames: Set<String> {
    var names: Set = ["index.json"]
    for (name, shard) in shards {
      names.insert(Self.fileName(name, shard.hash))
      for (file, hashes) in shard.files {
        for (index, hash) in hashes.enumerated() where !hash.isEmpty {
          names.insert(Self.fileName(of: file, name, part: index, hash))
        }
      }
    }
    return names
  }

  /// `2026-11-1.0123456789ab.json`.
  static func fileName(_ name: ShardName, _ hash: String) -> String { "\(name).\(hash).json" }

  /// `2026-11-1.words-3.0123456789ab.json`. `part` is the number of the part in its shard, counted
  /// from 0.
  static func fileName(
    of file: PartFile, _ name: ShardName, part: Int, _ hash: String
  ) -> String {
    "\(name).\(file.rawValue)-\(part).\(hash).json"
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
  mutating func set(_ file: PartFile, _ name: ShardName, part: Int, _ hash: String) {
    var hashes = shards[name]?.files[file] ?? []
    if hashes.count <= part {
      hashes += Array(repeating: "", count: part + 1 - hashes.count)
    }
    hashes[part] = hash
    shards[name, default: Shard()].files[file] = hashes
  }

  /// Adds the shards and the files of parts of `other`. A build writes them in any order.
  mutating func add(_ other: SearchManifest) {
    for (name, shard) in other.shards {
      if !shard.hash.isEmpty { setShard(name, shard.hash, shard.counts) }
      for (file, hashes) in shard.files {
        let known = shards[name]?.files[file]?.count ?? 0
        for (part, hash) in hashes.enumerated() where !hash.isEmpty || part >= known {
          set(file, name, part: part, hash)
        }
      }
    }
  }

  /// Removes the shards and the files of parts that a month no longer has.
  mutating func cut(_ month: Month, parts: Int) {
    for name in shards.keys where name.month == month {
      let left = parts - (name.number - 1) * Self.partsInShard
      if left <= 0 {
        shards[name] = nil
      } else if let files = shards[name]?.files {
        shards[name]?.files = files.mapValues { Array($0.prefix(left)) }
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
      var item: JSON = [
        "part": .string(name.description), "hash": .string(shard.hash),
        "count": .integer(shard.counts.finds),
        "counts": .string(shard.counts.line(genreNumbers: numbers)),
      ]
      for file in PartFile.allCases {
        let hashes = shard.files[file] ?? []
        item = item.setting(file.rawValue, to: .array(hashes.map { .string($0) }))
      }
      return item
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
      var shard = Shard(hash: hash, counts: counts)
      for file in PartFile.allCases {
        shard.files[file] = item[file.rawValue].items.map { $0.text ?? "" }
      }
      shards[name] = shard
    }
  }
}
