// How long the three services take when they play the real ones.

/// Milliseconds a stage.
package struct DemoPace: Sendable {
  let identification: Latency
  let review: Latency
  let musicBrainz: Latency
  /// Of each of the archive's two redirects.
  let redirect: Latency
  let picture: Latency

  /// Source: issue 3, "Speed": call 1 3.0 s, MusicBrainz 0.7 s, archive 0.7 s + picture 0.5 s, review 4.0 s.
  package static let phone = DemoPace(
    identification: Latency(3000), review: Latency(4000, first: 600), musicBrainz: Latency(700),
    redirect: Latency(350), picture: Latency(500))

  package func set(
    model: OpenAIService, musicBrainz service: MusicBrainzService, archive: CoverArtService
  ) {
    model.setLatency(of: .identify, to: identification)
    model.setLatency(of: .identifySearched, to: identification)
    model.setLatency(of: .review, to: review)
    for kind in [RequestKind.search, .lookup, .browse] {
      service.setLatency(of: kind, to: musicBrainz)
    }
    archive.setLatency(of: .front, to: redirect)
    archive.setLatency(of: .archive, to: redirect)
    archive.setLatency(of: .picture, to: picture)
  }
}
