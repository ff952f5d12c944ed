// The rule of the published log: the finds that strangers see, and whether they see notes and own ratings.

/// The finds of the published log. A person's choice wins over the rule. Source: docs/interface.md "Configuration".
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
  package let showsRatings: Bool

  /// A tag may be written in upper or lower case.
  package init(choice: Selection, showsNotes: Bool, showsRatings: Bool = false) {
    if case .tag(let name) = choice {
      self.choice = .tag((Tag(name) ?? Tag(stored: name)).key)
    } else {
      self.choice = choice
    }
    self.showsNotes = showsNotes
    self.showsRatings = showsRatings
  }

  /// One line that differs from that of every other rule.
  package var text: String {
    let shown = (showsNotes ? "notes" : "no notes") + (showsRatings ? ", ratings" : "")
    return switch choice {
    case .chosen: "\(shown), chosen"
    case .all: "\(shown), all"
    case .tag(let key): "\(shown), tag \(key)"
    }
  }
}

extension PublishRule {
  /// Why strangers see a find with these details, or do not.
  package func reason(for details: FindDetails) -> PublicReason {
    switch (details.publicChoice, choice) {
    case (.yes?, _): return .chosen
    case (.no?, _): return .refused
    case (nil, .chosen): return .notChosen
    case (nil, .all): return details.isUnconfirmed ? .unconfirmed : .all
    case (nil, .tag(let key)):
      guard let tag = details.tags.first(where: { $0.key == key }) else { return .noTag(key) }
      return details.isUnconfirmed ? .unconfirmed : .tag(tag)
    }
  }
}

/// The reason why strangers see a find, or do not. `PublishRule.condition` in `Store` is the same rule in
/// SQL, without `unconfirmed`: nothing is published while there is an unconfirmed find.
package enum PublicReason: Hashable, Sendable {
  /// A person said yes or no.
  case chosen, refused

  /// No person has decided, and the rule publishes the find.
  case all
  case tag(Tag)

  /// No person has decided, and the rule does not publish the find: the find needs a choice, or the tag
  /// with this key.
  case notChosen
  case noTag(String)

  /// The rule chooses a find of an earlier version, and the host has not confirmed it.
  case unconfirmed

  package var isPublic: Bool {
    switch self {
    case .chosen, .all, .tag: true
    case .refused, .notChosen, .noTag, .unconfirmed: false
    }
  }

  /// The rule that publishes the find, as the setting `publish` spells it, or `choice`; nil if strangers
  /// do not see the find.
  package var publisher: String? {
    switch self {
    case .chosen: "choice"
    case .all: "all"
    case .tag(let tag): "tag:\(tag.text)"
    case .refused, .notChosen, .noTag, .unconfirmed: nil
    }
  }
}
