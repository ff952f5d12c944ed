// Sends a real picture through the production code to every configured service, for the doctor.

package import Albums
import Books
import HTTP
package import Host
import Models
import MusicBrainz
package import Photos
import Store

/// The result of one check.
package struct CheckResult: Equatable, Sendable {
  package let subject: String

  /// Advice for the host; nil when the check passed.
  package let remedy: String?

  /// Whether scans of covers work today without the remedy.
  package let isWarning: Bool

  init(_ subject: String, remedy: String? = nil, isWarning: Bool = false) {
    self.subject = subject
    self.remedy = remedy
    self.isWarning = isWarning
  }
}

extension Services {
  /// Asks the model, MusicBrainz and the Cover Art Archive about the cover in `picture`, and Open
  /// Library about a book. Without a picture and its album, only the list of models and the prices
  /// are checked.
  ///
  /// The ledger records the call under a new scan id, so the monthly cap holds for it, too.
  package func checkup(
    picture: String?, of album: Album?, configuration: Configuration, photoProgram: PhotoProgram,
    words: Phrasebook
  ) async -> [CheckResult] {
    var results: [CheckResult] = []
    if let identify, let choice {
      let name = identify.call.provider.name
      let advice = ServiceAdvice(provider: name, configuration: configuration)
      var isCallUseful = true
      do {
        results += listed(try await identify.call.provider.models(), choice)
      } catch {
        results.append(
          CheckResult(
            "models of \(name)",
            remedy:
              "\(identify.call.addressAndKeyFile): \(error.reason); its list could not be read; "
              + advice.remedy(error)))
        // The service may refuse the list to a key that is allowed to call the model.
        isCallUseful = if case .misconfigured = error { true } else { false }
      }
      if isCallUseful, let picture {
        results.append(await paidCall(picture, photoProgram, words, advice))
      }
    }
    results += checkPrices()
    if let album {
      results += await checkLookup(album)
      results += await checkBooks()
    }
    return results
  }

  /// Compares every configured model with the service's list: the model exists, does not end, and
  /// can see pictures.
  private func listed(_ listed: [ListedModel], _ choice: ModelChoice) -> [CheckResult] {
    guard let now = identify?.call.now() else { return [] }
    return choice.names.map { model in
      ModelCheck(model, listed: listed, today: now)
        .result(getsPictures: [choice.identify, choice.search].contains(model))
    }
  }

  /// Calls the model with a picture. First ends a pause after earlier failures, because the host
  /// runs the doctor after a change.
  private func paidCall(
    _ picture: String, _ photoProgram: PhotoProgram, _ words: Phrasebook, _ advice: ServiceAdvice
  ) async -> CheckResult {
    guard let identify else { return CheckResult("model", remedy: missingModel) }
    let (name, now) = (identify.call.provider.name, identify.call.now())
    do {
      try await identify.call.database.with { (store) throws(StoreError) in
        try store.heal(name, at: now)
      }
    } catch {
      return CheckResult("model \(identify.models.identify)", remedy: "\(error)")
    }
    return await checkLooking(picture, identify, photoProgram, words, advice)
  }

  /// Checks that each configured model has a known price. The program does not call a model without
  /// a known price, so each scan would fail.
  private func checkPrices() -> [CheckResult] {
    guard let call = identify?.call, let choice, !call.isPrivate else { return [] }
    return choice.names.map { model in
      if call.knownPrice(of: model) != nil { return CheckResult("price of \(model) is known") }
      return CheckResult(
        "price of \(model)",
        remedy: "it is not known, so the monthly cap could not hold and nothing is asked of the "
          + "model; add \(model) INPUT OUTPUT to model-prices: in the control file, in dollars a "
          + "million tokens, or set another model")
    }
  }

