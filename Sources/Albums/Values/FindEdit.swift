// A change of the details of finds, from a form, the command line or an import.

/// A change of details. A detail that it does not name stays as it is.
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

  /// The changes of the details of `Detail.all`, by their names.
  package var changes: [String: Change<DetailValue>] = [:]

  /// The complete new list of tags.
  package var tags: [Tag]?
  package var addedTags: [Tag] = []
  package var removedTags: [Tag] = []

  package init() {}

  package var isEmpty: Bool { self == FindEdit() }

  /// The names of the details that the change sets.
  package var names: [String] {
    let hasTags = tags != nil || !addedTags.isEmpty || !removedTags.isEmpty
    return Detail.all.map(\.name).filter { changes[$0] != nil } + (hasTags ? ["tags"] : [])
  }

  /// The details after the change. Throws if the find would have too many tags.
  package func applied(to details: FindDetails) throws(FindEditError) -> FindDetails {
    var result = details
    for detail in Detail.all {
      if let change = changes[detail.name] { detail.set(&result, change.value) }
    }
    if let tags { result.tags = tags }
    for tag in addedTags where !result.tags.contains(where: { $0.key == tag.key }) {
      result.tags.append(tag)
    }
    result.tags.removeAll { tag in removedTags.contains { $0.key == tag.key } }
    guard result.tags.count <= FindDetails.mostTags else { throw .tags }
    return result
  }
}

/// The reason why a change of details is refused. The key of its text ends with the raw value.
package enum FindEditError: String, Error, CaseIterable, Sendable {
  /// The form changes nothing.
  case nothing
  case status, tags, note, place
  case publicChoice = "public"
  case ownRating = "own-rating"
  case favourite

  /// The history would have too many favourites.
  case favourites
}

extension FindEdit {
  /// Reads the fields of a form or the options of a command: `tags`, `add-tags` and `remove-tags` (lists
  /// with commas), and the field of each detail. `text` returns the text of a field; nil if the field is
  /// missing. A missing field changes nothing; an empty field removes the value.
  package init(_ text: (_ field: String) -> String?) throws(FindEditError) {
    for detail in Detail.all {
      guard let text = text(detail.field) else { continue }
      changes[detail.name] = try detail.parse(text).map { .set($0) } ?? .clear
    }
    tags = try text("tags").map(Self.list)
    addedTags = try text("add-tags").map(Self.list) ?? []
    removedTags = try text("remove-tags").map(Self.list) ?? []
  }

  private static func list(_ text: String) throws(FindEditError) -> [Tag] {
    guard let tags = Tag.list(text) else { throw .tags }
    return tags
  }
}
