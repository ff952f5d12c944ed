// Finds the texts of a review, and their positions, in the JSON of an answer that is still
// arriving. The answer may be cut at any byte, even within an escape. ReviewReader reads the whole
// answer later, but without positions.

import Albums
import Text

/// Reads the first object of an answer that has a summary or bullets. Reads an object that is not
/// JSON up to its syntax error, and then continues at the next opening brace.
struct ReviewFields {
  struct Field: Equatable {
    let passage: ReviewSource.Passage

    /// The text so far, with resolved escapes.
    fileprivate(set) var text = ""

    /// The range between the quotes of the field in the answer, in Unicode scalars and in UTF-16
    /// units; empty until the field is closed.
    fileprivate(set) var scalars: Range<Int>
    fileprivate(set) var units: Range<Int>
    fileprivate(set) var isClosed = false
  }

  /// The maximum number of scalars kept of all fields together. A review has fewer.
  private static let limit = 20_000

  private(set) var fields: [Field] = []
  private var keptScalars = 0
  private var reader: ObjectReader?

  /// The position up to which the answer was counted.
  private var position = Position()
  private var isOver = false

  init() {}

  init(_ answer: String) { hear(answer) }

  mutating func hear(_ piece: String) {
    let bytes = Array(piece.utf8)
    var cursor = Cursor(bytes: bytes, position: position)
    var index = 0
    while !isOver, index < bytes.count {
      if reader == nil {
        guard let brace = Self.beginning(in: bytes[index...]) else { break }
        index = brace
        reader = ObjectReader(start: position.bytes + index)
      }
      index = read(bytes[index...], &cursor)
    }
    position = cursor.advanced(to: bytes.count)
  }

  /// The index of the first brace that a quote or the closing brace may follow; nil if there is no
  /// such brace. The search creates no reader for other braces, so it skips a megabyte of braces
  /// quickly.
  private static func beginning(in bytes: ArraySlice<UInt8>) -> Int? {
    var brace: Int?
    for (index, byte) in zip(bytes.indices, bytes) {
      switch byte {
      case UInt8(ascii: "{"): brace = index
      case .quote, UInt8(ascii: "}"): if let brace { return brace }
      case .space, .tab, .lineFeed, .carriageReturn: break
      default: brace = nil
      }
    }
    return brace
  }

  /// Continues reading the object. Returns the index after the object, the index of its first
  /// syntax error, or the end.
  private mutating func read(_ bytes: ArraySlice<UInt8>, _ cursor: inout Cursor) -> Int {
    guard var reader else { return bytes.endIndex }
    self.reader = nil
    let pieceStart = position.bytes
    do throws(JSONError) {
      let end = try reader.read(bytes) { event, offset in
        take(event, at: cursor.advanced(to: offset - pieceStart))
      }
      if reader.isComplete { isOver = !fields.isEmpty } else { self.reader = reader }
      return end
    } catch .syntax(let offset) {
      return reader.start + offset - pieceStart
    } catch {
      isOver = true
      return bytes.endIndex
    }
  }

  private mutating func take(_ event: FieldFinder.Event, at position: Position) {
    switch event {
    case .begin(let passage):
      // The position is that of the quote. The text begins after it.
      let (scalar, unit) = (position.scalars + 1, position.units + 1)
      fields.append(Field(passage: passage, scalars: scalar..<scalar, units: unit..<unit))
    case .piece(let text):
      let kept = text.unicodeScalars.prefix(Self.limit - keptScalars)
      keptScalars += kept.count
      fields[fields.count - 1].text.unicodeScalars.append(contentsOf: kept)
    case .end:
      let last = fields.count - 1
      fields[last].scalars = fields[last].scalars.lowerBound..<position.scalars
      fields[last].units = fields[last].units.lowerBound..<position.units
      fields[last].isClosed = true
    }
  }
}

/// A position in an answer, in three units.
private struct Position {
  var (bytes, scalars, units) = (0, 0, 0)
}

/// Counts the scalars and UTF-16 units of one piece. The indices must not decrease.
private struct Cursor {
  let bytes: [UInt8]
  let start: Int
  var position: Position

  init(bytes: [UInt8], position: Position) {
    self.bytes = bytes
    self.position = position
    start = position.bytes
  }

  /// The position of `bytes[index]`. `index` must not be smaller than in the last call.
  mutating func advanced(to index: Int) -> Position {
    while position.bytes - start < index {
      let byte = bytes[position.bytes - start]
      position.bytes += 1
      // This byte begins a scalar. A scalar that begins with F0 or higher has two UTF-16 units.
      if byte & 0xC0 != 0x80 {
        position.scalars += 1
        position.units += byte >= 0xF0 ? 2 : 1
      }
    }
    return position
  }
}

/// Reads one object and finds its summary and its bullets.
private struct ObjectReader {
  /// The position of the object's first byte in the answer.
  let start: Int
  private var tokenizer = JSONTokenizer(strings: .inPieces)
  private var finder = FieldFinder()

  init(start: Int) { self.start = start }

  var isComplete: Bool { tokenizer.isComplete }

  /// Passes each event to `take`, with the position of the field's opening or closing quote in the
  /// answer.
  mutating func read(
    _ bytes: ArraySlice<UInt8>, _ take: (FieldFinder.Event, Int) -> Void
  ) throws(JSONError) -> Int {
    try tokenizer.read(bytes, stopsAfterValue: true) { token, offset in
      if let event = finder.event(of: token) { take(event, start + offset) }
    }
  }
}

/// Determines, from the tokens of an object, which strings are texts of a review.
private struct FieldFinder {
  enum Event {
    case begin(ReviewSource.Passage)
    case piece(String), end
  }

  private var depth = 0
  private var name = ""
  private var isInBullets = false
  private var bulletIndex = 0
  private var isInField = false

  mutating func event(of token: JSONTokenizer.Token) -> Event? {
    switch token {
    case .beginObject, .beginArray: beginContainer(isArray: token == .beginArray)
    case .endObject, .endArray:
      depth -= 1
      endValue()
    case .name(let name): if depth == 1 { self.name = name }
    case .number, .bool, .null, .string: endValue()
    case .beginString:
      guard let passage else { return nil }
      isInField = true
      return .begin(passage)
    case .piece(let text): return isInField ? .piece(text) : nil
    case .endString:
      defer { isInField = false }
      endValue()
      return isInField ? .end : nil
    }
    return nil
  }

  private mutating func beginContainer(isArray: Bool) {
    depth += 1
    if depth == 2 { (isInBullets, bulletIndex) = (isArray && name == "bullets", 0) }
  }

  private mutating func endValue() {
    if depth == 2 { bulletIndex += 1 }
  }

  /// The passage of a string at the current position; nil for a string of another member.
  private var passage: ReviewSource.Passage? {
    if depth == 1, name == "summary" { return .summary }
    return depth == 2 && isInBullets ? .bullet(bulletIndex) : nil
  }
}
