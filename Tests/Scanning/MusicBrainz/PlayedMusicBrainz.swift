// MusicBrainz with a played transport and without pauses, in a temporary folder.

import Albums
import HTTP
import Host
import Store
import Support

@testable import MusicBrainz
@testable import Scanning

extension MusicBrainz {
  init(_ transport: Transport, in folder: TemporaryFolder) throws {
    self.init(
      transport: transport, url: "http://mb.test/ws/2",
      destination: .configured(host: "mb.test", port: 80),
      pace: Pace(folder.file("pace"), gapMilliseconds: 0),
      cache: AnswerCache(
        DatabaseActor(try Store.openUpgrading(folder.file("albums.db"))),
        log: LogFile(path: folder.file("log"))
      ) {
        Timestamp(milliseconds: 1_795_000_000_000)
      })
  }
}

/// Records the pauses instead of waiting.
actor Pauses {
  private(set) var noted: [Int] = []
  func note(_ milliseconds: Int) { noted.append(milliseconds) }
}
