// Finds the first candidate in an answer that is still arriving. The whole answer is read later, by
// `IdentificationReader`; only that reading counts.

import Albums
import Text

/// Reads the JSON object with which an answer begins, in pieces that are cut anywhere, up to the end of
/// the first candidate. An object after prose may be a draft in a thought, whose beginning some servers
/// leave out; so it has no early candidate. No text of a model can crash the reader or take more than linear time.
struct IdentificationSoFar {
  /// The maximum number of bytes that are kept. No valid answer has more before the end of its first
  /// candidate.
  static let limit = 16 << 10

  /// The depth of a candidate: the answer's object, the list, the candidate.
  private static let candidateDepth = 3

  /// The bytes of the object so far; empty before the object begins.
  private var object: [UInt8] = []
  private var tokenizer = JSONTokenizer()
  private var depth = 0
  private var lastByte: UInt8 = 0
  private var lead = AnswerLead()
  private var isOver = false

  /// Adds the next piece of the answer. For the piece that completes the first candidate, returns
  /// the identification so far; for all other pieces, nil. The identification has the status, the
  /// text and the first candidate. The other members of the answer may be missing.
  mutating func hear(_ piece: String) -> Identification? {
    for byte in piece.utf8 where !isOver {
      // The reader of the whole answer leaves out thoughts ("<think>"), so an answer with a thought has
      // no early candidate.
      if lastByte == UInt8(ascii: "<"), byte == UInt8(ascii: "t") { isOver = true }
      lastByte = byte
      if let found = take(byte) { return found }
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> Identification? {
    if object.isEmpty, byte != UInt8(ascii: "{") {
      isOver = !lead.admits(byte)
      return nil
    }
    guard !isOver else { return nil }
    object.append(byte)
    isOver = object.count > Self.limit
    do throws(JSONError) {
      guard try completesCandidate(byte) else { return nil }
    } catch {
      isOver = true
      return nil
    }
    isOver = true
    return IdentificationReader.beginning(of: object[...])
  }

  private mutating func completesCandidate(_ byte: UInt8) throws(JSONError) -> Bool {
    var (depth, isComplete) = (depth, false)
    try tokenizer.read([byte]) { token, _ in
      switch token {
      case .beginObject, .beginArray: depth += 1
      case .endObject, .endArray:
        isComplete = depth == Self.candidateDepth && token == .endObject
        depth -= 1
      default: break
      }
    }
    self.depth = depth
    // The answer may have other objects; the first one counts.
    if depth == 0 { isOver = true }
    return isComplete
  }
}

/// The bytes before the object of an answer: white space, the mark of a list, and a fence with its
/// language.
struct AnswerLead {
  private var words: [UInt8] = []

  /// Whether an object after this byte and those before it begins the answer.
  mutating func admits(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09...0x0D, 0x20, 0xEF, 0xBB, 0xBF, UInt8(ascii: "`"), UInt8(ascii: "["): return true
    default: words.append(byte | 0x20)
    }
    return Array("json".utf8).starts(with: words)
  }
}
