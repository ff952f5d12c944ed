// "Not this one?": the section that corrects a find or a scan, and the notice about a job that
// runs, waits or failed. The pages of finds and scans use one partial with plain forms.
// `correct.js` only avoids page reloads.

import Albums

extension View {
  /// The fields of `_correct.mustache` and `_errand.mustache` on the page of a find.
  static func correction(_ find: Find, _ artworks: Artworks, _ settings: SiteSettings) -> View {
    let words = settings.words
    let candidates = find.candidates.map {
      View.candidate($0, in: find.page, artworks, words)
    }
    let hasFailed = find.job?.hasFailedToCorrect == true
    let isJobOver = find.job?.isUnderWay == false
    let offersReview =
      find.review != nil && settings.hasModel
      && find.album.kind.hasReviews(booksToo: settings.reviewsBooks)
    return [
      // The path below the CGI program, and the beginning of the forms' addresses.
      .text(.route, "finds/\(find.id)"),
      .text(.action, "\(settings.programPath)/finds/\(find.id)"),
      // A correction has failed.
      .flag(.isOpen, hasFailed),
      .flag(.isHidden, false),
      // The page of a find that is not sure asks whether it is the right one.
      .text(.summary, words(find.isSure ? "correct.not-this" : "correct.no")),
      .views(.candidates, candidates),
      .flag(.hasCandidates, !candidates.isEmpty),
      // The other forms are open, too: there are no candidates, or they did not help.
      .flag(.isOtherOpen, hasFailed || candidates.isEmpty),
      // The last job of the forms for the picture and the review failed.
      .flag(.isRenewOpen, isJobOver && !hasFailed),
      .flag(.readsBack, find.album.kind == .album && settings.outside.readsSleeves),
      .flag(.offersBack, false),
      .flag(.hasOwnArtwork, find.hasOwnArtwork),
      // The text of the button for a new review. Another section of the page offers a first review.
      .text(.reviewing, offersReview ? words("renew.review.again") : nil),
      .view(.errand, find.job.map { View.errand($0, words) }),
    ]
  }

  /// The fields of the two partials on a scan's page. The section is hidden until the running scan
  /// has an album.
  static func correction(_ scan: Scan, _ artworks: Artworks, _ settings: SiteSettings) -> View {
    let words = settings.words
    let isUnderWay = !scan.state.isFinal
    let isShown = !isUnderWay || scan.isNamed
    let hasFailed = scan.job?.isUnderWay == false
    let candidates = (isShown ? scan.otherNamed : []).map {
      View.candidate($0, in: "/scan/\(scan.id)/", artworks, words)
    }
    return [
      .text(.route, "scans/\(scan.id)"),
      .text(.action, "\(settings.programPath)/scans/\(scan.id)"),
      .flag(.isOpen, !isUnderWay && (!candidates.isEmpty || hasFailed)),
      .flag(.isHidden, !isShown),
      .text(.summary, words(isUnderWay ? "correct.not-this" : "correct.type")),
      .views(.candidates, candidates),
      .flag(.hasCandidates, !candidates.isEmpty),
      // An empty candidate that the script fills.
      .view(.candidatePattern, isUnderWay ? .emptyCandidate : nil),
      .flag(.isOtherOpen, hasFailed || candidates.isEmpty),
      .flag(.isRenewOpen, false),
      // The page of a failed scan has this form above the section.
      .flag(.readsBack, false),
      .flag(.offersBack, !isUnderWay && settings.outside.readsSleeves),
      .flag(.hasOwnArtwork, false),
      .view(.errand, isUnderWay ? nil : scan.job.map { View.errand($0, words) }),
    ]
  }

  /// A candidate as a button; `folder` is the address of the page's folder. If an optional field is missing, a
  /// template takes the field of the same name from the page. The optional fields therefore have names that
  /// the page does not use.
  private static func candidate(
    _ named: NamedCandidate, in folder: String, _ artworks: Artworks, _ words: Phrasebook
  ) -> View {
    let names = AlbumNames(named.album, words)
    let reason = named.text(words)
    let artwork = artworks.kept(named.album.artwork)
    return [
      .text(.candidate, named.id),
      .text(.artist, names.artist),
      .text(.title, names.title),
      .text(.since, named.album.year?.description),
      .text(.because, reason.isEmpty ? nil : reason),
      // Nil without artwork; the page then shows a drawing of a record.
      .text(.picture, artwork.map { folder + $0.fileName(side: 200) }),
    ]
  }

  /// An empty candidate for scripts: it has every element of a candidate, each with an empty text.
  private static let emptyCandidate: View = [
    .text(.candidate, ""), .text(.artist, ""), .text(.title, ""), .text(.since, ""),
    .text(.because, ""),
  ]

  /// The job of a find or a scan that is queued, running or failed, in words.
  private static func errand(_ job: JobNotice, _ words: Phrasebook) -> View {
    let hasReason = job.failure != nil
    return [
      .flag(.isUnderWay, job.isUnderWay),
      // The job waits for a service. The sentence gives the reason.
      .flag(.isWaiting, job.isUnderWay && hasReason),
      .flag(.hasFailed, !job.isUnderWay),
      .text(.sentence, words.text(job.sentence)),
      // Seconds until a page without script reloads.
      .text(.refresh, hasReason ? "30" : "3"),
    ]
  }
}

extension Scan {
  /// The named albums, except the album that the scan was identified as.
  var otherNamed: [NamedCandidate] { named.filter { $0.album.key != album?.key } }

  /// Whether the scan runs and has its final album.
  var isNamed: Bool { album != nil && (state == .identified || state == .reviewing) }
}

extension NamedCandidate {
  /// The reason why the album is a candidate; empty if no reason is known.
  func text(_ words: Phrasebook) -> String {
    because.map(words.text) ?? PlainText.name(reason, otherwise: "")
  }
}

extension JobNotice {
  /// Whether a correction failed. The find then still has its former album, and the other forms are open.
  var hasFailedToCorrect: Bool { !isUnderWay && topic.isCorrection }

  var isWriting: Bool { isUnderWay && topic == .review }

  fileprivate var sentence: Sentence {
    switch (isUnderWay, failure) {
    case (true, nil): Sentence("job.\(topic.rawValue)")
    case (true, let failure?): Sentence("job.waits", ["reason": .sentence(failure.reason)])
    case (false, let failure?) where failure.code.recovery == .byItself:
      Sentence("job.ask-later", ["reason": .sentence(failure.reason)])
    case (false, let failure?): failure.reason
    case (false, nil): Sentence("job.failed")
    }
  }
}
