// The check of the doctor about albums of one name. Source: docs/names.md "After an upgrade".

import Albums
import Host
import Store

extension Examination {
  /// The maximum number of albums in the line.
  private static let mostNames = 5

  /// No finding without such albums.
  func albumNames() -> Finding? {
    guard let store = openedStore() else { return nil }
    let questions: [AlbumQuestion]
    do {
      questions = try store.albumQuestions()
    } catch {
      return Self.unchecked("albums of one name", error)
    }
    guard !questions.isEmpty else { return nil }
    let doubtful = questions.count { $0.other == nil }
    let named = questions.prefix(Self.mostNames).map { "\($0.album.artist) – \($0.album.title)" }
    let more = questions.count - named.count
    return Finding(
      subject: "albums of one name: \(questions.count)",
      remedy:
        "\(questions.count - doubtful) have the name of another album, and \(doubtful) may have finds of two albums; "
        + "the owner decides on the page \(configuration.baseURL)/cgi-bin/albumscan/status: "
        + named.joined(separator: ", ") + (more > 0 ? ", and \(more) more" : ""),
      isWarning: true)
  }
}
