// The part of the status page about albums of one name: questions to an owner, and moves with their undo.
// Source: docs/names.md "After an upgrade".

import Albums
import CGI
import Store

extension StatusRoute {
  /// POST …/status.
  func change(_ form: Form, _ store: borrowing Store) throws -> RouteResult {
    guard let album = form["album"].flatMap({ Int64($0) }) else { throw Refusal.malformedRequest }
    switch form["do"] {
    case "join":
      _ = try store.joinAlbum(album, by: access.personID, at: access.installation.now)
    case "keep": _ = try store.keepAlbum(album)
    default: throw Refusal.malformedRequest
    }
    return RouteResult(try .seeOther("/cgi-bin/albumscan/status"), needsWorker: true)
  }

  func addNames(to fill: inout PageFill, _ store: borrowing Store) throws(StoreError) {
    var same: [PageFill] = []
    var doubtful: [PageFill] = []
    for question in try store.albumQuestions() {
      var entry = try names(of: question.album, store)
      entry["album"] = "\(question.album.album)"
      guard let other = question.other else {
        doubtful.append(entry)
        continue
      }
      entry.list("side", [try names(of: question.album, store), try names(of: other, store)])
      same.append(entry)
    }
    let moved = try store.albumMoves(at: access.installation.now).map { move in
      var entry = PageFill()
      entry["title"] = move.title
      entry["artist"] = move.artist
      entry["edit"] = move.edit.text
      entry["finds"] = access.installation.sentence(
        move.isJoin ? "account.names.joined" : "account.names.split",
        ["count": .count(move.countOfFinds)])
      return entry
    }
    fill.list("same", same)
    fill.list("doubtful", doubtful)
    fill.list("moved", moved)
    fill.show("names", !same.isEmpty || !doubtful.isEmpty || !moved.isEmpty)
  }

  private func names(
    of side: AlbumQuestion.Side, _ store: borrowing Store
  ) throws(StoreError) -> PageFill {
    var entry = PageFill()
    entry["title"] = side.title
    entry["artist"] = side.artist
    if let year = side.year {
      entry["year"] = "\(year)"
      entry.show("year")
    }
    if let find = side.find { entry["page"] = try store.page(of: find) }
    entry["finds"] = access.installation.sentence(
      "account.names.finds", ["count": .count(side.countOfFinds)])
    return entry
  }
}
