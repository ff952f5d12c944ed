// Runs one photograph of a sleeve through the released programs, and compares the result with the photographed album.

import Albums
import Covers
import Host
import MusicBrainz
import Photos
import Scanning
import Services
import Sleeves
import Support

struct SleeveTrial: Sendable {
  let catalogue = MadeCatalogue()
  let fronts: MadeFronts
  let maker = NameMaker()
  private let folder: TemporaryFolder
  private let photoProgram: PhotoProgram
  private let reader: SleeveReader
  private let stage: SleeveStage

  /// Uses the programs beside this one and the text reader of the checkout. The answers of services take
  /// `answerMilliseconds`; nil: no time, and no pauses between requests.
  init(answerMilliseconds: Int? = nil) throws {
    let missing = LetteringFont.missingFiles
    guard missing.isEmpty else {
      throw DrawnLetteringError(description: "./setup evaluate installs: \(missing)")
    }
    let programs = Programs.ownFolder
    let files = try TemporaryFolder()
    folder = files
    photoProgram = PhotoProgram(path: "\(programs)/albumscan-photo")
    reader = SleeveReader(
      photoProgram: photoProgram, textReader: ReaderProgram(programs: programs),
      folder: files.path, log: LogFile(path: files.file("log"), isEchoed: true)
    ) { Timestamp(milliseconds: 1_795_000_000_000) }
    fronts = MadeFronts(of: catalogue)
    stage = PlayedArchives.stage(
      catalogue, fronts, reader: reader, photoProgram, in: files.path,
      answerMilliseconds: answerMilliseconds)
  }

  func result(of photo: SleevePhoto, _ number: Int) async throws -> SleeveResult {
    let file = folder.file("photo.jpg")
    try Files.replace(file, with: photo.jpeg, durably: false)
    let start = ContinuousClock.now
    let crop = try photoProgram.crop(file, guide: nil)
    let isRefused = crop.refusal != nil
    let reading =
      isRefused ? nil : await reader.reading(of: file, crop, [], for: "photograph \(number)")
    var finding = SleeveFinding?.none
    if let reading, !reading.isEmpty {
      finding = await stage.finding(reading, stage.comparison(with: crop.fingerprint))
    }
    let album = MadeCatalogue.mbid(of: photo.subject.album)
    let sure = finding?.sure
    let outcome: SleeveResult.Outcome =
      if let sure {
        Self.id(of: sure.work) == album ? .sure : .falseSure
      } else if finding?.likely.contains(where: { $0.group.id == album }) == true {
        .offered
      } else {
        isRefused ? .refused : finding?.likely.isEmpty == false ? .others : .nothing
      }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let match = sure == nil ? try ownFront(photo.subject, crop) : "-"
    let offers = (finding?.likely ?? []).map { "\($0.group.artist): \($0.group.title)" }
    let name = photo.subject.name
    let lines = reading?.lines.map(\.text).joined(separator: " | ") ?? "-"
    let found = sure.map { sure in
      let evidence = sure.evidence.picture == .same ? "picture" : "code"
      return "\(sure.work) (\(evidence))"
    }
    return SleeveResult(
      number: number, outcome: outcome, isMissing: photo.subject.isMissing,
      isReadable: photo.isReadable, seconds: seconds,
      kinds: photo.kinds.map { "\($0.name): \($0.value)" },
      note: [
        "\(name.artist): \(name.title) -> \(found ?? "not sure")", "own front: \(match)",
        "offers: \(offers.joined(separator: ", "))", "read: \(lines)",
      ].joined(separator: "; "))
  }

  /// The id of the release group; nil for a book.
  private static func id(of work: SleeveWork) -> String? {
    if case .album(let group) = work { return group.id }
    return nil
  }

  /// How well the archive's front of the photographed album agrees with the crop, in 250 and in 500 pixels.
  private func ownFront(_ subject: SleeveSubject, _ crop: Crop) throws -> String {
    guard !subject.isMissing, let seen = Fingerprint(bytes: crop.fingerprint) else { return "none" }
    let keeping = ArtworkKeeping(photoProgram: photoProgram, folder: folder.path)
    let levels = try [250, 500].map { side in
      let front = try fronts.archived(subject.album, side: side)
      let clean = front.flatMap { keeping.clean($0) }
      let known = clean.flatMap { Fingerprint(bytes: $0.fingerprint) }
      return known.map { "\(seen.likeness(to: $0).level)" } ?? "none"
    }
    return levels.joined(separator: ", in 500 px ")
  }
}
