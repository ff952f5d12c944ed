// The table that decides what the played model says: by picture, by text, or simply next.

package import Pictures

/// One answer of the model. The text is whatever the program's schema asks for, as JSON in plain text.
package struct ModelAnswer: Equatable, Sendable {
  package let text: String
  package let inputTokens: Int
  /// Including those of the reasoning.
  package let outputTokens: Int
  package let reasoningTokens: Int

  package init(
    _ text: String, inputTokens: Int = 1200, outputTokens: Int = 240, reasoningTokens: Int = 32
  ) {
    self.text = text
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.reasoningTokens = reasoningTokens
  }

  /// What is said of a picture nobody planned.
  package static let unresolved = ModelAnswer(
    """
    {"status":"unresolved","artist":null,"album":null,"year":null,"record_label":null,"genres":[],\
    "confidence":"low","text_read":"","description":"A picture the played model was not told about.",\
    "text_confidence":"low","candidates":[]}
    """)
}

/// In this order: the picture's own SHA-256, the sleeve it looks like, the next planned, the rest.
package struct ModelAnswers: Sendable {
  struct Named: Sendable {
    let subject: String
    let answer: ModelAnswer
  }

  private var byDigest: [String: Named] = [:]
  private var bySleeve: [(look: Look, named: Named)] = []
  private var searched: [(words: String, named: Named)] = []
  private var next: [Named] = []
  private var turning = false
  private var reviews: [(artist: String, title: String, answer: ModelAnswer)] = []

  package init() {}

  /// `subject` names the album in the log and for orders "for this album".
  package mutating func identify(
    sha256: String, as answer: ModelAnswer, subject: String = ""
  ) {
    byDigest[sha256] = Named(subject: subject, answer: answer)
  }

  /// Whatever picture looks like this one, however it was cropped and encoded.
  package mutating func identify(
    sleeve: Pixels, as answer: ModelAnswer, subject: String = ""
  ) {
    bySleeve.append((Look(sleeve), Named(subject: subject, answer: answer)))
  }

  /// The next picture that nothing else fits; the same picture gets the same answer again.
  package mutating func identifyNext(as answer: ModelAnswer, subject: String = "") {
    next.append(Named(subject: subject, answer: answer))
  }

  /// The planned ones begin again when they are used up.
  package mutating func repeatInTurn() { turning = true }

  /// A search without a picture, whose text contains `words`.
  package mutating func identify(searchFor words: String, as answer: ModelAnswer) {
    searched.append((words, Named(subject: words, answer: answer)))
  }

  /// A request without a picture whose text names both. The longest title that fits wins.
  package mutating func review(artist: String, title: String, as answer: ModelAnswer) {
    reviews.append((artist, title, answer))
  }

  mutating func identification(of picture: [UInt8], sha256: String, look: Look?) -> Named {
    if let named = byDigest[sha256] { return named }
    if let look, let named = nearest(to: look) { return named }
    guard !next.isEmpty else { return Named(subject: "", answer: .unresolved) }
    let named = next.removeFirst()
    if turning { next.append(named) }
    byDigest[sha256] = named
    return named
  }

  private func nearest(to look: Look) -> Named? {
    let nearest = bySleeve.min { $0.look.distance(to: look) < $1.look.distance(to: look) }
    return nearest.flatMap { $0.look.distance(to: look) < Look.sameBelow ? $0.named : nil }
  }

  func identification(searching text: String) -> Named? {
    searched.first { Self.plain(text).contains(Self.plain($0.words)) }?.named
  }

  func review(for text: String) -> Named? {
    let text = Self.plain(text)
    let fitting = reviews.filter {
      text.contains(Self.plain($0.artist)) && text.contains(Self.plain($0.title))
    }
    return fitting.max { $0.title.count < $1.title.count }.map {
      Named(subject: "\($0.artist) – \($0.title)", answer: $0.answer)
    }
  }

  /// Without the backslashes of JSON: the text may be a document in a document.
  private static func plain(_ text: String) -> String { text.replacing("\\", with: "") }
}

/// A picture in 8 × 8 colours.
struct Look: Sendable {
  private let rgb: [UInt8]

  /// Levels. Straightened photographs lie within 11 of their sleeve, with glare within 35; the awkward
  /// albums' sleeves lie 51 and more apart. Photographs in the dark are not known again.
  static let sameBelow = 36.0

  init(_ pixels: Pixels) { rgb = pixels.reduced(toWidth: 8, height: 8).rgb }

  /// The mean difference, in levels.
  func distance(to other: Look) -> Double {
    let sum = zip(rgb, other.rgb).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(rgb.count)
  }
}
