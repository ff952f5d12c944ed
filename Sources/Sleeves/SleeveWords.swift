// The words of a reading, with the size of their lettering.

import Albums

/// A word of a name or of a sleeve. A name in Chinese characters or in Japanese has no spaces; there, each pair of
/// neighbouring characters counts as a word.
struct SleeveWord: Sendable {
  let text: String
  let run: LetterRun

  /// How much the word says: rare words more than common ones. Without a count of all names, long words count as rare.
  let weight: Double

  init(_ text: String, isPair: Bool) {
    self.text = text
    run = LetterRun(Array(text.unicodeScalars))
    let length = Double(min(run.letters.count, 8))
    weight = isPair ? 0.5 : WeakWords.common.contains(text) ? 0.12 : 0.2 + length / 8
  }

  /// The words of a name in their normal form.
  static func all(in name: String) -> [Self] {
    NormalName.words(of: name).flatMap { word -> [Self] in
      let letters = Array(word.unicodeScalars)
      guard letters.contains(where: isIdeograph), letters.count > 2 else {
        return [Self(word, isPair: false)]
      }
      return (1..<letters.count).map { index in
        Self(String(String.UnicodeScalarView(letters[index - 1...index])), isPair: true)
      }
    }
  }

  /// Whether the script of the character has no spaces between words: Hiragana, Katakana, Han.
  static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}

/// A line of a reading as words.
struct WordLine: Sendable {
  let words: [SleeveWord]
  let height: Double
  let confidence: Double

  /// Whether a word says nothing about the album; as many elements as `words`.
  let isWeak: [Bool]

  /// The words as the index of a service splits them: an apostrophe separates words. Where small and capital letters
  /// show that words were joined ("SantaEsmeralda"), the parts stand beside the whole.
  let searchTexts: [String]

  /// The runs of one to `mostJoined` neighbouring words, because a reader splits words: "MISUN D ERSTOOD".
  let runs: [(run: LetterRun, words: Range<Int>)]

  /// A line with more words is text about the record.
  static let mostWords = 24
  static let mostJoined = 4

  init(_ line: SleeveLine) {
    words = Array(SleeveWord.all(in: line.text).prefix(Self.mostWords))
    height = line.height
    confidence = line.confidence
    isWeak = WeakWords.marks(in: words.map(\.text))
    runs = Self.runs(of: words)
    let separated = String(line.text.map { "'’`´".contains($0) ? " " : $0 })
    let texts = separated.split(separator: " ").flatMap { word in
      [String(word)] + Self.capitalisedParts(of: word)
    }
    searchTexts = Array(
      texts.flatMap { NormalName.words(of: $0) }.filter {
        $0.unicodeScalars.count <= Self.mostLetters
      }
      .prefix(Self.mostWords))
  }

  private static let mostLetters = 30

  /// The parts of "SantaEsmeralda"; empty for a word without a capital letter after a small one.
  private static func capitalisedParts(of word: Substring) -> [String] {
    var parts: [String] = []
    var isAfterSmall = false
    for letter in word {
      if parts.isEmpty || isAfterSmall && letter.isUppercase {
        parts.append(String(letter))
      } else {
        parts[parts.count - 1].append(letter)
      }
      isAfterSmall = letter.isLowercase
    }
    return parts.count > 1 ? parts.filter { $0.count > 2 } : []
  }

  static func runs(of words: [SleeveWord]) -> [(run: LetterRun, words: Range<Int>)] {
    words.indices.flatMap { start in
      (start + 1...min(words.count, start + mostJoined)).map { end in
        (LetterRun(words[start..<end].flatMap(\.run.letters)), start..<end)
      }
    }
  }
}

/// Words that stand on many sleeves and name no album.
enum WeakWords {
  /// Words that most names have. They count little, also in a title.
  static let common: Set<String> = [
    "the", "a", "an", "and", "of", "in", "on", "to", "for", "is", "it", "at", "by", "with", "from",
    "de", "la", "le", "les", "el", "los", "las", "der", "die", "das", "und", "et", "y", "i", "du",
    "des", "en", "s", "t", "o", "d", "l", "his", "her",
  ]

  /// Words about the recording, the record and its makers.
  private static let notes: Set<String> = [
    "stereo", "mono", "stereophonic", "monaural", "quadraphonic", "hifi", "fidelity", "rpm", "lp",
    "ep", "side", "record", "records", "recorded", "recording", "recordings", "featuring", "feat",
    "starring", "with", "including", "incl", "includes", "produced", "producer", "conducted",
    "arranged", "orchestra", "orchester", "orquesta", "orchestre", "chorus", "vinyl", "edition",
    "limited", "digital", "remastered", "remaster", "gram", "180g", "ltd", "inc", "made",
    "copyright",
    "compact", "disc", "cassette", "explicit", "parental", "advisory", "content", "playing",
  ]

  private static let recordLabels: Set<String> = [
    "columbia", "decca", "rca", "victor", "capitol", "verve", "philips", "coral", "emi", "atlantic",
    "polydor", "mercury", "liberty", "cbs", "epic", "warner", "reprise", "elektra", "asylum", "mgm",
    "motown", "tamla", "stax", "parlophone", "harvest", "vertigo", "fontana", "pye", "telefunken",
    "amiga", "supraphon", "melodiya", "мелодия", "ariola", "eterna", "prestige",
    "impulse", "riverside", "chess", "vanguard", "virgin", "chrysalis", "geffen", "nonesuch",
  ]

  /// Says for each word whether it is weak. The numbers of a speed ("33 1/3") are weak, and numbers of more than four
  /// digits.
  static func marks(in words: [String]) -> [Bool] {
    words.map { word in
      let isNumber = word.utf8.allSatisfy { (48...57).contains($0) }
      return notes.contains(word) || recordLabels.contains(word)
        || isNumber && (word == "33" || word == "45" || word == "78" || word.utf8.count > 4)
    }
  }

  static func isRecordLabel(_ word: String) -> Bool { recordLabels.contains(word) }
}
