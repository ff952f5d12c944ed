// The checks of the doctor that call the services. They use one known cover.

import Albums
import Host
import Scanning
import Store

extension Examination {
  /// Sends a known cover to every configured service, through the code that scans use. Without a
  /// known cover, sends only the requests that need no cover.
  ///
  /// Without a model, only corrections call MusicBrainz, so a failure of MusicBrainz is only a
  /// warning.
  func askServices() async -> [Finding] {
    do {
      let database = DatabaseActor(try setup.openStore())
      let album = try await database.with { (store) throws(StoreError) in
        try Self.albumWithArtwork(in: store)
      }
      let picture = album?.artwork.map { "\(configuration.artwork)/\($0.fileName(side: 1000))" }
      let results = await setup.services(database).checkup(
        picture: picture, of: picture == nil ? nil : album, configuration: configuration,
        photoProgram: setup.photoProgram, words: setup.words)
      let findings = results.map {
        Finding(
          subject: $0.subject, remedy: $0.remedy, isWarning: $0.isWarning || !hasProvider)
      }
      return picture == nil && hasProvider ? [noCovers()] + findings : findings
    } catch {
      // Another check names the reason, too. This line says which part was not examined.
      let reason = (error as? Ending)?.message ?? (error as? StoreError)?.explanation ?? "\(error)"
      return [Finding(subject: "services", remedy: "they were not asked: \(reason)")]
    }
  }

  private func noCovers() -> Finding {
    Finding(
      subject: "known covers: 0",
      remedy: "without a picture to send, not all services were tried; import covers: "
        + setup.command("catalogue import \(sampleCatalogue ?? "FOLDER")"),
      isWarning: true)
  }

  /// The installed sample catalogue, or that of the checkout.
  private var sampleCatalogue: String? {
    [
      "\(Setup.shared)/catalogue",
      "\(Files.parent(of: configuration.templates))/catalogue",
      "\(Files.parent(of: configuration.templates))/sample/catalogue",
    ].map { "\($0)/catalogue.csv" }.first(where: Files.exists)
  }

  private static func albumWithArtwork(in store: borrowing Store) throws(StoreError) -> Album? {
    for cover in try store.knownCovers() {
      if let album = try store.album(cover.album), album.artwork != nil { return album }
    }
    return try store.newestFinds(100).lazy.map(\.album).first { $0.artwork != nil }
  }
}
