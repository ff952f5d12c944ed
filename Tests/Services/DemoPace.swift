// Response times similar to those of the real services, for `make demo-services`.

/// The response time of each stage, in milliseconds.
package struct DemoPace: Sendable {
  let identification: Latency
  let search: Latency
  let review: Latency
  let shelf: Latency
  let musicBrainz: Latency
  /// The response time of each of the archive's two redirects.
  let redirect: Latency
  let picture: Latency

  /// The times of the services in the phone app, the forerunner of AlbumScan. Call 1 takes 3.0 s,
  /// call 2 4.0 s, MusicBrainz 0.7 s, the archive 0.7 s and its picture 0.5 s. The review takes 4.0
  /// s, and its first word appears after 0.6 s.
  package static let phone = DemoPace(
    identification: Latency(3000), search: Latency(4000), review: Latency(4000, first: 600),
    shelf: sheet, musicBrainz: Latency(700),
    redirect: Latency(350), picture: Latency(500))

  /// A sheet: the first word after 0.6 s, then ten items in 2.4 s.
  package static let sheet = Latency(3000, first: 600)

  /// The same times with a model that streams its identification: the first word after 0.6 s, the
  /// first candidate after 1.2 s, the whole answer after 3.0 s.
  package static let streamed = phone.identifying(Latency(3000, first: 600, candidate: 1200))

  /// A model that is silent for 2.6 s and then sends its whole identification at once.
  package static let silent = phone.identifying(Latency(2600))

  private func identifying(_ latency: Latency) -> DemoPace {
    DemoPace(
      identification: latency, search: search, review: review, shelf: shelf,
      musicBrainz: musicBrainz, redirect: redirect, picture: picture)
  }

  package func set(
    model: any PlayedModel, musicBrainz service: MusicBrainzService, archive: CoverArtService
  ) {
    set(model: model)
    for kind in [RequestKind.search, .lookup, .browse] {
      service.setLatency(of: kind, to: musicBrainz)
    }
    archive.setLatency(of: .front, to: redirect)
    archive.setLatency(of: .archive, to: redirect)
    archive.setLatency(of: .picture, to: picture)
  }

  /// Open Library answers as fast as MusicBrainz, and its covers arrive as fast as those of the
  /// archive.
  package func set(books service: OpenLibraryService) {
    service.setLatency(of: .search, to: musicBrainz)
    service.setLatency(of: .lookup, to: musicBrainz)
    service.setLatency(of: .front, to: redirect)
    service.setLatency(of: .picture, to: picture)
  }

  package func set(model: any PlayedModel) {
    model.setLatency(of: .identify, to: identification)
    model.setLatency(of: .identifySearched, to: search)
    model.setLatency(of: .review, to: review)
    model.setLatency(of: .reviewSearched, to: review)
    model.setLatency(of: .shelf, to: shelf)
  }
}
