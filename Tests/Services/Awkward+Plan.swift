// The model's planned answers for the albums of `Awkward`.

extension ModelAnswers {
  /// Identifies each album of `albums` by its sleeve and reviews it by artist and title.
  package static func knowing(_ albums: [KnownAlbum]) -> ModelAnswers {
    var answers = ModelAnswers()
    for album in albums {
      answers.identify(album, as: ModelAnswer(album.identification))
    }
    answers.addReviews(of: albums)
    return answers
  }

  /// Identifies the next picture as the next album of `albums`, and starts again after the last
  /// album.
  package static func inTurn(_ albums: [KnownAlbum]) -> ModelAnswers {
    var answers = ModelAnswers()
    for album in albums {
      answers.identifyNext(as: ModelAnswer(album.identification), subject: album.subject)
    }
    answers.repeatInTurn()
    answers.addHints(about: albums)
    answers.addReviews(of: albums, isCited: true)
    answers.addReviews(of: AwkwardBooks.catalogue)
    answers.read(.demo)
    return answers
  }

  /// Answers a hint about an album with the next album, and a hint about no album with the first
  /// album.
  private mutating func addHints(about albums: [KnownAlbum]) {
    guard let first = albums.first else { return }
    identify(searchFor: "What the person says: ", as: ModelAnswer(first.identification))
    for (album, next) in zip(albums, albums.dropFirst() + [first]) {
      identify(
        searchFor: "Taken for: \"\(album.title)\"", as: ModelAnswer(next.identification))
    }
  }

  /// Reviews each album. If `isCited` is true, the summary has sources in answers with a web
  /// search.
  private mutating func addReviews(of albums: [KnownAlbum], isCited: Bool = false) {
    for album in albums {
      let text = Awkward.review(of: album)
      let plain = ModelAnswer(text, inputTokens: 900, outputTokens: 420)
      let searched = ModelAnswer(
        text, inputTokens: 900, outputTokens: 420,
        citations: isCited ? Self.citations(in: text) : [])
      for title in Set([album.title, album.saidTitle ?? album.title]) {
        review(artist: album.artist, title: title, as: plain, searched: searched)
      }
    }
  }

  package mutating func addReviews(of books: [KnownBook]) {
    for book in books {
      review(
        artist: book.authors.first ?? "", title: book.title,
        as: ModelAnswer(Awkward.review(of: book), inputTokens: 900, outputTokens: 420))
    }
  }

  /// Citations of the whole summary, which is the text between its quotation marks.
  private static func citations(in text: String) -> [ModelAnswer.Citation] {
    guard let opening = text.firstRange(of: "\"summary\":\""),
      let closing = text[opening.upperBound...].firstRange(of: "\",\"")
    else { return [] }
    let summary = String(text[opening.upperBound..<closing.lowerBound])
    return [
      ModelAnswer.Citation(
        words: summary, url: "https://weekly.example/records", title: "The Weekly"),
      ModelAnswer.Citation(words: summary, url: "https://press.example/", title: "Press"),
    ]
  }
}
