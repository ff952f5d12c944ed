// Finds covers by votes. Every feature of a picture votes for the covers that have a feature with
// the same word, and for the rotation between the two features. Wrong votes are spread over many
// covers and rotations; right votes agree.
//
// Source: J. Sivic, A. Zisserman, Video Google (2003), for the lists and their weights; H. Jégou,
// M. Douze, C. Schmid, Hamming Embedding and Weak Geometric Consistency (2008), 4, for the directions.

/// Lists of postings. Each table of each segment has one list for each word.
struct WordLists {
  let covers: Int
  let wordBits: Int
  /// The start of each list in `postings`, and the end of the last list. The values are checked
  /// where they are used.
  let starts: UnsafeBufferPointer<UInt32>
  let postings: UnsafeBufferPointer<UInt16>

  /// The covers with the most votes for one rotation, best first. Leaves out covers with fewer than
  /// `leastVotes` votes.
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
      for position in first..<min(covers, first + Posting.segmentCovers) {
        best.add(
          position, votes: Self.agreed(votes, (position - first) * Posting.directions), sizes)
      }
    }
    return best.positions
  }

  /// A key is word · 16 + direction. Equal keys vote only once; otherwise, a repeated pattern would
  /// have more votes than all other features.
  private func keys(of features: [Feature], table: Int) -> Set<UInt32> {
    let mask = UInt32(1) << UInt32(wordBits) - 1
    return Set(
      features.map { feature in
        (UInt32(FeatureWords.word(table, of: feature.descriptor)) & mask) << 4
          | UInt32(feature.angle >> 4)
      })
  }

  /// Adds the votes of one key; `lists` is the number of the table's first list.
  private func vote(_ key: UInt32, lists: Int, into votes: UnsafeMutableBufferPointer<UInt16>) {
    let list = list(lists + Int(key >> 4))
    let weight = weight(of: list.count)
    let direction = UInt16(truncatingIfNeeded: key & 15)
    for number in list {
      // Every possible `number` gives an index inside `votes`, so damaged data cannot cause a write
      // outside.
      votes[Int(number & ~15 | (direction &- number) & 15)] &+= weight
    }
  }

  /// The list with this number; an empty list if the starts are damaged.
  private func list(_ number: Int) -> Slice<UnsafeBufferPointer<UInt16>> {
    let (start, end) = (Int(starts[number]), Int(starts[number + 1]))
    guard start <= end, end <= postings.count else { return postings[0..<0] }
    return postings[start..<end]
  }

  /// The weight of a vote, 1…15. Frequent words have little weight. A word whose list has the
  /// average length has about half of the maximum weight.
  private func weight(of length: Int) -> UInt16 {
    let average = postings.count / starts.count + 1
    return UInt16(1 + 15 * average / (average + length))
  }

  /// The most votes that one cover has for one rotation. The votes for two neighbouring directions
  /// are added, because the rotation may be between them.
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
  private var best: [(position: Int, score: Float)] = []

  init(most: Int) { self.most = most }

  /// The positions of the covers, best first.
  var positions: [Int] { best.map(\.position) }

  /// The score falls with the cover's number of features, because covers with more features have
  /// more votes by chance.
  mutating func add(_ position: Int, votes: UInt32, _ sizes: UnsafeBufferPointer<UInt32>) {
    guard most > 0, votes >= Self.leastVotes else { return }
    let score = Float(votes) / (Float(sizes[position]) + Self.sizeOffset).squareRoot()
    if best.count == most {
      guard score > best[most - 1].score else { return }
      best.removeLast()
    }
    let index = best.firstIndex { $0.score < score } ?? best.endIndex
    best.insert((position, score), at: index)
  }

  /// Minimum number of votes: more than the weight of a single vote.
  private static let leastVotes: UInt32 = 16

  /// Limits the score of a cover that has very few features.
  private static let sizeOffset: Float = 256
}
