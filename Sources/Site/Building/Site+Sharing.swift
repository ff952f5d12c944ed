// The pictures to share of a published log. A page names its picture only if the picture is drawn.
// Otherwise the document waits in the queue, and the page is written again after the picture was drawn.

import Albums
import Host

extension Site {
  /// The queue of the pictures to share; nil for a site without them.
  package var pictureQueue: PictureQueue? { settings.pictureQueue.map { PictureQueue($0) } }

  /// The drawn picture of a find. If the picture is not drawn yet, its document is added to the queue.
  func sharedPicture(of find: Find) throws(SiteError) -> SharedPicture? {
    guard let document = try document(of: find) else { return nil }
    return try shared(document, alt: alt(of: find))
  }

  /// The drawn picture of a find, without a change of the queue.
  func drawnPicture(of find: Find) throws(SiteError) -> SharedPicture? {
    guard let document = try document(of: find), tree.has(document.path) else { return nil }
    return SharedPicture(document, alt: "")
  }

  private func shared(_ document: ShareDocument, alt: String) throws(SiteError) -> SharedPicture? {
    let isDrawn = tree.has(document.path)
    // The new document replaces a queued document of an earlier state of the page.
    if let queue = pictureQueue, !isDrawn || queue.has(document) {
      try files { () throws(HostError) in try queue.add(document) }
    }
    return isDrawn ? SharedPicture(document, alt: alt) : nil
  }

  /// Nil for a find without a cover, and for a find that may be another album: its picture would state the
  /// album without a doubt.
  private func document(of find: Find) throws(SiteError) -> ShareDocument? {
    guard settings.pictureQueue != nil, templates.has(ShareCard.template), find.isSure,
      let artwork = artworks.kept(find.album.artwork)
    else { return nil }
    let contents = ShareContents(of: settings.shown(find), artwork, settings.words)
    return ShareDocument(
      page: .find(find.album.kind, find.id), form: .wide,
      svg: try templates.render(ShareCard(contents, .wide, settings)))
  }

  private func alt(of find: Find) -> String {
    let names = AlbumNames(find.album, settings.words)
    return settings.words.text(AlbumPage.summary(of: find, names))
  }
}

extension SharedPicture {
  fileprivate init(_ document: ShareDocument, alt: String) {
    self.init(
      address: "/\(document.path)", width: document.form.width, height: document.form.height,
      alt: alt)
  }
}

extension ShareContents {
  fileprivate init(of find: Find, _ artwork: Artwork, _ words: Phrasebook) {
    let names = AlbumNames(find.album, words)
    let facts = [find.album.year?.description, names.genre].compactMap(\.self)
    let review = find.review
    self.init(
      label: review.map { words.text($0.recommendation.label) },
      figures: review.map { words.decimal($0.rating.description) }, title: names.title,
      artist: names.artist,
      sentence: review.map {
        FirstSentence(of: MarkedText.plain(MarkedText.blocks($0.summary))).text
      }
        ?? facts.joined(separator: " · "),
      artwork: artwork)
  }
}

// MARK: The front page and years

extension Site {
  /// The drawn pictures of the front page or of a year. A document whose picture is not drawn is added to the
  /// queue. `contents` is nil if no find of the page has a cover; then there are no pictures.
  func sharedPictures(
    of page: SharingPage, _ contents: ShareContents?, alt: String
  ) throws(SiteError) -> SharedPictures {
    func picture(_ form: ShareForm, _ contents: ShareContents) throws(SiteError) -> SharedPicture? {
      let svg = try templates.render(ShareCard(contents, form, settings))
      return try shared(ShareDocument(page: page, form: form, svg: svg), alt: alt)
    }
    guard settings.pictureQueue != nil, templates.has(ShareCard.template), let contents else {
      return SharedPictures()
    }
    return try SharedPictures(wide: picture(.wide, contents), tall: picture(.tall, contents))
  }

  /// Removes the pictures that the page no longer names, after the page was written.
  func removeFormerPictures(of page: SharingPage, but pictures: SharedPictures) throws(SiteError) {
    let kept = [pictures.wide, pictures.tall].compactMap { $0?.address }
    for name in try tree.names(in: page.folder) where SharePicture.isPath(name) {
      let path = page.path(of: name)
      if !kept.contains("/\(path)") { try tree.remove(path) }
    }
  }

  /// The front page shows the cover of the first favourite, else that of the best or the newest find.
  func shareContents(of front: FrontContents, _ appearance: PublishedAppearance) -> ShareContents? {
    let words = settings.words
    guard let artwork = cover(of: front.favourites + front.best.prefix(1) + front.newest) else {
      return nil
    }
    let about = FrontPage.about(appearance).map(MarkedText.plain) ?? ""
    // The picture has the title of the published log already, so the address of the published log is at
    // the foot: `records.example/log`.
    let address = appearance.url?.split(separator: "/").dropFirst().joined(separator: "/")
    return ShareContents(
      label: words("statistics.finds.figure", ["count": .count(front.finds)]),
      figures: words.number(front.finds), title: appearance.title,
      artist: FrontPage.byline(appearance, words),
      sentence: about.isEmpty ? nil : FirstSentence(of: about).text, foot: address,
      artwork: artwork)
  }

  /// A year shows the cover of its best find, else that of the newest one.
  func shareContents(of year: YearContents) -> ShareContents? {
    let (words, best) = (settings.words, year.best)
    guard let artwork = cover(of: [best].compactMap(\.self) + year.newest) else { return nil }
    let album = best.map { best in
      words(
        "common.album-by",
        [
          "title": .text(AlbumNames.title(best.title, words)),
          "artist": .text(AlbumNames.creator(best.artist, best.kind, words)),
        ])
    }
    return ShareContents(
      label: words("statistics.finds.figure", ["count": .count(year.statistics.finds)]),
      figures: words.number(year.statistics.finds),
      title: words("published.year", ["year": .text(String(year.year))]),
      sentence: album.map { "\(words("statistics.best-of-year")): \($0)" }, artwork: artwork)
  }

  private func cover(of finds: [FindSummary]) -> Artwork? {
    finds.lazy.compactMap { artworks.kept($0.artwork) }.first
  }
}

// MARK: After the pages

extension Site {
  /// Whether the published log still has the page of a picture that waits.
  package func hasPage(of picture: WaitingPicture) -> Bool { tree.has(picture.page.path) }

  /// Whether the picture of a document is drawn.
  package func hasPicture(_ picture: WaitingPicture, _ document: [UInt8]) -> Bool {
    tree.has(SharePicture.path(beside: picture.page, document))
  }

  /// Writes a drawn picture beside its page.
  package func keep(
    _ jpeg: [UInt8], of picture: WaitingPicture, _ document: [UInt8]
  ) throws(SiteError) {
    let path = SharePicture.path(beside: picture.page, document)
    _ = try tree.write(jpeg, at: path, durably: false)
  }
}
