// A person with an account: the name, the plan, and the rules for changes of accounts. Without
// people, every client that the access policy admits counts as the owner.

/// A person who uses this installation.
package struct Person: Equatable, Sendable {
  package let id: PersonID
  package let name: PersonName
  package let plan: Plan

  /// A disabled person has no session, no sign-in code and no API token.
  package let isDisabled: Bool
  package let created: Timestamp

  /// The person's own switch for advanced search; if nil, the setting `advanced-search` decides.
  package let advancedSearch: Bool?

  package init(
    id: PersonID, name: PersonName, plan: Plan, isDisabled: Bool = false, created: Timestamp,
    advancedSearch: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.plan = plan
    self.isDisabled = isDisabled
    self.created = created
    self.advancedSearch = advancedSearch
  }

  /// Whether reviews and call 2 use advanced search. `setting` is `advanced-search` of the control
  /// file.
  package func usesAdvancedSearch(setting: Bool) -> Bool {
    plan.includesSearch && (advancedSearch ?? setting)
  }
}

/// A person's name: 1 to 60 characters, without control characters and without spaces at the ends.
/// Source: docs/limits.md "People".
package struct PersonName: Hashable, Sendable, CustomStringConvertible {
  package static let longest = 60

  /// Accents count as characters here, so that a name cannot have endless accents (docs/faults.md
  /// D4).
  package static let mostScalars = 120

  package let text: String

  /// Removes control and format characters, and joins words with one space. Nil for an empty or a
  /// longer text.
  package init?(_ text: String) {
    let name = plainWords(text)
    guard (1...Self.longest).contains(name.count), name.unicodeScalars.count <= Self.mostScalars
    else { return nil }
    self.text = name
  }

  /// A name from the database.
  package init(stored: String) { text = stored }

  /// Two people cannot have names with equal keys: upper and lower case make no difference.
  package var key: String { text.lowercased() }

  package var description: String { text }
}

/// The text with one space between words, without control and format characters.
package func plainWords(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { (scalar) -> Unicode.Scalar in
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      " "
    default: scalar
    }
  }
  return scalars.split(separator: " ").map { String(String.UnicodeScalarView($0)) }
    .joined(separator: " ")
}

/// Why a change of an account was refused. A refused change leaves the database as it was.
package enum PersonError: String, Error, CaseIterable, Hashable, Sendable {
  /// There is no such person.
  case unknown
  /// Another person has the name.
  case nameTaken
  /// The first person must have the plan `owner`.
  case firstIsNoOwner
  /// After the change, no owner could sign in.
  case lastOwner
  /// A disabled person gets no sign-in code and no API token.
  case disabled
}