  private func checkLooking(
    _ picture: String, _ identify: IdentifyStage, _ photoProgram: PhotoProgram,
    _ words: Phrasebook, _ advice: ServiceAdvice
  ) async -> CheckResult {
    let subject = "model \(identify.models.identify)"
    do {
      let crop = try photoProgram.crop(picture, guide: nil)
      let id = ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount))
      let host = try await identify.call.database.with { (store) throws(StoreError) in
        try store.host()
      }
      let identification = try await identify.identified(crop, for: CallOwner(id, person: host))
        .best
      let name =
        identification.candidates.first.map { "\($0.artist) – \($0.title)" }
        ?? identification.status.rawValue
      return CheckResult("\(subject) answered: \(name)")
    } catch let failure as ScanFailure {
      if let breaker = await breaker(of: identify.call) {
        return CheckResult(
          subject,
          remedy:
            "\(identify.call.addressAndKeyFile): \(breaker.reason); \(advice.remedy(breaker.trouble))"
        )
      }
      return CheckResult(subject, remedy: words.text(failure.failure.reason))
    } catch {
      return CheckResult(subject, remedy: "\(error)")
    }
  }

  /// The last failure of the provider, in the service's own words; nil if the call did not fail at the
  /// provider, or the database cannot be read.
  private func breaker(of call: ModelCall) async -> Breaker? {
    let name = call.provider.name
    do {
      return try await call.database.with { (store) throws(StoreError) in
        try store.breakers().first { $0.provider == name }
      }
    } catch {
      return nil
    }
  }

  /// Asks MusicBrainz without the cache, then the archive for the group that MusicBrainz names.
  private func checkLookup(_ album: Album) async -> [CheckResult] {
    let subject = "MusicBrainz \(lookup.musicBrainz.url)"
    var musicBrainz = lookup.musicBrainz
    musicBrainz.asksAgain = true
    do {
      let group = try await musicBrainz.releaseGroup(artist: album.artist, title: album.title)
      return [
        CheckResult("\(subject) \(group.map { "knows \($0.title)" } ?? "answers")"),
        await checkArchive(group, of: album),
      ]
    } catch {
      return [
        CheckResult(
          subject, remedy: "\(error); check the network, and that contact: is set"),
        await checkArchive(nil, of: album),
      ]
    }
  }

  /// Asks Open Library without the cache for a book that has a cover, then for this cover. Only the
  /// scan of a shelf needs them, so each remedy is a warning.
  private func checkBooks() async -> [CheckResult] {
    let subject = "Open Library \(books.url)"
    var library = books
    library.asksAgain = true
    do {
      let known = SpineReading(title: "Dune", creator: "Frank Herbert", kind: .book, confidence: 1)
      let book = try await library.book(known)
      let name = book.map { "knows \($0.title)" } ?? "answers"
      return [CheckResult("\(subject) \(name)")] + (await checkCover(book?.cover))
    } catch {
      return [
        CheckResult(
          subject, remedy: "\(error); check the network, and that contact: is set",
          isWarning: true)
      ]
    }
  }

  /// Asks for a cover of Open Library; empty if there is no cover to ask for.
  private func checkCover(_ cover: Int?) async -> [CheckResult] {
    guard let cover else { return [] }
    let subject = "covers of Open Library \(books.covers.url)"
    do {
      guard let bytes = try await books.cover(cover) else {
        return [
          CheckResult("\(subject) answer", remedy: "there is no cover \(cover)", isWarning: true)
        ]
      }
      let remedy =
        artworkKeeping.clean(bytes) == nil
        ? "they are no picture; check what answers for it on this network" : nil
      return [
        CheckResult("\(subject) sent \(bytes.count) bytes", remedy: remedy, isWarning: true)
      ]
    } catch {
      return [CheckResult(subject, remedy: "\(error); check the network", isWarning: true)]
    }
  }

  private func checkArchive(_ group: ReleaseGroup?, of album: Album) async -> CheckResult {
    let subject = "Cover Art Archive \(lookup.archive.url)"
    guard let group else {
      return CheckResult(
        subject,
        remedy: "it was not asked: MusicBrainz named no release group of \(album.title)",
        isWarning: true)
    }
    switch await lookup.archive.front(group: group.id) {
    case .picture(let bytes):
      return CheckResult(
        "\(subject) sent \(bytes.count) bytes",
        remedy: artworkKeeping.clean(bytes) == nil
          ? "they are no picture; check what answers for it on this network" : nil)
    case .none:
      return CheckResult(
        "\(subject) answers", remedy: "it has no front of \(group.title), so no picture was tried",
        isWarning: true)
    case .unknown:
      return CheckResult(
        subject, remedy: "no front image came; check the network. Finds show the placeholder")
    }
  }
}

extension ModelChoice {
  /// Each name once.
  fileprivate var names: [String] { Set(all).sorted() }
}
