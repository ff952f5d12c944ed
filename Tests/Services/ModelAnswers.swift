// The table that decides what the played model says: by picture, by text, or simply next.

package import Pictures

/// Pictures in this order: the picture's own SHA-256, the sleeve it looks like, the next planned, the rest.
/// What is planned later wins. Of several answers to one question the first is given first, and the last
/// again and again; an answer counts as given when it was sent, whole or cut off.
/// `searched`: what is said where the model may search; the same as without where there is none.
package struct ModelAnswers: Sendable {
  private struct Planned: Sendable {
    let subject: String
    let plain: [ModelAnswer]
    let searched: [ModelAnswer]
    var plainGiven = 0
    var searchedGiven = 0

    /// Nil where nothing is planned for such a question.
    func answer(isSearched: Bool) -> ModelAnswer? {
      isSearched && !searched.isEmpty
        ? searched[min(searchedGiven, searched.count - 1)]
        : plain.isEmpty ? nil : plain[min(plainGiven, plain.count - 1)]
    }

    mutating func give(isSearched: Bool) {
      if isSearched && !searched.isEmpty { searchedGiven += 1 } else { plainGiven += 1 }
    }
  }

  /// What would be said now.
  struct Chosen: Sendable {
    let subject: String
    let answer: ModelAnswer
    /// Nil for an answer nobody planned.
    let place: Int?
  }

  private var plans: [Planned] = []
  private var byDigest: [String: Int] = [:]
  private var bySleeve: [(look: Look, place: Int)] = []
  private var byWords: [(words: String, place: Int)] = []
  private var reviews: [(artist: String, title: String, place: Int)] = []
  private var otherReviews: Int?
  private var next: [Int] = []
  private var turning = false

  package init() {}

  /// `subject` names the album in the log and for orders "for this album".
  package mutating func identify(
    sha256: String, as answers: ModelAnswer..., searched: ModelAnswer..., subject: String = ""
  ) {
    byDigest[sha256] = add(subject, answers, searched)
  }

  /// Whatever picture looks like this one, however it was cropped and encoded.
  package mutating func identify(
    sleeve: Pixels, as answers: ModelAnswer..., searched: ModelAnswer..., subject: String = ""
  ) {
    bySleeve.append((Look(sleeve), add(subject, answers, searched)))
  }

  /// The same for the sleeve of an album, which is drawn once a run.
  package mutating func identify(
    _ album: KnownAlbum, as answers: ModelAnswer..., searched: ModelAnswer...
  ) {
    bySleeve.append((album.look, add(album.subject, answers, searched)))
  }

  /// The next picture that nothing else fits; the same picture gets the same answers again.
  package mutating func identifyNext(
    as answers: ModelAnswer..., searched: ModelAnswer..., subject: String = ""
  ) {
    next.append(add(subject, answers, searched))
  }

  /// The planned ones begin again when they are used up.
  package mutating func repeatInTurn() { turning = true }

  /// A question for an album without a picture, whose text contains `words`.
  package mutating func identify(
    searchFor words: String, as answers: ModelAnswer..., searched: ModelAnswer...
  ) {
    byWords.append((words, add(words, answers, searched)))
  }

  /// A request without a picture whose text names both. The longest title that fits wins.
  package mutating func review(
    artist: String, title: String, as answers: ModelAnswer..., searched: ModelAnswer...
  ) {
    reviews.append((artist, title, add("\(artist) – \(title)", answers, searched)))
  }

  /// Of every album that no `review` fits.
  package mutating func reviewOthers(as answers: ModelAnswer..., searched: ModelAnswer...) {
    otherReviews = add("", answers, searched)
  }

  private mutating func add(
    _ subject: String, _ plain: [ModelAnswer], _ searched: [ModelAnswer]
  ) -> Int {
    plans.append(Planned(subject: subject, plain: plain, searched: searched))
    return plans.count - 1
  }

  /// Nil for a text nobody planned anything for.
  mutating func choose(for request: ModelRequest, sha256: String?, look: Look?) -> Chosen? {
    guard let sha256 else {
      let place = request.asksWhichAlbum ? place(naming: request) : place(reviewing: request)
      return place.flatMap { chosen($0, request) }
    }
    return place(ofPicture: sha256, look, request).flatMap { chosen($0, request) }
      ?? Chosen(subject: "", answer: .unresolved, place: nil)
  }

  /// The answer, which counts as given now.
  mutating func give(_ chosen: Chosen, to request: ModelRequest) -> ModelAnswer {
    guard let place = chosen.place else { return chosen.answer }
    defer { plans[place].give(isSearched: request.isSearched) }
    return plans[place].answer(isSearched: request.isSearched) ?? chosen.answer
  }

  private func chosen(_ place: Int, _ request: ModelRequest) -> Chosen? {
    plans[place].answer(isSearched: request.isSearched).map {
      Chosen(subject: plans[place].subject, answer: $0, place: place)
    }
  }

  private mutating func place(
    ofPicture sha256: String, _ look: Look?, _ request: ModelRequest
  ) -> Int? {
    if let place = byDigest[sha256] { return place }
    if let look, let place = nearest(to: look, request) { return place }
    guard !next.isEmpty else { return nil }
    let plan = plans[next.removeFirst()]
    let place = add(plan.subject, plan.plain, plan.searched)
    if turning { next.append(add(plan.subject, plan.plain, plan.searched)) }
    byDigest[sha256] = place
    return place
  }

  private func nearest(to look: Look, _ request: ModelRequest) -> Int? {
    let fitting = bySleeve.reversed().filter { chosen($0.place, request) != nil }
    let nearest = fitting.min { $0.look.distance(to: look) < $1.look.distance(to: look) }
    return nearest.flatMap { $0.look.distance(to: look) < Look.sameBelow ? $0.place : nil }
  }

  private func place(naming request: ModelRequest) -> Int? {
    let text = Self.plain(request.text)
    return byWords.last {
      text.contains(Self.plain($0.words)) && chosen($0.place, request) != nil
    }?.place
  }

  private func place(reviewing request: ModelRequest) -> Int? {
    let text = Self.plain(request.text)
    let fitting = reviews.reversed().filter {
      text.contains(Self.plain($0.artist)) && text.contains(Self.plain($0.title))
        && chosen($0.place, request) != nil
    }
    return fitting.max { $0.title.count < $1.title.count }?.place ?? otherReviews
  }

  /// Without the backslashes of JSON: the text may be a document in a document.
  private static func plain(_ text: String) -> String { text.replacing("\\", with: "") }
}
