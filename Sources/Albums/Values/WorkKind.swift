// The kind of a work: an album or a book. The kind decides the address of a find's page, and which
// services know the work.

/// The kind of a work. The raw value is stored; it is also the value of the member `kind` in JSON, of
/// the column `kind` in tables, and of filters.
package enum WorkKind: String, CaseIterable, Hashable, Sendable {
  case album, book

  /// The folder with the pages of finds, below the web root.
  package var folder: String { rawValue }

  /// The address of the page of a find: `/album/<id>/` or `/book/<id>/`.
  package func page(of find: FindID) -> String { "/\(folder)/\(find)/" }

  package var other: WorkKind {
    switch self {
    case .album: .book
    case .book: .album
    }
  }

  /// Whether models write reviews of works of this kind: of records always, of books only with the
  /// setting `book-reviews`.
  package func hasReviews(booksToo: Bool) -> Bool {
    switch self {
    case .album: true
    case .book: booksToo
    }
  }
}

extension FindStatus {
  /// The key of the status's name: a person has heard a record, and has read a book.
  package func name(of kind: WorkKind) -> String {
    switch (self, kind) {
    case (.heard, .book): "status.read"
    case (.want, _), (.have, _), (.heard, .album): "status.\(rawValue)"
    }
  }
}
