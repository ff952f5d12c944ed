// POST …/finds/<id>/artwork: adds or removes the owner's own picture of an album, or asks the services
// again for its picture. An own picture is saved in data/photos before a job for the worker is queued.
// This program does not decode the picture.

import Albums
import CGI
import Host
import Store

struct ArtworkRoute {
  let installation: Installation

  /// The person who sent the request (`Installation.person(behind:)`).
  let person: PersonID

  func result(of id: FindID, _ request: Request, _ body: inout Body) throws -> RouteResult {
    let store = try installation.openStore()
    guard try store.find(id) != nil else { throw Refusal.notFound }
    if isForm(request) {
      try change(id, request, &body, store)
    } else {
      let receiver = UploadReceiver(installation: installation)
      try put(
        try receiver.keptPicture(request, &body, ending: "artwork", mayBeRemoval: true), for: id,
        store)
    }
    return try FindRoutes(installation: installation, person: person).queued(id, request, store)
  }

  private func isForm(_ request: Request) -> Bool {
    request.contentType?.hasPrefix("application/x-www-form-urlencoded") == true
  }

  /// Reads the form that removes the own picture, or refreshes the album's picture.
  private func change(
    _ id: FindID, _ request: Request, _ body: inout Body, _ store: borrowing Store
  ) throws {
    let form = try UploadReceiver(installation: installation).form(request, &body)
    if form["refresh"] == "1" {
      try FindRoutes.refuseBook(id, store)
      guard try store.enqueue(.refreshArtwork, for: id, by: person, at: installation.now) else {
        throw Refusal.notFound
      }
    } else {
      guard form["remove"] == "1" else { throw Refusal.noPhoto }
      // An empty name means removal.
      try put("", for: id, store)
    }
  }

  /// Queues the job, and deletes the pictures that no job needs. If the commit fails, the picture
  /// stays, because the commit may have succeeded; the worker removes pictures without a job.
  private func put(_ file: String, for id: FindID, _ store: borrowing Store) throws {
    switch try store.accept(picture: file, for: id, by: person, at: installation.now) {
    case .accepted(let replaced): for file in replaced { try remove(file) }
    case .notFound:
      try remove(file)
      throw Refusal.notFound
    case .queueFull:
      try remove(file)
      throw Refusal.queueFull
    }
  }

  private func remove(_ file: String) throws {
    if !file.isEmpty { try Files.remove("\(installation.configuration.photos)/\(file)") }
  }
}
