// The entries of made-up albums in the form of the played MusicBrainz.

extension MadeCatalogue {
  /// The entry of an album, with one release.
  package func album(_ index: Int) -> KnownAlbum {
    let name = names[index]
    var release = KnownAlbum.Release(Self.mbid("4e1ea5e0", index), name.title)
    release.label = Self.recordLabel(of: index)
    release.catalogNumber = Self.catalogueNumber(of: index)
    // A title such as "Live" names another kind of album.
    let secondary = [("Live", "Live"), ("Best of", "Compilation"), ("Complete", "Compilation")]
      .filter { word, _ in !name.title.ranges(of: word).isEmpty }.map(\.1)
    let isCollection = name.artist == Self.variousArtists
    var album = KnownAlbum(
      Self.mbid("9409b000", index), name.title,
      by: [
        KnownAlbum.Credit(
          name.artist,
          mbid: isCollection
            ? "89ad4ac3-39f7-470e-963a-56509c546377" : Self.mbid("a47157a0", index))
      ],
      first: String(1955 + index % 65), releases: [release])
    album.secondaryTypes = secondary
    return album
  }
}

extension MadeCatalogue {
  /// The best entries of a query, of releases or of release groups.
  func page(
    _ query: MusicBrainzQuery, ofReleases: Bool, limit: Int
  ) -> MusicBrainzSearch.Page {
    let found = search.best(query, limit: limit)
    let hits = found.hits.map { hit in
      let album = album(hit.document)
      return MusicBrainzSearch.Hit(
        album: album, release: ofReleases ? album.releases.first : nil, score: hit.score)
    }
    return MusicBrainzSearch.Page(hits: hits, count: found.count)
  }

  /// The status and the body of the answer to a search, without a server: the same checks and the same answer as those
  /// of `MusicBrainzService`.
  package func answer(
    _ entity: String, _ lucene: String, limit: Int
  ) -> (status: Int, body: [UInt8]) {
    let call = MusicBrainzCall(
      path: "/ws/2/\(entity)",
      parameters: [("query", lucene), ("limit", String(limit)), ("fmt", "json")],
      shapes: MusicBrainzShapes(search: MusicBrainzSearch(albums: [], made: self)))
    let answer =
      switch call.judgement(privacyFaults: []) {
      case .planned(let plan): plan.answer(Latency(0)).1
      case .refused(let answer, _, _, _): answer
      }
    guard case .whole(let body) = answer.body else { return (answer.status, []) }
    return (answer.status, body)
  }
}
