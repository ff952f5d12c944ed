// Reads the items in a model's answer about a sheet, each as soon as it is complete. No text of a
// model can crash the reader, pass unchecked, or take more than linear time.

import Albums
import Models
import Text

/// An item that a model has read.
struct ReadItem: Equatable, Sendable {
  let number: Int
  let reading: SpineReading
}

struct ShelfReader {
  /// The maximum number of bytes of one item. No valid item has more.
  static let itemLimit = 16 << 10

  /// The maximum number of bytes that are read while the answer arrives.
  static let limit = 256 << 10

  /// The readings so far, by the number of the item.
  private(set) var readings: [Int: SpineReading] = [:]

  /// The numbers that were asked about. Other numbers are ignored.
  private let numbers: Set<Int>

  private var tokenizer: JSONTokenizer?
  private var depth = 0

  /// The bytes of the innermost object that may be an item; empty outside of an object.
  private var object: [UInt8] = []
  private var lastByte: UInt8 = 0
  private var byteCount = 0
  private var lead = AnswerLead()
  private var hasBegun = false
  private var isOver = false

  init(numbers: [Int]) { self.numbers = Set(numbers) }

  /// Whether each item has a reading.
  var isComplete: Bool { readings.count == numbers.count }

  /// Adds the next piece of the answer. Returns the items that the piece completes, each once. If a
  /// number comes again, its first item counts.
  mutating func hear(_ piece: String) -> [ReadItem] {
    var items: [ReadItem] = []
    for byte in piece.utf8 where !isOver {
      // `finish` leaves out thoughts ("<think>"), so an answer that begins with a thought has no early
      // items.
      if tokenizer == nil, lastByte == UInt8(ascii: "<"), byte == UInt8(ascii: "t") {
        isOver = true
      }
      lastByte = byte
      byteCount += 1
      if byteCount > Self.limit { isOver = true }
      if let item = take(byte) { items.append(item) }
    }
    return items
  }

  /// Reads the whole answer. Returns the items that `hear` has not given before.
  mutating func finish(with answer: String) -> [ReadItem] {
    isOver = true
    let lists = AnswerText.values(in: AnswerText(answer).objects) { object -> [JSON]? in
      let listed = object.member("items", "books", "results").items.prefix(Self.listLimit)
      if listed.contains(where: { ReadItem($0) != nil }) { return Array(listed) }
      return ReadItem(object) == nil ? nil : [object]
    }
    return lists.joined().compactMap { add($0) }
  }

  /// The maximum number of items of a list that are read. No valid answer has more.
  private static let listLimit = 200

  private mutating func take(_ byte: UInt8) -> ReadItem? {
    if tokenizer == nil, byte != UInt8(ascii: "{") {
      // An object after prose may be a draft in a thought; `finish` decides.
      if !hasBegun, !lead.admits(byte) { isOver = true }
      return nil
    }
    guard !isOver else { return nil }
    hasBegun = true
    object.append(byte)
    if object.count > Self.itemLimit { isOver = true }
    do throws(JSONError) {
      guard try endsObject(byte) else { return nil }
    } catch {
      isOver = true
      return nil
    }
    defer { object = [] }
    return JSON(object).flatMap { add($0) }
  }

  /// Whether the byte completes the innermost object. A byte that begins an object becomes the
  /// first byte of `object`.
  private mutating func endsObject(_ byte: UInt8) throws(JSONError) -> Bool {
    var (depth, isBegin, isEnd) = (depth, false, false)
    var reader = tokenizer ?? JSONTokenizer()
    tokenizer = nil
    try reader.read([byte]) { token, _ in
      switch token {
      case .beginObject: (depth, isBegin) = (depth + 1, true)
      case .beginArray: depth += 1
      case .endObject: (depth, isEnd) = (depth - 1, true)
      case .endArray: depth -= 1
      default: break
      }
    }
    self.depth = depth
    if isBegin { object = [byte] }
    // An answer may be several objects, one for each item.
    tokenizer = depth == 0 ? nil : reader
    return isEnd
  }

  /// The item in an object; nil if the object is no item, or if its number has a reading already or
  /// was not asked about.
  private mutating func add(_ json: JSON) -> ReadItem? {
    guard let item = ReadItem(json), numbers.contains(item.number), readings[item.number] == nil
    else { return nil }
    readings[item.number] = item.reading
    return item
  }
}

extension ReadItem {
  /// Nil if the object has no number of an item.
  fileprivate init?(_ json: JSON) {
    guard let number = json.member("number", "no", "id").integer else { return nil }
    self.number = number
    let confidence = json.member("confidence").sureness
    let title = json.member("title").name(confidence)
    let creator = json.member("creator", "author", "artist").name(confidence)
    reading = SpineReading(
      title: title, creator: creator,
      publisher: json.member("publisher", "imprint", "label").name(confidence),
      kind: json.member("kind", "type").kind,
      confidence: title == nil && creator == nil ? 0 : confidence)
  }
}

extension JSON {
  /// The value of the first of these members that is not null.
  fileprivate func member(_ names: String...) -> JSON {
    names.lazy.map { self[$0] }.first { $0 != .null } ?? .null
  }

  /// 0…1. Some models write per cent, or a word.
  fileprivate var sureness: Double {
    if let share = double {
      guard share >= 0, share <= 100 else { return 0 }
      return share > 1 ? share / 100 : share
    }
    return switch trimmed?.lowercased() {
    case "high": 0.9
    case "medium": 0.6
    default: 0
    }
  }

  fileprivate var kind: SpineReading.Kind {
    switch trimmed?.lowercased() {
    case "book": .book
    case "record", "album", "vinyl", "lp", "cd", "cassette": .record
    default: .other
    }
  }

  /// A name: one line. Nil for a word such as "illegible", if the model is not sure of it.
  fileprivate func name(_ confidence: Double) -> String? {
    guard let line else { return nil }
    let isNoName = ["unknown", "unreadable", "illegible", "n/a", "null", "none", "?"]
      .contains(line.lowercased())
    return isNoName && confidence < 0.5 ? nil : line
  }
}
