// The checks of the doctor that call the services. They use one known cover.

import Albums
import Host
import Measuring
import Scanning
import Store

extension Examination {
  /// Sends a known cover to every configured service, through the code that scans use.
  ///
  /// Without a model, only corrections call MusicBrainz, so a failure of MusicBrainz is only a
  /// warning.
  func askServices() async throws -> [Finding] {
    let database = DatabaseActor(try setup.openStore())
    let services = setup.services(database)
    if hasProvider, let reason = services.missingModel {
      return [Finding(subject: "model", remedy: reason)]
    }
    let album = try await database.with { (store) throws(StoreError) in
      try Self.albumWithArtwork(in: store)
    }
    guard let album, let artwork = album.artwork else {
      return hasProvider
        ? [
          Finding(
            subject: "a picture to try the services with",
            remedy: "import a cover first: albumscan catalogue import")
        ] : []
    }
    let picture = "\(configuration.artwork)/\(artwork.fileName(side: 1000))"
    let results = await services.checkup(
      picture: picture, of: album, photoProgram: setup.photoProgram, words: setup.words)
    return results.map {
      Finding(
        subject: $0.subject, remedy: $0.remedy, isWarning: $0.isWarning || !hasProvider)
    }
  }

  private static func albumWithArtwork(in store: borrowing Store) throws(StoreError) -> Album? {
    for cover in try store.knownCovers() {
      if let album = try store.album(cover.album), album.artwork != nil { return album }
    }
    return try store.newestFinds(100).lazy.map(\.album).first { $0.artwork != nil }
  }
}
