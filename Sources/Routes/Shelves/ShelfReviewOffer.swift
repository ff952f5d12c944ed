// The offer of a shelf's page: reviews of the added finds that have none, with their maximum cost. The
// offer follows the rule for the reviews of an import.

import Albums
import CGI
import Host
import Store
import Text

struct ShelfReviewOffer {
  /// The numbers of the items, one for each work.
  let numbers: [Int]
  let most: Money

  private let hasBooks: Bool

  /// Nil if no added find needs a review, or if no model can write one.
  init?(
    _ shelf: Shelf, by person: PersonID, _ installation: Installation, _ store: borrowing Store
  ) throws {
    guard shelf.cleared == nil, shelf.state.isFinal, installation.configuration.hasModel,
      let costs = installation.reviewCosts
    else { return nil }
    let numbers = try store.itemsToReview(of: shelf)
    guard !numbers.isEmpty else { return nil }
    let rights = try store.searchRights(
      of: person, setting: installation.configuration.services.isAdvancedSearchDefault)
    most = costs.most(of: numbers.count, isSearchOn: rights.isAdvanced)
    hasBooks = shelf.items.contains {
      numbers.contains($0.number) && $0.work?.album.kind == .book
    }
    self.numbers = numbers
  }

  /// The values of the block `reviews` of the page.
  func add(to fill: inout PageFill, _ installation: Installation) {
    fill.show("reviews")
    fill["reviews-most"] = "\(most.microdollars)"
    fill["reviews-button"] = installation.sentence(
      hasBooks ? "shelf.items.reviews.works" : "shelf.items.reviews.records",
      ["count": .count(numbers.count), "amount": .money(most.inWholeCents)])
  }

  var json: JSON {
    ["count": .integer(numbers.count), "most": .integer(Int(most.microdollars))]
  }
}

extension ShelfRoutes {
  func reviewOffer(_ shelf: Shelf, _ store: borrowing Store) throws -> ShelfReviewOffer? {
    try ShelfReviewOffer(shelf, by: access.personID, access.installation, store)
  }

  /// POST …/scans/<id>/reviews: asks for the offered reviews. The form contains the maximum cost that
  /// the page showed. If the maximum cost is higher now, the request is refused.
  func offeredReviews(
    _ form: Form, _ shelf: Shelf, _ store: borrowing Store
  ) throws -> ShelfChange? {
    try access.installation.refuseWithoutModel()
    guard let offer = try reviewOffer(shelf, store) else { return nil }
    guard let confirmed = Int64(form["most"] ?? "") else { throw Refusal.malformedRequest }
    guard offer.most.microdollars <= confirmed else { throw Refusal.shelf(.otherCost) }
    return .review(offer.numbers)
  }
}

extension Installation {
  /// The maximum cost of a review; nil if no model can write one.
  var reviewCosts: ReviewCosts? {
    let path = configuration.reviewCosts
    guard Files.exists(path) else { return nil }
    do {
      return JSON(try Files.read(path, limit: 4096)).flatMap { ReviewCosts($0) }
    } catch {
      log("reviews", "\(error)")
      return nil
    }
  }
}
