// The names of the fields of all views. The parser looks a name up once, so that rendering compares
// numbers instead of strings.

/// A name between `{{` and `}}`. Any other name has no value.
enum FieldName: String, CaseIterable, Sendable {
  // Works and finds
  case isBook, isbn, pages, page, publisherLabel, yearLabel
  case agreement, artist, candidate, cover, day, find, finder, genre, genres, hasOwnArtwork, id
  case image
  case isoDay, isUnsure, large, medium, name, names, picture, published, recordLabel, small, tags
  case readsSleeves, thumbnail, title, year

  // Details of finds
  case isFavourite, isPressed, isSelectable, noteHTML, ownRating, ownRatingAddress, place
  case publicAddress, publicity, status, statuses, value

  // Reviews
  case badge, bullets, domain, hasSources, isByModel, isUnwritten, lang, lineHTML, model, number,
    rating, ratingValue, review
  case sources, summaryHTML, summarySources, tracks, unreviewed, verdict, writer

  // Tracks
  case hasTracks, isKey, isLong, isoLength, length, sides, trackList

  // Earlier finds
  case before, closing, earlier, moment, opening, wanted, when

  // Corrections and jobs
  case action, because, candidatePattern, candidates, correct, errand, hasCandidates, hasFailed
  case isHidden, isOpen, isOtherOpen, isRenewOpen, isUnderWay, isWaiting, refresh
  case mostBacks, offersBack, readsBack, reviewing, route, sentence, since

  // Scans
  case album, cost, failure, hasHints, hasOffers, hints, isBefore, isDeleted, isFound, isNamed
  case endsWithQuestion, isRecognised, offers, pattern, question

  // The history
  case albums, covers, days, endsShelf, hasAdjacent, newer, newest, newMonth, older, repeats
  case scanned, shelf

  // Frames, lists, feeds and other pages
  case address, asksForPassphrase, author, bar, canTryAgain, current, entries, entry, feed
  case frame, ground, hasBar, hasFacts, hasFeeds, hasFinds, heading
  case hasHostAdvice, hasModel, headline, home, html
  case isCorrection, isEmpty, isLight, isMonth, isOpenToLAN, isPublic, language
  case leadsToSignIn
  case logo, look, message, modules, month, months, needsHTTPS
  case program, scheme, script, shops, summary, updated, usesCamera, words

  // Index pages, overviews, statistics, and links to them
  case hasBooks
  case anchor, artistAddress, band, bars, best, bin, calendar, charts, column, connections, count
  case dayCount, dots
  case figures, genreLinks, hasCollages, hasConnections
  case hasDays, hasJumps, hasMore, hasParts, hasTags, isHere, isShort
  case labelAddress, mean, more, next, note, opener, overview, overviewName, parts
  case placeAddress, row, sections, tagLinks, total, wall, weeks, width, yearAddress, years

  // The published log
  case aboutHTML, archive, canonical, colours, favourites, hasBest, hasFavourites
  case hasGenres, hasNewest
  case isIndexed, isPublished, kind, mailAddress
  case siteAuthor, siteTitle, structuredData

  // Pictures to share
  case accent, alt, height, ink, isBold, isQuiet, isRightToLeft, lines, margin, outlines, scale
  case poster, share, side, size, text

  // The certificate page
  case authority, file, fingerprint
}
