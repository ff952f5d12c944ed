// Open Library with a played transport and without pauses, in a temporary folder.

import HTTP
import Support
import Synchronization

@testable import Books

extension OpenLibrary {
  init(_ transport: Transport, in folder: TemporaryFolder, answers: Answers = Answers()) {
    self.init(
      transport: transport, url: "http://ol.test",
      destination: .configured(host: "ol.test", port: 80),
      pace: Pace(folder.file("pace"), gapMilliseconds: 0), cache: answers.cache,
      covers: OpenLibraryCovers(
        transport: transport, url: "http://covers.test",
        destination: .configured(host: "covers.test", port: 80),
        pace: Pace(folder.file("covers-pace"), gapMilliseconds: 0)))
  }
}

/// A cache in memory.
final class Answers: Sendable {
  private let kept = Mutex<[String: [UInt8]]>([:])

  var questions: [String] { kept.withLock { $0.keys.sorted() } }

  var cache: AnswerCache {
    AnswerCache(
      read: { question in self.kept.withLock { $0[question] } },
      write: { answer, question in self.kept.withLock { $0[question] = answer } })
  }
}

/// Records the pauses instead of waiting.
actor Pauses {
  private(set) var noted: [Int] = []
  func note(_ milliseconds: Int) { noted.append(milliseconds) }
}
