// Builds an index: takes the covers in order, then writes the bytes section by section.

/// Covers to be written into an index.
///
/// The builder needs 10 bytes for each feature while covers are added, and 20 bytes while it
/// writes. For 10,000 covers of 300 features, this is 60 MB.
package struct CoverIndexBuilder {
  private var identifiers: [Int64] = []
  private var codes: [CoverCode] = []
  private var words: [[UInt16]] = Array(repeating: [], count: FeatureWords.tableCount)
  /// The posting of each feature; every table uses the same posting.
  private var postings: [UInt16] = []
  /// Number of features before each segment.
  private var segments: [Int] = []

  package init() {}

  package var count: Int { identifiers.count }

  /// Adds a cover; false when the index is full.
  @discardableResult
  package mutating func add(_ fingerprint: Fingerprint, for identifier: Int64) -> Bool {
    let allPostings = (postings.count + fingerprint.features.count) * FeatureWords.tableCount
    guard count < IndexLayout.mostCovers, allPostings <= Int(UInt32.max) else { return false }
    if count % Posting.segmentCovers == 0 { segments.append(postings.count) }
    for feature in fingerprint.features {
      postings.append(Posting(position: count, angle: feature.angle).number)
      for table in words.indices {
        words[table].append(FeatureWords.word(table, of: feature.descriptor))
      }
    }
    identifiers.append(identifier)
    codes.append(fingerprint.code)
    return true
  }

  /// The whole index, in the format that `CoverIndex` reads.
  package consuming func bytes(_ facts: IndexFacts) -> [UInt8] {
    var bytes: [UInt8] = []
    write(facts) { bytes += $0 }
    return bytes
  }

  /// Passes the index's bytes to `sink`, section by section.
  package consuming func write<Failure: Error>(
    _ facts: IndexFacts, to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let ends = segments.dropFirst() + [postings.count]
    let wordBits = FeatureWords.wordBits(for: zip(segments, ends).map { $1 - $0 }.max() ?? 0)
    var sizes = [UInt32](repeating: 0, count: count)
    var starts: [UInt32] = [0]
    var lists: [UInt16] = []
    for (segment, features) in zip(segments, ends).map({ $0..<$1 }).enumerated() {
      for table in words.indices {
        let sorted = SortedWords(
          words[table][features], postings: postings[features], wordBits: wordBits)
        for posting in sorted.postings {
          sizes[segment * Posting.segmentCovers + Posting(number: posting).position] += 1
        }
        let last = UInt32(lists.count)
        starts += sorted.ends.map { last + $0 }
        lists += sorted.postings
      }
    }
    let layout = IndexLayout(
      covers: count, wordBits: wordBits, postings: lists.count, facts: facts)
    guard let layout else { preconditionFailure("add keeps the counts within their limits") }
    try Self.put(layout.header, to: sink)
    try Self.put(identifiers, to: sink)
    try Self.put(CodeBlocks.signs(of: codes), to: sink)
    try Self.put(CodeBlocks.colours(of: codes), to: sink)
    try Self.put(sizes, to: sink)
    try Self.put(starts, to: sink)
    try Self.put(lists, to: sink)
  }

  /// Passes a section and the zeros before the next section.
  private static func put<Element: BitwiseCopyable, Failure: Error>(
    _ elements: [Element], to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let byteCount = elements.count * MemoryLayout<Element>.stride
    let gap = [UInt8](repeating: 0, count: IndexLayout.step(byteCount) - byteCount)
    try elements.withUnsafeBufferPointer { (elements) throws(Failure) in
      try sink(UnsafeRawBufferPointer(elements))
    }
    try gap.withUnsafeBufferPointer { (gap) throws(Failure) in
      try sink(UnsafeRawBufferPointer(gap))
    }
  }
}

/// The postings of one table in lists, one list for each word.
private struct SortedWords {
  /// The end of each word's list in `postings`.
  private(set) var ends: [UInt32]
  private(set) var postings: [UInt16]

  /// Sorts the postings by their words (counting sort). Within a list, keeps the order in which
  /// covers were added.
  init(_ words: ArraySlice<UInt16>, postings given: ArraySlice<UInt16>, wordBits: Int) {
    let mask = UInt16(truncatingIfNeeded: 1 << wordBits - 1)
    ends = [UInt32](repeating: 0, count: 1 << wordBits)
    for word in words { ends[Int(word & mask)] += 1 }
    var next = [UInt32](repeating: 0, count: 1 << wordBits)
    for word in ends.indices.dropFirst() { next[word] = next[word - 1] + ends[word - 1] }
    postings = [UInt16](repeating: 0, count: given.count)
    for (word, posting) in zip(words, given) {
      let word = Int(word & mask)
      postings[Int(next[word])] = posting
      next[word] += 1
    }
    ends = next
    removeRepeats()
  }

  /// Keeps one posting for each word, direction and cover.
  private mutating func removeRepeats() {
    var kept = 0
    var start = 0
    for word in ends.indices {
      let (first, end) = (kept, Int(ends[word]))
      for index in start..<end where !isRepeat(postings[index], in: first..<kept) {
        postings[kept] = postings[index]
        kept += 1
      }
      start = end
      ends[word] = UInt32(kept)
    }
    postings.removeLast(postings.count - kept)
  }

  /// Whether the list already has `posting`. Postings of the same cover are at the list's end.
  private func isRepeat(_ posting: UInt16, in list: Range<Int>) -> Bool {
    let position = Posting(number: posting).position
    for index in list.reversed() {
      if postings[index] == posting { return true }
      if Posting(number: postings[index]).position != position { return false }
    }
    return false
  }
}
