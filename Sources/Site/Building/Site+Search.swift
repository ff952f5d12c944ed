// Writes the files of the search. The order is: shards and files of parts, then the manifest, then the
// removal of files that the manifest no longer names. A page with the former manifest gets 404 for a
// removed file and reads the manifest again.

import Albums
import Host

extension Site {
  /// Whether the manifest of the search exists. Without it, a refresh cannot keep the other shards,
  /// so the caller builds the site.
  package var hasSearch: Bool { Files.exists("\(tree.root)/\(SearchManifest.path)") }

  /// The manifest as it was written last; empty if it does not exist. A damaged manifest is removed,
  /// so that the next refresh builds the site.
  func readManifest() throws(SiteError) -> SearchManifest {
    guard hasSearch else { return SearchManifest() }
    let bytes = try files { () throws(HostError) in
      try Files.read("\(tree.root)/\(SearchManifest.path)", limit: Tree.fileLimit)
    }
    if let manifest = SearchManifest(bytes) { return manifest }
    try tree.remove(SearchManifest.path)
    throw .contents(SearchManifest.path, "it is damaged; the next refresh builds the site")
  }

  /// Writes the shard with the finds of a month. `index` counts the shards of the month from 0.
  func writeShard(
    _ index: Int, _ month: Month, _ entries: [SearchEntry], into manifest: inout SearchManifest,
    durably: Bool
  ) throws(SiteError) -> [String] {
    let shard = SearchShard(entries, artworks: artworks, settings: settings)
    let name = ShardName(month: month, number: index + 1)
    let hash = SearchManifest.hash(of: shard.bytes)
    manifest.setShard(name, hash, shard.counts)
    return try tree.write(
      shard.bytes, at: "search/\(SearchManifest.fileName(name, hash))", durably: durably)
  }

  /// Writes the review words and the track titles of a part. `finds` are newest first.
  func writePartFiles(
    of finds: [Find], _ part: Int, _ month: Month, into manifest: inout SearchManifest,
    durably: Bool
  ) throws(SiteError) -> [String] {
    let (index, inside) = part.quotientAndRemainder(dividingBy: SearchManifest.partsInShard)
    let name = ShardName(month: month, number: index + 1)
    let oldestFirst: [Find] = finds.reversed()
    var written: [String] = []
    for file in SearchManifest.PartFile.allCases {
      let bytes =
        switch file {
        case .words: ReviewWords(oldestFirst).bytes
        case .tracks: TrackTitles(oldestFirst).bytes
        }
      let hash = bytes.map(SearchManifest.hash) ?? ""
      manifest.set(file, name, part: inside, hash)
      guard let bytes else { continue }
      let path = "search/\(SearchManifest.fileName(of: file, name, part: inside, hash))"
      written += try tree.write(bytes, at: path, durably: durably)
    }
    return written
  }

  /// Writes the manifest and removes the files that it no longer names.
  func writeManifest(_ manifest: SearchManifest, durably: Bool) throws(SiteError) -> [String] {
    let written = try tree.write(manifest.bytes, at: SearchManifest.path, durably: durably)
    try tree.clear(SearchManifest.folder, but: manifest.fileNames)
    return written
  }
}
