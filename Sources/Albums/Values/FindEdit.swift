// A change of the details of finds, from a form, the command line or an import.

/// A change of details. A member that is nil stays as it is.
package struct FindEdit: Hashable, Sendable {
  /// A new value for a detail that can be empty.
  package enum Change<Value: Hashable & Sendable>: Hashable, Sendable {
    case set(Value)
    case clear

    package var value: Value? {
      switch self {
      case .set(let value): value
      case .clear: nil
      }
    }
  }

  package var status: Change<FindStatus>?

  /// The complete new list of tags.
  package var tags: [Tag]?
  package var addedTags: [Tag] = []
  package var removedTags: [Tag] = []
  package var note: Change<String>?
  package var place: Change<String>?
  package var publicChoice: Change<PublicChoice>?

  package init() {}

  package var isEmpty: Bool { self == FindEdit() }

  /// The details after the change. Throws if the find would have too many tags.
  package func applied(to details: FindDetails) throws(FindEditError) -> FindDetails {
    var result = details
    if let status { result.status = status.value }
    if let tags { result.tags = tags }
    for tag in addedTags where !result.tags.contains(where: { $0.key == tag.key }) {
      result.tags.append(tag)
    }
    result.tags.removeAll { tag in removedTags.contains { $0.key == tag.key } }
    guard result.tags.count <= FindDetails.mostTags else { throw .tags }
    if let note { result.note = note.value }
    if let place { result.place = place.value }
    if let publicChoice { result.publicChoice = publicChoice.value }
    return result
  }
}

/// The reason why a change of details is refused. The raw value is the end of the key of a text.
package enum FindEditError: String, Error, CaseIterable, Sendable {
  /// The form changes nothing.
  case nothing
  case status, tags, note, place
  case publicChoice = "public"
}

extension FindEdit {
  /// Reads the fields of a form or of the command line. A field that is nil changes nothing; an empty
  /// field removes the value. `status` is `none`, empty or a `FindStatus`; `publicChoice` is
  /// `yes`, `no`, empty or `undecided`; `tags`, `addTags` and `removeTags` are lists with commas.
  package init(
    status: String? = nil, tags: String? = nil, addTags: String? = nil, removeTags: String? = nil,
    note: String? = nil, place: String? = nil, publicChoice: String? = nil
  ) throws(FindEditError) {
    self.status = try status.map { (text) throws(FindEditError) in
      if text.isEmpty || text == "none" { return .clear }
      guard let status = FindStatus(rawValue: text) else { throw .status }
      return .set(status)
    }
    self.tags = try tags.map(Self.list)
    addedTags = try addTags.map(Self.list) ?? []
    removedTags = try removeTags.map(Self.list) ?? []
    self.note = try note.map { (text) throws(FindEditError) in
      try Self.change(Self.lines(text), FindDetails.longestNote, breaks: true, .note)
    }
    self.place = try place.map { (text) throws(FindEditError) in
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return try Self.change(words, FindDetails.longestPlace, breaks: false, .place)
    }
    self.publicChoice = try publicChoice.map { (text) throws(FindEditError) in
      if text.isEmpty || text == PublicChoice.undecided { return .clear }
      guard let choice = PublicChoice(rawValue: text) else { throw .publicChoice }
      return .set(choice)
    }
  }

  private static func list(_ text: String) throws(FindEditError) -> [Tag] {
    guard let tags = Tag.list(text) else { throw .tags }
    return tags
  }

  /// The text with the line breaks of Unix, without empty lines at its ends and spaces at the end.
  private static func lines(_ text: String) -> String {
    var lines: [Substring] = text.split(omittingEmptySubsequences: false) { (character) in
      character.isNewline
    }
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    while let first = lines.first, isBlank(first) { lines.removeFirst() }
    while let last = lines.last, isBlank(last) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private static func change(
    _ text: String, _ longest: Int, breaks: Bool, _ error: FindEditError
  ) throws(FindEditError) -> Change<String> {
    guard !text.isEmpty else { return .clear }
    guard text.count <= longest, text.utf8.count <= longest * 4,
      FindDetails.isPlain(text, breaks: breaks)
    else { throw error }
    return .set(text)
  }
}
