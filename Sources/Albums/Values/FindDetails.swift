// The details that a person adds to a find: status, tags, note, place, own rating, the public choice, and
// whether it is a favourite.
// Detail.swift describes each of them.
// Source: docs/product.md "Details of a find".

/// Whether the person wants the work, has it, or has heard or read it.
package enum FindStatus: String, CaseIterable, Hashable, Sendable {
  case want, have, heard
}

/// A person's decision whether strangers may see a find. Nil stands for undecided: the rule of the
/// published log decides (`PublishRule`).
package enum PublicChoice: String, CaseIterable, Hashable, Sendable {
  case yes, no

  /// The word for a find without a choice, in forms, commands and JSON.
  package static let undecided = "undecided"

  /// The word in place of a stored choice, for a find that the host has to confirm first.
  package static let unconfirmed = "unconfirmed"
}

extension PublicChoice? {
  /// `yes`, `no` or `undecided`.
  package var word: String { self?.rawValue ?? PublicChoice.undecided }
}

/// A tag: a word or a few words, on one line and without a comma, because forms and files separate
/// tags by commas.
package struct Tag: Hashable, Sendable {
  /// The maximum length in characters.
  package static let longest = 50

  /// The text as the person wrote it, with single spaces.
  package let text: String

  /// The normal form of the text. Two tags with the same key are the same tag: "Hip-Hop", "hip hop".
  package let key: String

  /// Nil if the text is empty, too long, or has a comma or a control character.
  package init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty, words.count <= Self.longest, words.utf8.count <= Self.longest * 8,
      !words.utf8.contains(0x2C), FindDetails.isPlain(words, breaks: false)
    else { return nil }
    self.text = words
    key = NormalName(words).text
  }

  /// A tag that was checked when it was stored.
  package init(stored text: String) {
    self.text = text
    key = NormalName(text).text
  }

  /// The tags of a text with commas between them, each once. Nil if one of them is no tag, or if
  /// there are more than a find can have.
  package static func list(_ text: String) -> [Tag]? {
    var tags: [Tag] = []
    for part in text.split(separator: ",") where !part.allSatisfy(\.isWhitespace) {
      guard let tag = Tag(String(part)) else { return nil }
      if !tags.contains(where: { $0.key == tag.key }) { tags.append(tag) }
    }
    return tags.count <= FindDetails.mostTags ? tags : nil
  }
}

/// The details of one find.
package struct FindDetails: Hashable, Sendable {
  /// The maximum number of tags of a find.
  package static let mostTags = 30

  /// The maximum number of favourites of a history. Source: docs/limits.md.
  package static let mostFavourites = 4

  /// The maximum length of a note in characters. Pages convert at most 16 KiB of Markdown.
  package static let longestNote = 4000

  /// The maximum length of a place in characters.
  package static let longestPlace = 200

  package var status: FindStatus?

  /// In the order in which they were added.
  package var tags: [Tag]

  /// Markdown; nil for no note.
  package var note: String?

  /// The place of the find, "Rough Trade East"; nil if none was given.
  package var place: String?

  /// Nil: undecided.
  package var publicChoice: PublicChoice?

  /// Whether the find is undecided only because an earlier version did not store a "no". The rule of the
  /// published log decides only after the host has confirmed the find.
  package var isUnconfirmed: Bool

  /// The rating of the person who found the record; nil for none. It is not the review's rating.
  package var ownRating: Rating?

  /// Whether an owner chose the find as one of the favourites, which the published log shows first.
  package var isFavourite: Bool

  package init(
    status: FindStatus? = nil, tags: [Tag] = [], note: String? = nil, place: String? = nil,
    publicChoice: PublicChoice? = nil, isUnconfirmed: Bool = false, ownRating: Rating? = nil,
    isFavourite: Bool = false
  ) {
    self.status = status
    self.tags = tags
    self.note = note
    self.place = place
    self.publicChoice = publicChoice
    self.isUnconfirmed = isUnconfirmed
    self.ownRating = ownRating
    self.isFavourite = isFavourite
  }

  /// Whether the text has no control characters. With `breaks`, line breaks and tabs are allowed.
  static func isPlain(_ text: String, breaks: Bool) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      if breaks, scalar == "\n" || scalar == "\t" { return true }
      return scalar.properties.generalCategory != .control
    }
  }
}
