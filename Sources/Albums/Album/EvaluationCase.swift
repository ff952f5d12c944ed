// A photograph whose album is known, for measuring a model.

/// One photograph and its correct album.
package struct EvaluationCase: Equatable, Sendable {
  /// The picture's name in the set.
  package let name: String

  /// The path of the picture.
  package let picture: String
  package let album: Album

  /// `popular`, `bootleg`, …: results are grouped by category; "all" without a category.
  package let category: String

  /// Facts that a review must not hold against the music. The album is reviewed with and without
  /// them, and the ratings may differ by half a point. Source: docs/product.md "Musical merit".
  package let controversy: String?

  /// The maximum number of calls for the case: call 1 and call 2; with a controversy, also the two
  /// reviews. Each call may have one retry after an unusable answer.
  package var mostCalls: Int { controversy == nil ? 4 : 8 }

  package init(
    name: String, picture: String, album: Album, category: String, controversy: String?
  ) {
    self.name = name
    self.picture = picture
    self.album = album
    self.category = category
    self.controversy = controversy
  }
}
