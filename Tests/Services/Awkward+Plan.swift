// The model's table for the awkward albums.

extension ModelAnswers {
  /// Knows every album of `albums` by its sleeve and writes about it by artist and title.
  package static func knowing(_ albums: [KnownAlbum]) -> ModelAnswers {
    var answers = ModelAnswers()
    for album in albums {
      answers.identify(
        sleeve: album.sleeve, as: ModelAnswer(album.identification), subject: album.subject)
    }
    answers.addReviews(of: albums)
    return answers
  }

  /// Calls any picture the next of `albums`, and begins again.
  package static func inTurn(_ albums: [KnownAlbum]) -> ModelAnswers {
    var answers = ModelAnswers()
    for album in albums {
      answers.identifyNext(as: ModelAnswer(album.identification), subject: album.subject)
    }
    answers.repeatInTurn()
    answers.addHints(about: albums)
    answers.addReviews(of: albums)
    return answers
  }

  /// Whatever somebody says of one album: it is the next; of none, the first.
  private mutating func addHints(about albums: [KnownAlbum]) {
    guard let first = albums.first else { return }
    identify(searchFor: "What the person says: ", as: ModelAnswer(first.identification))
    for (album, next) in zip(albums, albums.dropFirst() + [first]) {
      identify(
        searchFor: "Taken for: \"\(album.title)\"", as: ModelAnswer(next.identification))
    }
  }

  private mutating func addReviews(of albums: [KnownAlbum]) {
    for album in albums {
      for title in Set([album.title, album.saidTitle ?? album.title]) {
        review(
          artist: album.artist, title: title,
          as: ModelAnswer(Awkward.review(of: album), inputTokens: 900, outputTokens: 420))
      }
    }
  }
}
