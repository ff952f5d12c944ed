// The votes: every feature of a picture names the covers that have a feature with the same word, and
// how far it would have been turned. Wrong names are spread over covers and directions; right ones agree.
//
// Source: J. Sivic, A. Zisserman, Video Google (2003), for the lists and their weights; H. Jégou,
// M. Douze, C. Schmid, Hamming Embedding and Weak Geometric Consistency (2008), 4, for the directions.

/// Lists of postings by word, table after table, segment after segment.
struct WordLists {
  let covers: Int
  let wordBits: Int
  /// One more than there are lists; what they say is checked where it is used.
  let starts: UnsafeBufferPointer<UInt32>
  let postings: UnsafeBufferPointer<UInt16>

  /// The covers with the most votes for one turn, best first; at least two features have to agree.
  func mostVoted(by features: [Feature], sizes: UnsafeBufferPointer<UInt32>, most: Int) -> [Int] {
    let tables = (0..<FeatureWords.tableCount).map { keys(of: features, table: $0) }
    var votes = [UInt16](repeating: 0, count: Posting.segmentCovers * Posting.directions)
    var best = BestVoted(most: most)
    for first in stride(from: 0, to: covers, by: Posting.segmentCovers) {
      votes.withUnsafeMutableBufferPointer { votes in
        votes.update(repeating: 0)
        for (table, keys) in tables.enumerated() {
          let lists = (first / Posting.segmentCovers * FeatureWords.tableCount + table) << wordBits
          for key in keys { vote(key, lists: lists, into: votes) }
        }
      }
      for place in first..<min(covers, first + Posting.segmentCovers) {
        best.add(place, votes: Self.agreed(votes, (place - first) * Posting.directions), sizes)
      }
    }
    return best.places
  }

  /// Word · 16 + direction. The same word seen twice in the same direction votes once: a pattern that
  /// repeats would else outvote everything.
  private func keys(of features: [Feature], table: Int) -> Set<UInt32> {
    let mask = UInt32(1) << UInt32(wordBits) - 1
    return Set(
      features.map { feature in
        (UInt32(FeatureWords.word(table, of: feature.descriptor)) & mask) << 4
          | UInt32(feature.angle >> 4)
      })
  }

  /// One word's votes; `lists` is the number of its table's first list.
  private func vote(_ key: UInt32, lists: Int, into votes: UnsafeMutableBufferPointer<UInt16>) {
    let list = list(lists + Int(key >> 4))
    let weight = weight(of: list.count)
    let direction = UInt16(truncatingIfNeeded: key & 15)
    for number in list {
      // Any number names one of the segment's covers, or none after the last.
      votes[Int(number & ~15 | (direction &- number) & 15)] &+= weight
    }
  }

  /// Where the starts make no sense, an empty list.
  private func list(_ number: Int) -> Slice<UnsafeBufferPointer<UInt16>> {
    let (start, end) = (Int(starts[number]), Int(starts[number + 1]))
    guard start <= end, end <= postings.count else { return postings[0..<0] }
    return postings[start..<end]
  }

  /// 1…16: a word that is everywhere says little. Half of a vote for a list of average length.
  private func weight(of length: Int) -> UInt16 {
    let average = postings.count / starts.count + 1
    return UInt16(1 + 15 * average / (average + length))
  }

  /// The votes of one cover for one turn; a turn between two directions votes for both.
  private static func agreed(_ votes: [UInt16], _ first: Int) -> UInt32 {
    var agreed: UInt32 = 0
    var last = UInt32(votes[first + Posting.directions - 1])
    for turn in first..<first + Posting.directions {
      let next = UInt32(votes[turn])
      agreed = max(agreed, last + next)
      last = next
    }
    return agreed
  }
}

/// The covers with the most votes so far.
private struct BestVoted {
  let most: Int
  private var best: [(place: Int, score: Float)] = []

  init(most: Int) { self.most = most }

  /// Best first.
  var places: [Int] { best.map(\.place) }

  /// Of two covers with as many votes, the one with fewer features has fewer by chance.
  mutating func add(_ place: Int, votes: UInt32, _ sizes: UnsafeBufferPointer<UInt32>) {
    guard most > 0, votes >= Self.leastVotes else { return }
    let score = Float(votes) / (Float(sizes[place]) + Self.sizeOffset).squareRoot()
    if best.count == most {
      guard score > best[most - 1].score else { return }
      best.removeLast()
    }
    let index = best.firstIndex { $0.score < score } ?? best.endIndex
    best.insert((place, score), at: index)
  }

  /// Two features in full.
  private static let leastVotes: UInt32 = 16

  /// Keeps a cover with hardly any features from winning with one.
  private static let sizeOffset: Float = 256
}
