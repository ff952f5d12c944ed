// The model, prompt and cost of a review. The host sees them before many reviews are rewritten.

package import Albums
import Host
import Models
import Text

package struct Reviewing: Sendable {
  package let model: String

  /// The version of the prompt for albums.
  package let prompt: String

  /// The version of the prompt for reviews of new albums, which search by themselves; nil without the setting
  /// `search-new-albums`, and where all reviews search.
  package let newAlbumPrompt: String?

  /// The version of the prompt for books; nil if models review no books.
  package let bookPrompt: String?

  /// The maximum cost of one review, of an album or a book. Nil if the price of the model is not
  /// known; then no review can be written.
  package let worstCase: Money?

  /// The maximum cost of `count` reviews; nil if the price is not known.
  package func worstCase(of count: Int) -> Money? {
    worstCase.map { Money(microdollars: $0.microdollars * Int64(count)) }
  }
}

extension ScanTools {
  /// Writes the maximum cost of a review to a file. The CGI shows it before a person pays for
  /// reviews. An error is only logged: pages then show the costs of an earlier worker, or offer no
  /// reviews.
  func noteReviewCosts() {
    let path = configuration.reviewCosts
    do {
      guard let bytes = services.reviewCosts?.json.bytes() else {
        _ = try Files.remove(path)
        return
      }
      let former = Files.exists(path) ? try Files.read(path) : nil
      guard former != bytes else { return }
      try Files.replace(path, with: bytes, durably: false)
    } catch {
      log.write(now().iso, "worker", "\(error)")
    }
  }
}

extension Services {
  /// The maximum cost of a review; nil if no model can write one.
  package var reviewCosts: ReviewCosts? {
    guard let plain = reviewing(isSearchOn: false)?.worstCase,
      let searched = reviewing(isSearchOn: true)?.worstCase
    else { return nil }
    return ReviewCosts(plain: plain, searched: searched)
  }

  /// The model and cost of reviews; nil if no model is configured. `isSearchOn` says whether the
  /// person who asks for the reviews uses advanced search (`SearchRights.isAdvanced`), `includesNew` whether reviews of
  /// new albums may search by themselves.
  package func reviewing(isSearchOn: Bool, includesNew: Bool = false) -> Reviewing? {
    guard let review else { return nil }
    let method = review.method(isSearchOn: isSearchOn)
    let bookMethod = review.bookMethod(isSearchOn: isSearchOn)
    let searched =
      includesNew && review.searchesNewAlbums ? review.method(isSearchOn: true) : method
    let costs = [method, searched, bookMethod].compactMap(\.self).map { cost(of: $0, review) }
    return Reviewing(
      model: method.writer.model, prompt: method.writer.prompt.version,
      newAlbumPrompt: searched == method ? nil : searched.writer.prompt.version,
      bookPrompt: bookMethod?.writer.prompt.version,
      worstCase: costs.contains(nil) ? nil : costs.compactMap(\.self).max())
  }

  /// The maximum cost of a review by this method; nil if the price of its model is not known.
  private func cost(of method: ReviewStage.Method, _ review: ReviewStage) -> Money? {
    let writer = method.writer
    let question = Question(
      model: writer.model, instructions: writer.prompt.text,
      text: String(repeating: " ", count: 2000), schemaName: "review",
      schema: ReviewReader.schema, maxOutputTokens: ReviewStage.maxOutputTokens,
      searches: method.searches)
    let call = review.call.knownPrice(of: writer.model)?.cost(
      inputTokens: question.worstInputTokens, outputTokens: question.maxOutputTokens,
      searches: question.searches)
    // If the first answer cannot be shown, a second call follows.
    return call.map { $0 + $0 }
  }
}
