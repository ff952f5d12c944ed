// Makes an index of covers: takes them one after the other, then gives the bytes section by section.

/// Covers on their way into an index.
///
/// Keeps 10 bytes a feature while they are added, and twice as many when it writes: 60 MB for 10,000
/// covers of 300 features.
package struct CoverIndexBuilder {
  private var identifiers: [Int64] = []
  private var codes: [CoverCode] = []
  private var words: [[UInt16]] = Array(repeating: [], count: FeatureWords.tableCount)
  /// The posting of each feature, the same in every table.
  private var postings: [UInt16] = []
  /// How many features there were before each segment.
  private var segments: [Int] = []

  package init() {}

  package var count: Int { identifiers.count }

  /// Adds a cover; false when there is no room for more.
  @discardableResult
  package mutating func add(_ fingerprint: Fingerprint, for identifier: Int64) -> Bool {
    let allPostings = (postings.count + fingerprint.features.count) * FeatureWords.tableCount
    guard count < IndexLayout.mostCovers, allPostings <= Int(UInt32.max) else { return false }
    if count % Posting.segmentCovers == 0 { segments.append(postings.count) }
    for feature in fingerprint.features {
      postings.append(Posting(place: count, angle: feature.angle).number)
      for table in words.indices {
        words[table].append(FeatureWords.word(table, of: feature.descriptor))
      }
    }
    identifiers.append(identifier)
    codes.append(fingerprint.code)
    return true
  }

  /// The whole index, as `CoverIndex` reads it.
  package consuming func bytes(_ facts: IndexFacts) -> [UInt8] {
    var bytes: [UInt8] = []
    write(facts) { bytes += $0 }
    return bytes
  }

  /// Gives the index's bytes to `sink` in order, a section at a time.
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
          sizes[segment * Posting.segmentCovers + Posting(number: posting).place] += 1
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

  /// A section, and zeros up to where the next begins.
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

/// The postings of one table, list by list.
private struct SortedWords {
  /// Where each word's list ends.
  private(set) var ends: [UInt32]
  private(set) var postings: [UInt16]

  /// Sorts by counting; the order in which covers were added stays.
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

  /// The same word in the same direction of the same cover counts once.
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

  /// Whether `posting` is among the last of a list, those of the same cover.
  private func isRepeat(_ posting: UInt16, in list: Range<Int>) -> Bool {
    let place = Posting(number: posting).place
    for index in list.reversed() {
      if postings[index] == posting { return true }
      if Posting(number: postings[index]).place != place { return false }
    }
    return false
  }
}
