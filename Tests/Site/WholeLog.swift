// A history with finds and scans in each state that a page shows.

import Albums
import Tracks

@testable import Site

extension SampleLog {
  /// Finds and scans in each state that a page shows.
  static func whole() throws -> SampleLog {
    let at = Sample.moment(daysBefore: 0)
    var log = SampleLog()
    log.finds = [
      Sample.made(1, artwork: try Sample.artwork(1), review: try Sample.review()),
      Sample.made(
        2, daysBefore: 1, artist: "*NSTATIC", title: "#1 <Broadcast> & \"More\"", isSure: false,
        review: try Sample.review(.avoidEntirely, tenths: 15)),
      Sample.made(
        3, daysBefore: 40, artist: "עמית לוי", title: "חורף בעיר",
        feedID: "https://records.example/album/\(Sample.find(3))/"),
    ]
    let album = log.finds[0].album
    let earlier = log.finds.enumerated().map { index, find in
      EarlierFind(id: find.id, found: find.found, isWanted: index == 1)
    }
    var again = Sample.made(4, artwork: try Sample.artwork(1), review: try Sample.review())
    again.earlier = earlier
    again.evidence = Evidence(.model(.high, isSettled: true), picture: .same)
    log.finds.append(again)
    log.finds[1].evidence = Evidence(.model(.high, isSettled: true), picture: .different)
    log.finds[1].earlier = [earlier[2]]
    log.finds[1].candidates = [
      NamedCandidate(id: "3", album: album, reason: "the lettering"),
      NamedCandidate(
        id: "4", album: Album(artist: "A & B", title: "<C>"), kind: .former, reason: ""),
    ]
    log.finds[2].job = JobNotice(topic: .review, isUnderWay: true)
    let sides = [
      TrackList.Track(number: "A1", title: "Paper Moon Motel", milliseconds: 245_000),
      TrackList.Track(number: "A2", title: "[untitled]", milliseconds: 61_000),
      TrackList.Track(number: "B1", title: "Night Ferry <II>"),
    ]
    for index in [0, 3] {
      log.finds[index].tracks = TrackList(
        release: "r", media: [TrackList.Medium(tracks: sides)]
      ).map(StoredTracks.init)
    }
    // A box of many tracks is folded.
    let disc = (1...21).map { TrackList.Track(number: "\($0)", title: "Piece \($0)") }
    log.finds[1].tracks = TrackList(
      release: "s",
      media: [TrackList.Medium(tracks: disc), TrackList.Medium(title: "Live", tracks: disc)]
    ).map(StoredTracks.init)
    log.finds[3].hasOwnArtwork = true
    log.finds[3].finder = PersonName("Ada & Annika")
    log.finds[3].job = JobNotice(
      topic: .musicbrainz, isUnderWay: false,
      failure: .unknownLink)
    var failed = Sample.made(5, daysBefore: 41)
    failed.unreviewed = .noReview(.network)
    log.finds += [failed, Sample.made(6, daysBefore: 41, review: try Sample.citedReview())]
    let likely = [
      LikelyMatch(id: "7", album: album, earlier: [earlier[0]]),
      LikelyMatch(id: "9", album: log.finds[1].album, earlier: []),
    ]
    log.scans = [
      Scan(
        id: Sample.scan(1), created: at, updated: at, state: .reviewing, album: album,
        named: [
          NamedCandidate(id: "1", album: album, reason: ""),
          NamedCandidate(id: "2", album: log.finds[1].album, reason: "the same lettering"),
        ], reviewSoFar: "A patient record.", costMicrodollars: 12_300),
      Scan(id: Sample.scan(2), created: at, updated: at, state: .identificationFailed),
      Scan(
        id: Sample.scan(3), created: at, updated: at, state: .complete, album: album,
        find: Sample.find(1)),
      Scan(
        id: Sample.scan(4), created: at, updated: at, state: .complete, album: album,
        isRecognised: true, find: Sample.find(1)),
      Scan(id: Sample.scan(5), created: at, updated: at, state: .complete, album: album),
      Scan(
        id: Sample.scan(6), created: at, updated: at, state: .identifying, likely: likely,
        advice: [.blurred, .noCover]),
      Scan(
        id: Sample.scan(7), created: at, updated: at, state: .identificationFailed,
        likely: [likely[1]],
        named: [NamedCandidate(id: "3", album: album, reason: "the lettering")],
        job: JobNotice(topic: .hint, isUnderWay: true), advice: PhotoAdvice.allCases),
      Scan(
        id: Sample.scan(8), created: at, updated: at, state: .complete, album: album,
        isRecognised: true, earlier: Array(earlier[..<2]), find: Sample.find(4)),
    ]
    return log
  }
}
