// Readings of made-up sleeves: lettering of different sizes, lines that name no album, and the errors of a reader.

package import Albums
package import Sleeves
package import Support

package struct MadeSleeve: Sendable {
  package let name: MadeCatalogue.Name
  package let reading: SleeveReading

  /// The rates of the reader's errors. They were measured with the reader on 23 photographed sleeves, on 92 words of
  /// their names: 3 % of the letters were wrong, 10 % of the words were joined, and 13 % were missing.
  package struct Errors: Sendable {
    /// The share of wrong letters in clear lettering, and in lettering that is hard to read.
    var clear = 0.012
    var hard = 0.1
    /// The share of names in lettering that is hard to read.
    var hardNames = 0.2
    /// The share of spaces that get lost, and of words that are torn.
    var joined = 0.12
    var torn = 0.02
    /// The share of names that are not read at all, and of words that are not read.
    var missingNames = 0.07
    var missingWords = 0.06

    package static let none = Self(
      clear: 0, hard: 0, hardNames: 0, joined: 0, torn: 0, missingNames: 0, missingWords: 0)
    package static let measured = Self()
  }

  package init(
    of name: MadeCatalogue.Name, _ errors: Errors, _ maker: NameMaker,
    _ random: inout SeededGenerator, codes: [ProductCode] = [], number: String? = nil
  ) {
    self.name = name
    var printer = SleevePrinter(errors: errors, random: random)
    printer.printNames(name)
    printer.printNotes(maker, number: number)
    random = printer.random
    reading = SleeveReading(lines: printer.lines, codes: codes)
  }
}

/// Places lines on a sleeve and reads them with errors.
private struct SleevePrinter {
  let errors: MadeSleeve.Errors
  var random: SeededGenerator
  var lines: [SleeveLine] = []
  private var y = 0.05

  init(errors: MadeSleeve.Errors, random: SeededGenerator) {
    self.errors = errors
    self.random = random
  }

  /// The artist above the title, or the title above the artist; a self-titled album has one name.
  mutating func printNames(_ name: MadeCatalogue.Name) {
    var names = [name.artist, name.title]
    if name.artist == name.title { names = [name.title] }
    if name.artist == MadeCatalogue.variousArtists { names = [name.title] }
    if random.happens(0.5) { names.reverse() }
    // At least one name is printed large.
    let big = random.number(in: 0.06...0.16)
    let other = big * random.number(in: 0.3...1)
    let missing = names.map { _ in random.happens(errors.missingNames) }
    for (index, name) in names.enumerated() where !missing[index] || names.count == 1 {
      let isHard = random.happens(errors.hardNames)
      let words = name.split(separator: " ").map(String.init).filter { _ in
        !random.happens(errors.missingWords)
      }
      let perLine = random.happens(0.6) ? 8 : Int.random(in: 1...2, using: &random)
      for start in stride(from: 0, to: words.count, by: perLine) {
        let text = words[start..<min(words.count, start + perLine)].joined(separator: " ")
        add(text, height: index == 0 ? big : other, wrong: isHard ? errors.hard : errors.clear)
      }
      y += random.number(in: 0...0.1)
    }
  }

  /// Notes about the record and, on every third sleeve, titles of tracks.
  mutating func printNotes(_ maker: NameMaker, number: String?) {
    let notes = [
      "STEREO", "33 1/3 RPM", "MONO", "Capitol", "A HIGH FIDELITY RECORDING", "featuring",
      "and his orchestra", "LIBERTY", "Produced for Vertigo Records", "£4.99",
    ]
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      add(notes.randomElement(using: &random) ?? "", height: 0.022, wrong: errors.clear)
    }
    if let number { add(number, height: 0.02, wrong: errors.clear) }
    guard random.happens(0.33) else { return }
    for _ in 0..<Int.random(in: 4...10, using: &random) {
      add(maker.title(&random), height: random.number(in: 0.012...0.022), wrong: errors.clear)
    }
  }

  private mutating func add(_ text: String, height: Double, wrong: Double) {
    let printed = random.happens(0.5) ? text.uppercased() : text
    let read = misread(printed, wrong: wrong)
    let sure = read == printed ? 0.98 : random.number(in: 0.7...0.97)
    y += height * 1.2
    let line = SleeveLine(
      read, confidence: sure, height: height * random.number(in: 0.9...1.1), x: 0.5, y: y)
    if let line { lines.append(line) }
  }

  private mutating func misread(_ text: String, wrong: Double) -> String {
    var read = ""
    for letter in text {
      if letter == " " {
        if !random.happens(errors.joined) { read.append(letter) }
      } else if random.happens(wrong) {
        switch Int.random(in: 0...3, using: &random) {
        case 0: break
        case 1: read += "\(letter)\(Self.confusions.randomElement(using: &random) ?? "l")"
        default: read.append(Self.confusions.randomElement(using: &random) ?? "l")
        }
      } else {
        read.append(letter)
        if random.happens(errors.torn / 6) { read.append(" ") }
      }
    }
    return read
  }

  private static let confusions = Array("lioeaucnrmthsdbgpfvwyLIOEAUCNRM01")
}
