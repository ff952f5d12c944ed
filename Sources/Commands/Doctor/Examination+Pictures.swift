// The checks of the doctor about pictures of albums: missing files, and own pictures of earlier versions.

import Albums
import Host
import Store

extension Examination {
  /// The maximum number of albums that the check names.
  private static let mostAlbums = 20

  /// The pictures that the database names and whose files are missing. No finding while the database cannot be read.
  func artwork() -> Finding? {
    guard let store = openedStore() else { return nil }
    let subject = "pictures of albums \(configuration.artwork)"
    do {
      let present = Set(
        Files.exists(configuration.artwork) ? try Files.entries(of: configuration.artwork) : [])
      let missing = try store.artworkNames().filter { !present.contains("\($0)-1000.jpg") }.count
      return Finding(
        subject: subject,
        remedy: missing == 0
          ? nil
          : "\(missing.of("picture")) missing; the command asks the archive again for those that came from there. Own "
            + "pictures are in a backup only; \(setup.command("check --repair"))", isWarning: true)
    } catch {
      return Self.unchecked(subject, error)
    }
  }

  /// The own pictures of unknown senders, which the published log leaves out. Nil without such pictures.
  func unownedPictures() -> Finding? {
    guard let store = openedStore() else { return nil }
    let pictures: [UnownedPicture]
    do {
      pictures = try store.unownedPictures()
    } catch {
      return Self.unchecked("own pictures of unknown senders", error)
    }
    guard !pictures.isEmpty else { return nil }
    let named = pictures.prefix(Self.mostAlbums).map(line)
    let more = pictures.count - named.count
    return Finding(
      subject: "own pictures of unknown senders: \(pictures.count)",
      remedy: "an earlier version did not keep who sent them, so only the household sees them and "
        + "publish leaves them out; \(setup.command("artwork")) FIND FILE gives a find its own "
        + "picture, and artwork FIND --remove removes the picture: "
        + named.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : ""),
      isWarning: true)
  }

  private func line(_ picture: UnownedPicture) -> String {
    "\(picture.artist) – \(picture.title) (\(picture.find.map { "find \($0), " } ?? "")file "
      + "\(configuration.artwork)/\(picture.artwork.fileName(side: 1000)))"
  }
}
