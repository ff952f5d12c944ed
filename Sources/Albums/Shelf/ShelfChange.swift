// The changes that a person makes to a shelf, and the actions that undo them.

/// A change of a shelf by its person.
package enum ShelfChange: Hashable, Sendable {
  /// Adds finds of the items with these numbers. `isMine`: their status becomes `have`.
  case add([Int], isMine: Bool)
  /// Deletes the finds of the items.
  case remove([Int])
  /// The boxes contain no item.
  case dismiss([Int])
  /// The boxes contain items after all.
  case restore([Int])
  /// The item counts, although an earlier item of the session has the same work.
  case separate(Int)
  /// The names of an item, typed or confirmed by the person.
  case name(Int, SpineReading)
  /// Moves a box; its item is read again. Corners: see `ShelfBox.corners`.
  case move(Int, corners: [Double])
  /// A box for an item that was missed.
  case draw(corners: [Double])
  /// Asks for the first reviews of the finds of these items.
  case review([Int])
  case cancel
  case clear
  case finish
  case undo
}

/// The action that undoes the last change.
package enum ShelfUndo: Hashable, Sendable {
  case remove([Int])
  case add([Int])
  /// `finds`: those of the items whose finds were deleted when the items were dismissed.
  case restore([Int], finds: [Int])
  case dismiss([Int])
  case join(Int)
  /// The item before its names or its box changed, as the database had it: a JSON object.
  case item(Int, former: String, isMove: Bool)
  case unclear
  /// The box that was drawn.
  case erase(Int)
  /// The items for whose finds the person asked for reviews.
  case unreview([Int])
}

/// The result of a change.
package enum ShelfResult: Equatable, Sendable {
  /// Done. `needsWorker`: the shelf's job or the pages of finds have work for a worker.
  case done(needsWorker: Bool)
  /// There is no such shelf or item, or the list has expired.
  case unknown
  case refused(ShelfError)
}
