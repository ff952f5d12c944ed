// The details of a find that have one value each. A detail is described once, as a row of `Detail.all`:
// forms, commands, JSON, exports and imports, undo, the search and the published log follow the row.
// Tags have a table of their own, so they are not among these details.

package import Text

/// The value of a detail as the database stores it.
package enum DetailValue: Hashable, Sendable {
  case text(String)

  /// The tenths of a rating.
  case integer(Int)

  /// Nil for a number.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// Nil for a text.
  package var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  package var json: JSON {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    }
  }
}

/// The description of a detail.
package struct Detail: Sendable {
  /// What strangers see of the detail of a published find.
  package enum Publication: Sendable {
    case never, always

    /// The host decides with a setting of the published log.
    case ifRule(@Sendable (PublishRule) -> Bool)

    /// The same value for every published find.
    case constant(DetailValue)
  }

  /// The name in the list of changed details of a stored edit, and in the state of an imported find.
  package let name: String

  /// The column of the tables `finds` and `edited_finds`, and of an exported table.
  package let column: String

  /// The field of forms, and the option of `albumscan edit`.
  package let field: String

  /// The member of a find in the JSON of the program and of the command line.
  package let answer: String

  /// The member of a find in an export of the history. Text, or a whole number for a number.
  package let member: String

  /// What strangers see of the detail: nothing, unless its description says so.
  package let publication: Publication

  /// Whether the search of the history needs the detail.
  package let isSearched: Bool

  /// Whether the detail is in tables that version 1.0.0 exported, and in the states of its imports.
  package var isOfFirstVersion: Bool { ["status", "note", "place", "public"].contains(name) }

  /// The stored value; nil for none.
  package let value: @Sendable (FindDetails) -> DetailValue?

  /// Sets a stored value. A value that is not valid becomes nil.
  package let set: @Sendable (inout FindDetails, DetailValue?) -> Void

  /// The value that the text of a form stands for; nil for no value.
  package let parse: @Sendable (String) throws(FindEditError) -> DetailValue?

  private init(
    name: String, column: String? = nil, field: String? = nil, answer: String? = nil,
    member: String? = nil,
    publication: Publication = .never, isSearched: Bool = false,
    value: @escaping @Sendable (FindDetails) -> DetailValue?,
    set: @escaping @Sendable (inout FindDetails, DetailValue?) -> Void,
    parse: @escaping @Sendable (String) throws(FindEditError) -> DetailValue?
  ) {
    self.name = name
    self.column = column ?? name
    self.field = field ?? name
    self.answer = answer ?? member ?? name
    self.member = member ?? name
    self.publication = publication
    self.isSearched = isSearched
    self.value = value
    self.set = set
    self.parse = parse
  }

  /// The value as forms and tables have it; empty for none. A number is a rating in tenths: `8.5`.
  package func text(_ details: FindDetails) -> String {
    switch value(details) {
    case .text(let text)?: text
    case .integer(let number)?: Rating(tenths: number)?.description ?? ""
    case nil: ""
    }
  }

  /// Whether a form would store exactly this value: it has no control character and no superfluous space.
  package func allows(_ value: DetailValue) -> Bool {
    var details = FindDetails()
    set(&details, value)
    guard self.value(details) == value else { return false }
    guard case .text(let text) = value else { return true }
    return (try? parse(text)) == value
  }
}

extension Detail {
  package static let all = [status, note, place, publicChoice, ownRating, favourite]

  /// Source: docs/product.md "Details of a find".
  static let status = Detail(
    name: "status", publication: .always, isSearched: true,
    value: { $0.status.map { .text($0.rawValue) } },
    set: { $0.status = $1?.text.flatMap { FindStatus(rawValue: $0) } },
    parse: { (text) throws(FindEditError) in
      if text.isEmpty || text == "none" { return nil }
      guard let status = FindStatus(rawValue: text) else { throw .status }
      return .text(status.rawValue)
    })

