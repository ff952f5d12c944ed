// POST …/finds/<id>/artwork: the owner's own picture of an album, or none any more. It lies in
// data/photos before the worker is asked to look at it; nothing here decodes it.

import Albums
import CGI
import Host
import Store

struct ArtworkRoute {
  let house: House

  /// Who asks, by the access policy.
  let person: PersonID

  func answer(_ id: FindID, _ request: Request, _ body: inout Body) throws -> Answer {
    let store = try house.openStore()
    guard try store.find(id) != nil else { throw Refused(.notFound) }
    let file = isForm(request) ? try removal(request, &body) : try picture(request, &body)
    guard try put(file, for: id, store) else { throw Refused(.notFound) }
    return try FindRoutes(house: house, person: person).requested(id, request, store)
  }

  private func isForm(_ request: Request) -> Bool {
    request.contentType?.hasPrefix("application/x-www-form-urlencoded") == true
  }

  /// The empty name, which takes the picture away.
  private func removal(_ request: Request, _ body: inout Body) throws -> String {
    let form = try Reception(house: house).form(request, &body)
    guard form["remove"] == "1" else { throw Refused(.noPhoto) }
    return ""
  }

  /// The name of the picture in data/photos, where it is durably; empty for `remove`.
  private func picture(_ request: Request, _ body: inout Body) throws -> String {
    let reception = Reception(house: house)
    let slot = try reception.open(for: request)
    var upload = try reception.newUpload(picture: "picture", texts: ["remove"])
    let temporary = upload.temporaryPath
    do {
      try reception.receive(request, &body, into: &upload)
      if upload.field("remove") == "1", upload.byteCount == 0 {
        try Files.remove(temporary)
        return ""
      }
      _ = try upload.finish()
      let name = "\(FindID(randomBytes: Randomness.bytes(FindID.randomByteCount))).artwork"
      try Files.move(temporary, to: "\(house.configuration.photos)/\(name)", durably: true)
      _ = consume slot
      return name
    } catch {
      try Files.remove(temporary)
      throw error
    }
  }

  /// A commit that fails at its very end may have happened: then the picture stays, and the worker
  /// removes a file that no job names.
  private func put(_ file: String, for id: FindID, _ store: borrowing Store) throws -> Bool {
    let isThere = try store.enqueue(.artwork(file: file), for: id, by: person, at: house.now)
    if !isThere, !file.isEmpty { try Files.remove("\(house.configuration.photos)/\(file)") }
    return isThere
  }
}
