// The finds of earlier versions that a rule would publish although a person may have said no. Those
// versions stored the same value for "no" and for undecided. Nothing is published before the host
// has confirmed these finds. Source: docs/decisions/106-public-choice.md.

package import Albums
package import Host

/// A find that the rule publishes only after a confirmation.
package struct UnconfirmedFind: Equatable, Sendable {
  package let id: FindID
  package let artist: String
  package let title: String

  /// Whether the host has seen the find in the last list of these finds.
  package let isListed: Bool
}

extension Store {
  /// The undecided finds of earlier versions that the rule chooses, oldest first. The function
  /// reads the household database, not the published database.
  package func unconfirmedFinds(by rule: PublishRule) throws(StoreError) -> [UnconfirmedFind] {
    guard rule.choice != .chosen, try hasUnconfirmedFinds() else { return [] }
    let finds = try connection.rows(
      """
      SELECT finds.id, artist, title, listed FROM unconfirmed_finds
        JOIN finds ON finds.id = unconfirmed_finds.find JOIN albums ON albums.id = finds.album
      WHERE finds.deleted IS NULL AND finds.public_choice IS NULL ORDER BY finds.found, finds.id
      """
    ) { (row) in
      UnconfirmedFind(
        id: FindID(unchecked: row.text(0)), artist: row.text(1), title: row.text(2),
        isListed: row.integer(3) == 1)
    }
    guard case .tag(let key) = rule.choice else { return finds }
    var tagged: [UnconfirmedFind] = []
    for find in finds where try tags(of: find.id.text).contains(where: { $0.key == key }) {
      tagged.append(find)
    }
    return tagged
  }

  /// Records that the host sees the list of exactly these finds.
  package func list(_ finds: [UnconfirmedFind]) throws(StoreError) {
    try connection.transaction { (connection: borrowing Connection) throws(StoreError) in
      try connection.run("UPDATE unconfirmed_finds SET listed = 0 WHERE listed = 1")
      for find in finds {
        try connection.run(
          "UPDATE unconfirmed_finds SET listed = 1 WHERE find = ?", [.text(find.id.text)])
      }
    }
  }

  /// Records that the rule of the published log may decide on these finds.
  package func confirm(_ finds: [UnconfirmedFind]) throws(StoreError) {
    try connection.transaction { (_: borrowing Connection) throws(StoreError) in
      for find in finds {
        try removeQuestion(about: find.id)
        try markStale("find", find.id.text)
      }
    }
  }

  /// Records that the find is decided. Call it inside a transaction.
  func removeQuestion(about id: FindID) throws(StoreError) {
    try connection.run("DELETE FROM unconfirmed_finds WHERE find = ?", [.text(id.text)])
  }

  private func hasUnconfirmedFinds() throws(StoreError) -> Bool {
    try connection.row("SELECT 1 FROM unconfirmed_finds LIMIT 1") { (_) in true } ?? false
  }
}

extension PublishSettings {
  /// The rule of the published log.
  package var rule: PublishRule {
    let choice: PublishRule.Selection =
      switch choice {
      case .chosen: .chosen
      case .all: .all
      case .tag(let tag): .tag(tag)
      }
    return PublishRule(choice: choice, showsNotes: showsNotes, showsRatings: showsRatings)
  }
}
