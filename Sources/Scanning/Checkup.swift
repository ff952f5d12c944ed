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
}

extension Services {
  /// Asks the model, MusicBrainz and the archive about one known cover.
  ///
  /// The call is booked like any other, under a scan id of its own: the cap holds for the doctor too.
  package func checkup(
    picture: String, of album: Album, photoProgram: PhotoProgram
  ) async -> [CheckResult] {
    [
      await checkModel(picture, of: album, photoProgram), await checkMusicBrainz(album),
      await checkArchive(album),
    ].compactMap(\.self)
  }

  private func checkModel(
    _ picture: String, of album: Album, _ photoProgram: PhotoProgram
  ) async -> CheckResult? {
    guard let identify else { return nil }
    let end = ModelTable.shutdown(of: identify.model).map { " (it stops on \($0))" } ?? ""
    let subject = "model \(identify.model)\(end)"
    do {
      let crop = try photoProgram.crop(picture, guide: nil)
      let id = ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount))
      let said = try await identify.identification(of: crop, for: id)
      let name = said.candidates.first.map { "\($0.artist) – \($0.title)" } ?? said.status.rawValue
      return CheckResult(subject: "\(subject) answered: \(name)", remedy: nil)
    } catch let failure as ScanFailure {
      return CheckResult(
        subject: subject, remedy: failure.message)
    } catch {
      return CheckResult(subject: subject, remedy: "\(error)")
    }
  }

  private func checkMusicBrainz(_ album: Album) async -> CheckResult {
    let subject = "MusicBrainz \(grounding.musicBrainz.url)"
    do {
      let group = try await grounding.musicBrainz.releaseGroup(
        artist: album.artist, title: album.title)
      return CheckResult(
        subject: "\(subject) \(group.map { "knows \($0.title)" } ?? "answers")", remedy: nil)
    } catch {
      return CheckResult(
        subject: subject, remedy: "\(error); check the network, and that contact: is set")
    }
  }

  private func checkArchive(_ album: Album) async -> CheckResult? {
    guard
      let group = try? await grounding.musicBrainz.releaseGroup(
        artist: album.artist, title: album.title)
    else { return nil }
    let subject = "Cover Art Archive \(grounding.archive.url)"
    let front = await grounding.archive.front(group: group.id).bytes
    return CheckResult(
      subject: front.map { "\(subject) sent \($0.count) bytes" } ?? subject,
      remedy: front == nil ? "no front image came; finds show the placeholder" : nil)
  }
}
