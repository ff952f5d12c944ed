// The widths of letters in a picture to share. An SVG document does not wrap text, so this file breaks the
// lines. The widths are those of DejaVu Sans Bold, which is wider than the other sans-serif fonts of Debian:
// a line may end early, but it never leaves its column.

/// The width of text in hundredths of the size of its letters.
enum LetterWidths {
  /// From the space to the tilde.
  private static let ascii: [Int] = [
    35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70, 70, 70, 70, 70, 70,
    70, 70, 40, 40, 84, 84, 84, 59, 100, 78, 77, 74, 84, 69, 69, 83, 84, 38, 38, 78, 64, 100, 84,
    86, 74, 86, 78, 73, 69, 82, 78, 111, 78, 73, 73, 46, 37, 46, 84, 50, 50, 68, 72, 60, 72, 68, 44,
    72, 72, 35, 35, 67, 35, 105, 72, 69, 72, 72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 37, 72, 84,
  ]

  /// The width of a line. Letters of normal weight are narrower than bold ones.
  static func width(of text: some StringProtocol, isBold: Bool) -> Int {
    let width = text.unicodeScalars.reduce(0) { $0 + self.width(of: $1) }
    return isBold ? width : width * 95 / 100
  }

  private static func width(of letter: Unicode.Scalar) -> Int {
    let code = Int(letter.value)
    if ascii.indices.contains(code - 32) { return ascii[code - 32] }
    switch letter.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    let isCapital = letter.properties.generalCategory == .uppercaseLetter
    switch code {
    case 0xA0: return 35
    case 0xC6, 0xE6, 0x152, 0x153, 0x132: return 117
    case 0xA1...0x24F, 0x1E00...0x1EFF: return isCapital ? 90 : 75
    case 0x370...0x3FF: return isCapital ? 100 : 80
    case 0x400...0x52F: return isCapital ? 110 : 95
    case 0x5D0...0x5F4: return 76
    case 0x2010...0x201F: return 60
    // The four widest letters of Arabic, then its other letters.
    case 0x633...0x636, 0x1F000...0x1FFFF: return 138
    case 0x600...0x6FF: return 80
    // Other scripts, and Han characters.
    default: return 104
    }
  }
}

/// Lines of one paragraph.
struct TextLines: Equatable {
  let lines: [String]

  /// `text` in at most `most` lines of `width` pixels. A text that is too long ends with "…". `size` is the
  /// size of the letters in pixels.
  init(_ text: String, size: Int, isBold: Bool, width: Int, most: Int) {
    // In hundredths of the size.
    let room = width * 100 / max(1, size)
    let fits = { (line: String) in LetterWidths.width(of: line, isBold: isBold) <= room }
    var lines: [String] = []
    var line = ""
    var rest = Self.pieces(of: text)[...]
    while let piece = rest.first, lines.count < most {
      if fits(Self.trimmed(line + piece)) {
        line += piece
        rest.removeFirst()
      } else if line.isEmpty {
        // A word that is longer than a line.
        let start = Self.longestStart(of: piece, fits)
        line = String(piece.prefix(start))
        rest[rest.startIndex] = String(piece.dropFirst(start))
      } else {
        lines.append(Self.trimmed(line))
        line = ""
      }
    }
    if lines.count < most, !line.isEmpty { lines.append(Self.trimmed(line)) }
    if !rest.isEmpty, let last = lines.popLast() {
      var kept = last
      while !kept.isEmpty, !fits(kept + "…") { kept.removeLast() }
      // The beginning of a word would be no word.
      if let next = last.dropFirst(kept.count).first, next != " ",
        let space = kept.lastIndex(of: " ")
      {
        kept = String(kept[..<space])
      }
      lines.append(Self.withoutMark(kept) + "…")
    }
    self.lines = lines
  }

  /// The parts between which a line may end: words with the space after them, and each Han character, kana
  /// and hangul syllable. A closing mark stays with the character before it.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var endsPiece = true
    for character in text {
      let isWide = isWide(character)
      if let last = pieces.indices.last, !endsPiece && !isWide || isClosing(character) {
        pieces[last].append(character)
      } else {
        pieces.append(String(character))
      }
      endsPiece = isWide || character == " "
    }
    return pieces
  }

  private static func isWide(_ character: Character) -> Bool {
    guard let code = character.unicodeScalars.first?.value else { return false }
    return (0x2E80...0x9FFF).contains(code) || (0xAC00...0xD7A3).contains(code)
      || (0xF900...0xFAFF).contains(code) || (0xFF01...0xFF60).contains(code)
      || (0x20000...0x3FFFF).contains(code)
  }

  private static func isClosing(_ character: Character) -> Bool {
    "、。，．！？：；）」』】〉》ーぁぃぅぇぉっゃゅょァィゥェォッャュョ".contains(character)
  }

  private static func longestStart(of piece: String, _ fits: (String) -> Bool) -> Int {
    var count = 1
    while count < piece.count, fits(String(piece.prefix(count + 1))) { count += 1 }
    return count
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The text without a space or a mark at its end, before "…".
  private static func withoutMark(_ text: String) -> String {
    var text = text
    while let last = text.last, " ,;:.–—-、。".contains(last) { text.removeLast() }
    return text
  }
}
