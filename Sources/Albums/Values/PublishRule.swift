// The rule of the published log: the finds that strangers see, and whether they see notes.

/// The finds of the published log. Source: docs/interface.md "Configuration".
package struct PublishRule: Equatable, Sendable {
  package enum Selection: Equatable, Sendable {
    /// The finds that a person made public.
    case chosen
    case all

    /// The finds with this tag. `PublishRule.init` replaces the tag by its key.
    case tag(String)
  }

  package let choice: Selection
  package let showsNotes: Bool

  /// A tag may be written in upper or lower case.
  package init(choice: Selection, showsNotes: Bool) {
    if case .tag(let name) = choice {
      self.choice = .tag((Tag(name) ?? Tag(stored: name)).key)
    } else {
      self.choice = choice
    }
    self.showsNotes = showsNotes
  }

  /// One line that differs from that of every other rule.
  package var text: String {
    let notes = showsNotes ? "notes" : "no notes"
    return switch choice {
    case .chosen: "\(notes), chosen"
    case .all: "\(notes), all"
    case .tag(let key): "\(notes), tag \(key)"
    }
  }
}
