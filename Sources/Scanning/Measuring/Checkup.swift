// One real picture through the real code to every configured service: what the doctor asks for.

package import Albums
import Host
import Models
import Store

/// What a service did with the doctor's question.
package struct CheckResult: Equatable, Sendable {
  package let subject: String

  /// What to do; nil when all is well.
  package let remedy: String?

  /// It works today; the remedy is for later.
  package let isWarning: Bool

  init(_ subject: String, remedy: String? = nil, isWarning: Bool = false) {
    self.subject = subject
    self.remedy = remedy
    self.isWarning = isWarning
  }
}

extension Services {
  /// Asks the model, MusicBrainz and the archive about one known cover.
  ///
  /// The call is booked like any other, under a scan id of its own: the cap holds for the doctor too.
  package func checkup(
    picture: String, of album: Album, photoProgram: PhotoProgram, words: Phrasebook
  ) async -> [CheckResult] {
    let listed = await checkListed()
    let looks = await checkLooking(picture, photoProgram, words)
    return listed + checkPrices() + [looks].compactMap(\.self) + (await checkGrounding(album))
  }

  /// Every configured model against what its service lists: there, not ending, able to see.
  private func checkListed() async -> [CheckResult] {
    guard let identify, let choice else { return [] }
    let provider = identify.call.provider
    do {
      let listed = try await provider.models()
      let today = identify.call.now()
      return choice.names.map { model in
        ModelCheck(model, listed: listed, today: today)
          .result(looks: [choice.identify, choice.search].contains(model))
      }
    } catch {
      return [
        CheckResult(
          "models of \(provider.name)", remedy: "\(error.reason); its list could not be read")
      ]
    }
  }

  /// A model that costs and has no price is never asked: the scans would say so, one after the other.
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
    _ picture: String, _ photoProgram: PhotoProgram, _ words: Phrasebook
  ) async -> CheckResult? {
    guard let identify else { return nil }
    let subject = "model \(identify.models.look)"
    do {
      let crop = try photoProgram.crop(picture, guide: nil)
      let id = ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount))
      let said = try await identify.identified(crop, for: CallOwner(id, person: .owner)).best
      let name = said.candidates.first.map { "\($0.artist) – \($0.title)" } ?? said.status.rawValue
      return CheckResult("\(subject) answered: \(name)")
    } catch let failure as ScanFailure {
      return CheckResult(subject, remedy: words.text(failure.failure.reason))
    } catch {
      return CheckResult(subject, remedy: "\(error)")
    }
  }

  /// What was kept of earlier answers proves nothing: MusicBrainz is asked again. The archive is asked
  /// for the album it names.
  private func checkGrounding(_ album: Album) async -> [CheckResult] {
    let subject = "MusicBrainz \(grounding.musicBrainz.url)"
    var musicBrainz = grounding.musicBrainz
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

  private func checkArchive(_ group: ReleaseGroup?, of album: Album) async -> CheckResult {
    let subject = "Cover Art Archive \(grounding.archive.url)"
    guard let group else {
      return CheckResult(
        subject,
        remedy: "it was not asked: MusicBrainz named no release group of \(album.title)",
        isWarning: true)
    }
    switch await grounding.archive.front(group: group.id) {
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
  /// Each once.
  fileprivate var names: [String] { Set(all).sorted() }
}
