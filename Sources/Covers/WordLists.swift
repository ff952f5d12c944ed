// The votes: every feature of a picture names the covers that have a feature with the same word, and
// how far it would have been turned. Wrong names are spread over covers and directions; right ones agree.
//
// Source: J. Sivic, A. Zisserman, Video Google (2003), for the lists and their weights; H. Jégou,
// M. Douze, C. Schmid, Hamming Embedding and Weak Geometric Consistency (2008), 4, for the directions.

/// Lists of postings by word, table after table.
struct WordLists {
  let covers: Int
  let wordBits: Int
  /// One more than there are words; checked where they are used.
  let starts: UnsafeBufferPointer<UInt32>
  let postings: UnsafeBufferPointer<UInt32>

  /// The covers with the most votes for one turn, best first; at least two features have to agree.
  func mostVoted(by features: [Feature], sizes: UnsafeBufferPointer<UInt32>, most: Int) -> [Int] {
    guard covers > 0, !features.isEmpty else { return [] }
    var votes = [UInt16](repeating: 0, count: covers * Posting.directions)
    votes.withUnsafeMutableBufferPointer { votes in
      for table in 0..<FeatureWords.tableCount { vote(features, table: table, into: votes) }
    }
    return best(of: votes, sizes: sizes, most: most)
  }

  /// One table's votes. The same word seen twice in the same direction votes once: a pattern that
  /// repeats would else outvote everything.
  private func vote(
    _ features: [Feature], table: Int, into votes: UnsafeMutableBufferPointer<UInt16>
  ) {
    let mask = UInt32(1) << UInt32(wordBits) - 1
    let keys = Set(
      features.map { feature in
        (UInt32(FeatureWords.word(table, of: feature.descriptor)) & mask) << 4
          | UInt32(feature.angle >> 4)
      })
    for key in keys {
      let list = self.list(table << wordBits + Int(key >> 4))
      let weight = weight(of: list.count)
      let direction = key & 15
      for number in list {
        let posting = Posting(number: number)
        guard posting.place < covers else { continue }
        let turn = Int((direction &- number) & 15)
        votes[posting.place * Posting.directions + turn] &+= weight
      }
    }
  }

  /// Where the starts make no sense, an empty list.
  private func list(_ word: Int) -> Slice<UnsafeBufferPointer<UInt32>> {
    let (start, end) = (Int(starts[word]), Int(starts[word + 1]))
    guard start <= end, end <= postings.count else { return postings[0..<0] }
    return postings[start..<end]
  }

  /// 1…16: a word that is everywhere says little. Half of a vote for a list of average length.
  private func weight(of length: Int) -> UInt16 {
    let average = postings.count / starts.count + 1
    return UInt16(1 + 15 * average / (average + length))
  }

  /// A turn between two directions votes for both. Of two covers with as many votes, the one with
  /// fewer features has fewer by chance.
  private func best(of votes: [UInt16], sizes: UnsafeBufferPointer<UInt32>, most: Int) -> [Int] {
    var best: [(place: Int, score: Float)] = []
    for place in 0..<covers {
      let turns = votes[place * Posting.directions..<(place + 1) * Posting.directions]
      var agreed = UInt32(turns[turns.endIndex - 1]) + UInt32(turns[turns.startIndex])
      for turn in turns.indices.dropLast() {
        agreed = max(agreed, UInt32(turns[turn]) + UInt32(turns[turn + 1]))
      }
      guard agreed >= Self.leastVotes else { continue }
      let score = Float(agreed) / (Float(sizes[place]) + Self.sizeOffset).squareRoot()
      if best.count == most {
        guard score > best[most - 1].score else { continue }
        best.removeLast()
      }
      let index = best.firstIndex { $0.score < score } ?? best.endIndex
      best.insert((place, score), at: index)
    }
    return best.map(\.place)
  }

  /// Two features in full.
  private static let leastVotes: UInt32 = 16

  /// Keeps a cover with hardly any features from winning with one.
  private static let sizeOffset: Float = 256
}
