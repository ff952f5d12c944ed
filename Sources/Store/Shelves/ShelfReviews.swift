// The reviews of finds that were added from a shelf.

package import Albums

extension Store {
  /// The numbers of the added items whose works can get a first review, each work once. A thing
  /// that is neither a book nor a record gets none.
  package func itemsToReview(of shelf: Shelf) throws(StoreError) -> [Int] {
    var numbers: [FindID: Int] = [:]
    var finds: [FindID] = []
    for item in shelf.items where item.reading?.kind != .other {
      guard let find = item.find else { continue }
      numbers[find] = item.number
      finds.append(find)
    }
    return try findsToReview(among: finds).compactMap { numbers[$0] }
  }

  // MARK: Inside a transaction

  /// Queues the first reviews of added items.
  func review(
    _ numbers: [Int], _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    let finds = try changing.items(numbers).compactMap(\.find)
    guard !finds.isEmpty else { return .unknown }
    try queueFirstReviews(of: finds, by: changing.person, at: changing.now)
    try keep(.unreview(numbers), of: changing.shelf)
    return .done(needsWorker: true)
  }

  /// Withdraws the reviews that `review` queued, except those that a worker has begun.
  func unreview(
    _ numbers: [Int], _ changing: ShelfChanging
  ) throws(StoreError) -> ShelfResult {
    try withdrawFirstReviews(of: try changing.items(numbers).compactMap(\.find))
    return .done(needsWorker: false)
  }
}
