// The planned answers of a played model. An answer is chosen by the picture, by the text, or in
// order.

package import Pictures

/// The plan of a model's answers.
///
/// An answer to a picture is chosen by the picture's SHA-256, otherwise by the most similar sleeve,
/// otherwise in order. A picture without a planned answer is unknown. Plans that were made later
/// come first. Several answers to one question are sent in order, and the last answer is repeated.
/// An answer counts as sent even if it was incomplete.
///
/// `searched` has the answers for a model that may search. If it is empty, such a model gives the
/// same answers as a model without a search.
package struct ModelAnswers: Sendable {
  private struct Planned: Sendable {
    let subject: String
    let plain: [ModelAnswer]
    let searched: [ModelAnswer]
    var plainGiven = 0
    var searchedGiven = 0

    /// The next answer; nil if no answer is planned for such a question.
    func answer(isSearched: Bool) -> ModelAnswer? {
      isSearched && !searched.isEmpty
        ? searched[min(searchedGiven, searched.count - 1)]
        : plain.isEmpty ? nil : plain[min(plainGiven, plain.count - 1)]
    }

    mutating func give(isSearched: Bool) {
      if isSearched && !searched.isEmpty { searchedGiven += 1 } else { plainGiven += 1 }
    }
  }

  /// The answer to a request that arrives now.
  struct Chosen: Sendable {
    let subject: String
    let answer: ModelAnswer
    /// The index of the plan; nil if the answer was not planned.
    let index: Int?
  }

  private var plans: [Planned] = []
  private var byDigest: [String: Int] = [:]
  private var bySleeve: [(thumbnail: SleeveThumbnail, index: Int)] = []
  private var byWords: [(words: String, index: Int)] = []
  private var reviews: [(artist: String, title: String, index: Int)] = []
  private var otherReviews: Int?
  private var next: [Int] = []
  private var turning = false
  private var shelf: PlayedShelf?

  package init() {}

  /// Plans answers for the picture with this digest. `subject` names the album in the log and in
  /// orders of faults.
  package mutating func identify(
    sha256: String, as answers: ModelAnswer..., searched: ModelAnswer..., subject: String = ""
  ) {
    byDigest[sha256] = add(subject, answers, searched)
  }

  /// Plans answers for all pictures whose thumbnail is similar to that of `sleeve`. The pictures
  /// may be cropped or encoded differently.
  package mutating func identify(
    sleeve: Pixels, as answers: ModelAnswer..., searched: ModelAnswer..., subject: String = ""
  ) {
    bySleeve.append((SleeveThumbnail(sleeve), add(subject, answers, searched)))
  }

  /// Plans answers for the sleeve of an album, which is drawn once in a run.
  package mutating func identify(
    _ album: KnownAlbum, as answers: ModelAnswer..., searched: ModelAnswer...
  ) {
    bySleeve.append((album.thumbnail, add(album.subject, answers, searched)))
  }

  /// Plans answers for the next picture that no other plan matches. The same picture later gets the
  /// same answers.
  package mutating func identifyNext(
    as answers: ModelAnswer..., searched: ModelAnswer..., subject: String = ""
  ) {
    next.append(add(subject, answers, searched))
  }

  /// Makes the answers of `identifyNext` start again from the first one after all were used.
  package mutating func repeatInTurn() { turning = true }

  /// Plans answers for a request without a picture that asks for an album and whose text contains
  /// `words`.
  package mutating func identify(
    searchFor words: String, as answers: ModelAnswer..., searched: ModelAnswer...
  ) {
    byWords.append((words, add(words, answers, searched)))
  }

  /// Plans answers for a request without a picture whose text contains both names. If several
  /// titles match, the longest title counts.
  package mutating func review(
    artist: String, title: String, as answers: ModelAnswer..., searched: ModelAnswer...
  ) {
    reviews.append((artist, title, add("\(artist) – \(title)", answers, searched)))
  }

  /// Plans answers for all albums without a matching `review`.
  package mutating func reviewOthers(as answers: ModelAnswer..., searched: ModelAnswer...) {
    otherReviews = add("", answers, searched)
  }

  /// Plans the names on the items of a shelf. A request about a sheet gets the names for the item
  /// numbers in the request.
  package mutating func read(_ shelf: PlayedShelf) { self.shelf = shelf }

  /// The answer to a request about a sheet; nil if no shelf is planned.
  func choose(shelf request: ModelRequest) -> Chosen? {
    shelf.map {
      Chosen(
        subject: "a shelf", answer: $0.answer(for: request.itemNumbers), index: nil)
    }
  }

  private mutating func add(
    _ subject: String, _ plain: [ModelAnswer], _ searched: [ModelAnswer]
  ) -> Int {
    plans.append(Planned(subject: subject, plain: plain, searched: searched))
    return plans.count - 1
  }

  /// Chooses the answer; nil if no answer is planned for the text.
  mutating func choose(for request: ModelRequest, sha256: String?, thumbnail: SleeveThumbnail?)
    -> Chosen?
  {
    guard let sha256 else {
      let index = request.asksWhichAlbum ? index(naming: request) : index(reviewing: request)
      return index.flatMap { chosen($0, request) }
    }
    return index(ofPicture: sha256, thumbnail, request).flatMap { chosen($0, request) }
      ?? Chosen(subject: "", answer: .unresolved, index: nil)
  }

  /// Returns the answer and counts it as sent.
  mutating func give(_ chosen: Chosen, to request: ModelRequest) -> ModelAnswer {
    guard let index = chosen.index else { return chosen.answer }
    defer { plans[index].give(isSearched: request.isSearched) }
    return plans[index].answer(isSearched: request.isSearched) ?? chosen.answer
  }

  private func chosen(_ index: Int, _ request: ModelRequest) -> Chosen? {
    plans[index].answer(isSearched: request.isSearched).map {
      Chosen(subject: plans[index].subject, answer: $0, index: index)
    }
  }

  private mutating func index(
    ofPicture sha256: String, _ thumbnail: SleeveThumbnail?, _ request: ModelRequest
  ) -> Int? {
    if let index = byDigest[sha256] { return index }
    if let thumbnail, let index = nearest(to: thumbnail, request) { return index }
    guard !next.isEmpty else { return nil }
    let plan = plans[next.removeFirst()]
    let index = add(plan.subject, plan.plain, plan.searched)
    if turning { next.append(add(plan.subject, plan.plain, plan.searched)) }
    byDigest[sha256] = index
    return index
  }

  private func nearest(to thumbnail: SleeveThumbnail, _ request: ModelRequest) -> Int? {
    let fitting = bySleeve.reversed().filter { chosen($0.index, request) != nil }
    let nearest = fitting.min {
      $0.thumbnail.distance(to: thumbnail) < $1.thumbnail.distance(to: thumbnail)
    }
    return nearest.flatMap {
      $0.thumbnail.distance(to: thumbnail) < SleeveThumbnail.sameBelow ? $0.index : nil
    }
  }

  private func index(naming request: ModelRequest) -> Int? {
    let text = Self.plain(request.text)
    return byWords.last {
      text.contains(Self.plain($0.words)) && chosen($0.index, request) != nil
    }?.index
  }

  private func index(reviewing request: ModelRequest) -> Int? {
    let text = Self.plain(request.text)
    let fitting = reviews.reversed().filter {
      text.contains(Self.plain($0.artist)) && text.contains(Self.plain($0.title))
        && chosen($0.index, request) != nil
    }
    return fitting.max { $0.title.count < $1.title.count }?.index ?? otherReviews
  }

  /// The text without the backslashes of JSON, because it may be a JSON document inside another.
  private static func plain(_ text: String) -> String { text.replacing("\\", with: "") }
}
