// Returns the review from the cache by album key and language, or lets a model write it. The model
// gets the metadata only, never the photo. A missing review never fails a scan: the find is
// complete without it. Source: docs/product.md step 7.

package import Albums
package import Host
import Models
package import Store

package struct ReviewStage: Sendable {
  /// Enough for five bullets, seven tracks and the model's reasoning.
  static let maxOutputTokens = 4000

  /// The maximum number of searches for one review.
  static let searchLimit = 3

  /// The share of the monthly cap in percent that reviews of imported albums and of finds of a
  /// shelf leave to scans. Source: docs/limits.md "Export and import".
  static let freeShareForImports: Int64 = 50

  /// A model and its prompt.
  package struct Writer: Equatable, Sendable {
    package let model: String
    package let prompt: Prompt
  }

  /// How a review is written: the model, its prompt, and the number of searches that it may make.
  package struct Method: Equatable, Sendable {
    package let writer: Writer
    package let searches: Int
  }

  /// How reviews of one kind of work are written: without a search, and with one.
  struct Methods: Sendable {
    let plain: Method
    let searched: Method

    init(plain: Writer, searched: Writer) {
      self.plain = Method(writer: plain, searches: 0)
      self.searched = Method(writer: searched, searches: ReviewStage.searchLimit)
    }
  }

  package private(set) var call: ModelCall
  private let albums: Methods

  /// Nil without the setting `book-reviews`.
  private let books: Methods?

  /// The setting `advanced-search`, for people without a switch of their own.
  private let isSearchOn: Bool

  /// The setting `search-new-albums`.
  private(set) var searchesNewAlbums: Bool

  /// The language of the reviews: the name of a message catalogue, `de`.
  let language: String
  let money: MoneyTalk
  package let log: LogFile
  private let underWay = ReviewsUnderWay()

  init(
    call: ModelCall, plain: Writer, searched: Writer, books: Methods? = nil, isSearchOn: Bool,
    searchesNewAlbums: Bool = false, language: String = Review.english, money: MoneyTalk,
    log: LogFile
  ) {
    self.call = call
    albums = Methods(plain: plain, searched: searched)
    self.books = books
    self.isSearchOn = isSearchOn
    self.searchesNewAlbums = searchesNewAlbums
    self.language = language
    self.money = money
    self.log = log
  }

  /// The stage for imported albums: many reviews, for which no user waits, must not use up the budget. The person has
  /// seen the cost of reviews without a search.
  var forImports: ReviewStage {
    var stage = self
    stage.searchesNewAlbums = false
    let share = call.cap.microdollars / 100 * (100 - Self.freeShareForImports)
    stage.call.cap = Money(microdollars: share)
    return stage
  }

  /// The method for albums: `searched` if searching is on and the provider supports it, and `plain`
  /// otherwise.
  package func method(isSearchOn: Bool) -> Method { method(albums, isSearchOn) }

  /// The method for books; nil if models review no books.
  package func bookMethod(isSearchOn: Bool) -> Method? { books.map { method($0, isSearchOn) } }

  private func method(_ methods: Methods, _ isSearchOn: Bool) -> Method {
    isSearchOn && call.provider.canSearch ? methods.searched : methods.plain
  }

  /// The method for a person and a work. The plan and the person's switch for advanced search decide. The review of a new
  /// album searches if the plan includes searches; `otherwise` is then the method for a budget without room for that.
  private func method(
    for owner: CallOwner, _ album: Album
  ) async throws(ScanFailure) -> (first: Method, otherwise: Method?) {
    let rights = try await call.rights(of: owner.person, setting: isSearchOn)
    switch album.kind {
    case .album:
      let usual = method(isSearchOn: rights.isAdvanced)
      let searched = method(isSearchOn: true)
      let isByItself = rights.includesCall2 && isNew(album) && searched != usual
      return isByItself ? (searched, usual) : (usual, nil)
    case .book:
      // The setting was switched off after the job was queued.
      guard let method = bookMethod(isSearchOn: rights.isAdvanced) else {
        throw ScanFailure(.noModel, isFinal: true)
      }
      return (method, nil)
    }
  }

  /// Whether the setting asks for a search, because the album is of this year or the last one.
  private func isNew(_ album: Album) -> Bool {
    guard searchesNewAlbums, let year = album.year,
      let present = Int(call.now().iso.prefix(4))
    else { return false }
    return year >= present - 1
  }

  /// The review of `album`. All editions share it under `key`, the stored key of the album's row.
  ///
  /// Only a review in the stage's language counts as cached. If `again` is true, the model writes a
  /// new review; if that fails, the old review stays. The ledger stores the calls for `owner`, so a
  /// job after a scan makes its own call even if the scan's call has an answer. With `live`, the
  /// scan's page shows the checked sentences while the rest still arrives. With `confirmation`, the
  /// review is early: the album is not certain before the confirmation. Never throws.
  func review(
    of album: Album, key: AlbumKey, for owner: CallOwner, scan live: LiveText? = nil,
    again: Bool = false, confirmation: Confirmation? = nil
  ) async -> Reviewed {
    let order = ReviewOrder(
      owner: owner, key: key, live: live, again: again, confirmation: confirmation)
    do throws(ScanFailure) {
      if !again, let kept = try await kept(key) { return .kept(kept) }
      return try await alone(album, order)
    } catch {
      log.write(call.now().iso, "review", "\(owner.name): \(error.failure)", level: .warning)
      return .none(error)
    }
  }

  /// Writes the review after any other job that writes a review of the same album. That job may
  /// have stored its review, so the cache is read once more unless `again` is true.
  private func alone(
    _ album: Album, _ order: ReviewOrder
  ) async throws(ScanFailure) -> Reviewed {
    let key = order.key
    guard await underWay.begin(key) else { throw ScanFailure(.reviewStopped) }
    do throws(ScanFailure) {
      let kept = order.again ? nil : try await kept(key)
      let reviewed =
        if let kept { Reviewed.kept(kept) } else {
          Reviewed.written(try await keptOnceWritten(album, order))
        }
      await underWay.end(key)
      return reviewed
    } catch {
      await underWay.end(key)
      throw error
    }
  }

  private func keptOnceWritten(
    _ album: Album, _ order: ReviewOrder
  ) async throws(ScanFailure) -> Review {
    var (review, writer) = try await written(album, order)
    review.language = language
    try await keep(review, by: writer, of: order.key)
    await order.live?.show(review.plainText)
    return review
  }

  /// The review, and the writer of the method for which the budget has room.
  private func written(
    _ album: Album, _ order: ReviewOrder
  ) async throws(ScanFailure) -> (Review, Writer) {
    let (method, otherwise) = try await method(for: order.owner, album)
    let facts = Self.facts(of: album)
    do throws(ScanFailure) {
      return (try await written(facts, method, order), method.writer)
    } catch {
      guard let otherwise, error.failure.isAboutBudget else { throw error }
      return (try await written(facts, otherwise, order), otherwise.writer)
    }
  }

  /// The rating in a new review. The review is not stored. `context` is an additional fact about the
  /// album. Evaluations use it to measure the effect of a controversy on the rating.
  package func rating(
    of album: Album, context: String?, for owner: CallOwner
  ) async throws(ScanFailure) -> Rating {
    let facts = Self.facts(of: album) + (context.map { "\nContext: \(Self.oneLine($0))" } ?? "")
    // The calls name no album: an evaluation rates one album with several facts.
    let order = ReviewOrder(owner: owner, key: album.key, isNamed: false)
    let (method, otherwise) = try await method(for: owner, album)
    return try await written(facts, otherwise ?? method, order).rating
  }

  /// Makes at most two calls. The second question names the errors of the first answer. If the
  /// second call fails, or its answer is no better, the review consists of the valid parts of one
  /// answer.
  private func written(
    _ facts: String, _ method: Method, _ order: ReviewOrder
  ) async throws(ScanFailure) -> Review {
    let first = try await answer(to: facts, method, order, attempt: 1)
    let refusal: ReviewRefusal
    do {
      return try ReviewReader.review(in: first.text, citing: first.citations, money: money)
    } catch {
      refusal = error
    }
    log.write(
      call.now().iso, "review", "\(order.owner.name), first answer: \(refusal)", level: .warning)
    var answers = [first]
    await order.confirmation?.wait()
    if !Task.isCancelled, let second = await second(facts, method, refusal, order) {
      answers.insert(second, at: 0)
    }
    if let review = ReviewReader.best(of: answers, money: money) { return review }
    throw ScanFailure(refusal.failure)
  }

  /// The answer to the second question. Nil if the call failed, or if the cap or the limit of calls
  /// did not admit it.
  private func second(
    _ facts: String, _ method: Method, _ refusal: ReviewRefusal, _ order: ReviewOrder
  ) async -> ModelAnswer? {
    let text = """
      \(facts)

      You were asked for this review before, and what you wrote could not be shown. \
      \(refusal.reproach) Write the whole review anew, by all the rules.
      """
    do throws(ScanFailure) {
      return try await answer(to: text, method, order, attempt: 2)
    } catch {
      log.write(
        call.now().iso, "review", "\(order.owner.name), second: \(error.failure)", level: .warning)
      return nil
    }
  }

  private func answer(
    to text: String, _ method: Method, _ order: ReviewOrder, attempt: Int
  ) async throws(ScanFailure) -> ModelAnswer {
    let writer = method.writer
    let question = Question(
      model: writer.model, instructions: writer.prompt.text, text: text, jpeg: nil,
      schemaName: "review", schema: ReviewReader.schema, maxOutputTokens: Self.maxOutputTokens,
      searches: method.searches)
    let isEarly = attempt == 1 && order.confirmation != nil
    // The second answer repeats the first in other words, so it is shown only when it is whole.
    guard attempt == 1, let live = order.live else {
      return try await call.answer(
        question, for: order.owner, .review, prompt: writer.prompt.version, attempt: attempt,
        about: order.named, isEarly: isEarly)
    }
    let (pieces, ear) = AsyncStream.makeStream(of: String.self)
    // This task is cancelled when the whole answer has arrived. The complete review then shows the
    // rest of the text.
    async let _: Void = live.follow(pieces, money: money)
    return try await call.answer(
      question, for: order.owner, .review, prompt: writer.prompt.version, attempt: attempt,
      about: order.named, isEarly: isEarly, onText: { ear.yield($0) })
  }

  private func kept(_ key: AlbumKey) async throws(ScanFailure) -> Review? {
    let language = language
    return try await storing { (store) throws(StoreError) in
      try store.review(of: key, in: language)
    }
  }

  private func keep(
    _ review: Review, by writer: Writer, of key: AlbumKey
  ) async throws(ScanFailure) {
    let now = call.now()
    try await storing { (store) throws(StoreError) in
      try store.keep(
        review, of: key, origin: writer.model, prompt: writer.prompt.version, at: now)
    }
  }

  private func storing<Result: Sendable>(
    _ body: @Sendable (borrowing Store) throws(StoreError) -> Result
  ) async throws(ScanFailure) -> Result {
    do {
      return try await call.database.with(body)
    } catch {
      log.write(call.now().iso, "review", "\(error)", level: .warning)
      throw ScanFailure(.reviewNotStored)
    }
  }
}