  package static let note = Detail(
    name: "note", field: "notes", answer: "notes", publication: .ifRule { $0.showsNotes },
    value: { $0.note.map { .text($0) } }, set: { $0.note = $1?.text },
    parse: { (text) throws(FindEditError) in
      try FindDetails.checked(
        FindDetails.lines(text), FindDetails.longestNote, breaks: true, .note)
    })

  static let place = Detail(
    name: "place", publication: .always, isSearched: true,
    value: { $0.place.map { .text($0) } }, set: { $0.place = $1?.text },
    parse: { (text) throws(FindEditError) in
      try FindDetails.checked(text.singleSpaced, FindDetails.longestPlace, breaks: false, .place)
    })

  /// The stored word `unconfirmed` marks a find that the host has to confirm (UnconfirmedFinds.swift).
  package static let publicChoice = Detail(
    name: "public", column: "public_choice", member: "publicChoice",
    publication: .constant(.text(PublicChoice.yes.rawValue)), isSearched: true,
    value: { $0.publicChoice.map { .text($0.rawValue) } },
    set: { details, value in
      if value?.text == PublicChoice.unconfirmed { details.isUnconfirmed = true }
      details.publicChoice = value?.text.flatMap { PublicChoice(rawValue: $0) }
    },
    parse: { (text) throws(FindEditError) in
      if text.isEmpty || text == PublicChoice.undecided { return nil }
      guard let choice = PublicChoice(rawValue: text) else { throw .publicChoice }
      return .text(choice.rawValue)
    })

  /// In tenths, as the rating of a review.
  static let ownRating = Detail(
    name: "ownRating", column: "own_rating", field: "own-rating",
    publication: .ifRule { $0.showsRatings }, isSearched: true,
    value: { $0.ownRating.map { .integer($0.tenths) } },
    set: { $0.ownRating = $1?.integer.flatMap { Rating(tenths: $0) } },
    parse: { (text) throws(FindEditError) in
      if text.allSatisfy(\.isWhitespace) || text == "none" { return nil }
      guard let rating = Rating(text) else { throw .ownRating }
      return .integer(rating.tenths)
    })

  /// The database keeps at most `FindDetails.mostFavourites` favourites.
  package static let favourite = Detail(
    name: "favourite", publication: .always, isSearched: true,
    value: { $0.isFavourite ? .text(yes) : nil }, set: { $0.isFavourite = $1?.text == yes },
    parse: { (text) throws(FindEditError) in
      switch text {
      case "", "no", "none": return nil
      case yes: return .text(yes)
      default: throw .favourite
      }
    })

  private static let yes = "yes"
}

extension FindDetails {
  /// The details in the JSON of the program and of the command line. The public choice has two members.
  package var members: [JSON.Member] {
    let values = Detail.all.filter { $0.name != Detail.publicChoice.name }.map { detail in
      JSON.Member(detail.answer, detail.value(self)?.json ?? .null)
    }
    return values + [
      JSON.Member("tags", .array(tags.map { .string($0.text) })),
      JSON.Member("public", .bool(publicChoice == .yes)),
      JSON.Member("publicChoice", .string(publicChoice.word)),
    ]
  }

  /// The text with the line breaks of Unix, without blank lines at its beginning and its end.
  fileprivate static func lines(_ text: String) -> String {
    var lines: [Substring] = text.split(omittingEmptySubsequences: false) { (character) in
      character.isNewline
    }
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    while let first = lines.first, isBlank(first) { lines.removeFirst() }
    while let last = lines.last, isBlank(last) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  fileprivate static func checked(
    _ text: String, _ longest: Int, breaks: Bool, _ error: FindEditError
  ) throws(FindEditError) -> DetailValue? {
    guard !text.isEmpty else { return nil }
    guard text.count <= longest, text.utf8.count <= longest * 4, isPlain(text, breaks: breaks)
    else { throw error }
    return .text(text)
  }
}

extension FindDetails {
  /// These details, in which each value that equals the former one is replaced by the right one.
  package func replacing(_ former: FindDetails, by right: FindDetails) -> FindDetails {
    var details = self
    for detail in Detail.all where detail.value(self) == detail.value(former) {
      detail.set(&details, detail.value(right))
    }
    if tags == former.tags { details.tags = right.tags }
    return details
  }
}
