// The sources of an answer with a search, which Google calls grounding. Source: docs/services.md §10.4.

import Text

/// The pages that a search found, and the passages of the answer that they support.
struct GeminiGrounding: Equatable {
  /// A page; nil for a source that is no page of the web.
  private struct Page: Equatable {
    let url: String
    let title: String
  }

  private var pages: [Page?] = []
  private var supports: [JSON] = []
  private var queries: Set<String> = []

  /// The searches that were made; each is charged.
  var searches: Int { queries.count }

  /// Adds the metadata of a response. In a stream, each response has only its new pages, and the indices of
  /// the supports count the pages of all responses.
  mutating func take(_ metadata: JSON) {
    queries.formUnion(metadata["webSearchQueries"].items.compactMap(\.text).filter { !$0.isEmpty })
    supports += metadata["groundingSupports"].items
    pages += metadata["groundingChunks"].items.map { chunk in
      chunk["web"]["uri"].text.map { Page(url: $0, title: chunk["web"]["title"].text ?? "") }
    }
  }

  /// The sources of the passages of `text`. `beginnings` are the UTF-8 bytes at which the parts of the
  /// answer begin. A passage without a source, or with other words than the service states, is left
  /// out. Linear in the size of the text and of the metadata.
  func citations(in text: String, partsFrom beginnings: [Int: Int]) -> [Citation] {
    guard !supports.isEmpty, !pages.isEmpty else { return [] }
    let answer = AnswerBytes(text)
    return supports.flatMap { support -> [Citation] in
      let segment = support["segment"]
      let part = segment["partIndex"].integer ?? 0
      // The offsets of a streamed answer count from the beginning of the whole text.
      let passage = [beginnings[part], 0].lazy.compactMap(\.self).compactMap {
        answer.passage(of: segment, from: $0)
      }.first
      guard let passage else { return [] }
      return support["groundingChunkIndices"].items.compactMap { item in
        guard let index = item.integer, pages.indices.contains(index), let page = pages[index]
        else { return nil }
        return Citation(url: page.url, title: page.title, passage: passage)
      }
    }
  }
}

/// The UTF-8 bytes of an answer, and for each the number of scalars that begin before it.
private struct AnswerBytes {
  private let bytes: [UInt8]
  private let scalarsBefore: [Int]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var count = 0
    var counts: [Int] = []
    counts.reserveCapacity(bytes.count + 1)
    for byte in bytes {
      counts.append(count)
      // A byte of the form 10xxxxxx continues a scalar; any other begins one.
      if byte & 0xC0 != 0x80 { count += 1 }
    }
    counts.append(count)
    scalarsBefore = counts
  }

  /// The range of scalars of a segment whose bytes count from `base`; nil if the segment is empty, lies
  /// outside of the text, or does not name exactly the words at its place. Protocol Buffers leave
  /// out a `startIndex` of 0.
  func passage(of segment: JSON, from base: Int) -> Range<Int>? {
    guard let words = segment["text"].text, let end = segment["endIndex"].integer else {
      return nil
    }
    let start = segment["startIndex"] == .null ? 0 : segment["startIndex"].integer ?? -1
    guard start >= 0, start < end, end <= bytes.count - base,
      bytes[base + start..<base + end].elementsEqual(words.utf8)
    else { return nil }
    return scalarsBefore[base + start]..<scalarsBefore[base + end]
  }
}
