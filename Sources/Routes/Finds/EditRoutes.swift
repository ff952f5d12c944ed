// The details of finds: the page that edits one find, the change of one find or of many, and the
// undo of a change.

import Albums
import CGI
import Host
import Store
import Text

struct EditRoutes {
  let access: Access

  private var installation: Installation { access.installation }
  private var request: Request { access.request }

  /// The rule of the published log; nil without one.
  private var rule: PublishRule? { installation.configuration.publishing?.rule }

  private static let program = "/cgi-bin/albumscan"

  /// The maximum time that a form waits for the pages that an edit changes.
  private static let formWaitMilliseconds: Int64 = 1000

  /// The beginning of the name of a field that selects a find; the find's id follows.
  private static let selection = "find-"

  /// GET …/finds/<id>/edit: the form with the present details. The form is no static page, because
  /// it contains the note.
  func form(of id: FindID, _ store: borrowing Store) throws -> RouteResult {
    guard let find = try store.find(id) else { throw Refusal.notFound }
    var fill = PageFill()
    fill["id"] = id.text
    fill["page"] = find.page
    fill.show(find.album.kind.rawValue)
    fill["title"] = find.album.title
    fill["artist"] = find.album.artist
    fill["tags"] = find.details.tags.map(\.text).joined(separator: ", ")
    for detail in Detail.all { fill[detail.field] = detail.text(find.details) }
    fill.show(find.details.status?.rawValue ?? "none")
    switch find.details.publicChoice {
    case .yes?: fill.show("public")
    case .no?: fill.show("private")
    case nil: fill.show("undecided")
    }
    if let rule {
      fill["publicity"] = installation.text(rule.reason(for: find.details).sentence)
      fill.show("publicity")
    }
    if access.isOwner { try showFavourites(of: find, store, in: &fill) }
    fill.list(
      "tag",
      try store.tagCounts().prefix(200).map { (tag, _) in
        var entry = PageFill()
        entry["tag"] = tag.text
        return entry
      })
    return try installation.page(.edit, fill)
  }

  /// The choice of favourites is for owners. The form lists the other favourites, because the find may have
  /// to replace one of them.
  private func showFavourites(
    of find: Find, _ store: borrowing Store, in fill: inout PageFill
  ) throws {
    fill.show("favourites")
    fill.show(find.details.isFavourite ? "favourite" : "ordinary")
    fill.list(
      "other",
      try store.favourites().filter { $0.id != find.id }.map { other in
        var entry = PageFill()
        entry["other"] = other.id.text
        entry["other-title"] = other.title
        entry["other-artist"] = other.artist
        return entry
      })
  }

  /// POST …/finds/<id>/edit.
  func edit(
    _ id: FindID, _ body: inout Body, _ store: borrowing Store
  ) throws -> RouteResult {
    let form = try UploadReceiver(installation: installation).form(request, &body)
    guard try store.details(of: id) != nil else { throw Refusal.notFound }
    // Refuses a change that another person made with this browser. The browser may have kept it until now.
    guard form["person"] == nil || form["person"] == access.personID.text else {
      throw Refusal.signIn
    }
    let change = try change(form)
    guard !change.isEmpty else { throw Refusal.edit(.nothing) }
    let edit = newEdit()
    _ = try stored { () throws(EditFailure) in
      try store.edit(
        [id], change, as: edit, by: access.personID, at: installation.now, under: rule)
    }
    guard let details = try store.details(of: id) else { throw Refusal.notFound }
    if request.wantsJSON {
      return RouteResult(.json(.ok, Self.json(id, details, edit)), needsWorker: true)
    }
    try waitForPages(store)
    return RouteResult(try .seeOther(try store.page(of: id)))
  }

  /// POST …/finds/edit: the same change of many finds, or their deletion.
  func editMany(_ body: inout Body, _ store: borrowing Store) throws -> RouteResult {
    let form = try UploadReceiver(installation: installation).form(request, &body)
    let finds = try selected(form, store)
    let edit = newEdit()
    let result: StoredEdit
    if form["delete"] != nil {
      result = try store.delete(finds, as: edit, by: access.personID, at: installation.now)
    } else {
      // The form's lists send an empty value for their first choice, "Unchanged".
      let change = try change(form, unchanged: "")
      guard !change.isEmpty else { throw Refusal.edit(.nothing) }
      result = try stored { () throws(EditFailure) in
        try store.edit(
          finds, change, as: edit, by: access.personID, at: installation.now, under: rule)
      }
    }
    return try answer(edit, result, store)
  }

  /// GET …/edits/<id>: a page that says how many finds changed, with Undo.
  func page(of edit: EditID, _ store: borrowing Store) throws -> RouteResult {
    guard let stored = try store.editRecord(edit), try isOwn(edit, store) else {
      throw Refusal.notFound
    }
    var fill = PageFill()
    fill["id"] = edit.text
    fill["count"] = installation.sentence(
      stored.isDeletion ? "account.edit.deleted" : "account.edit.changed",
      ["count": .count(stored.count)])
    fill.show(stored.isUndone ? "undone" : "open")
    return RouteResult(
      try installation.page(.edited, fill).response,
      needsWorker: try installation.needsWorker(store))
  }

  /// POST …/edits/<id>/undo.
  func undo(
    _ edit: EditID, _ body: inout Body, _ store: borrowing Store
  ) throws -> RouteResult {
    body.drain()
    guard try isOwn(edit, store) else { throw Refusal.notFound }
    guard let result = try store.undo(edit, at: installation.now) else {
      // A second press of the button.
      guard !request.wantsJSON else { throw Refusal.notFound }
      return RouteResult(try .seeOther("\(Self.program)/edits/\(edit)"))
    }
    return try answer(edit, result, store)
  }

  // MARK: Parts of the routes

  /// The finds that the form selects. All of them must belong to the sender, unless the sender is an
  /// owner.
  private func selected(_ form: Form, _ store: borrowing Store) throws -> [FindID] {
    var finds: [FindID] = []
    for name in form.names where name.hasPrefix(Self.selection) {
      guard let id = FindID(String(name.dropFirst(Self.selection.utf8.count))) else {
        throw Refusal.malformedRequest
      }
      finds.append(id)
    }
    guard !finds.isEmpty else { throw Refusal.edit(.nothing) }
    guard finds.count <= StoredEdit.mostFinds else { throw Refusal.malformedRequest }
    for id in finds where !access.isOwner {
      guard try store.finder(of: id) == access.personID else {
        throw Refusal.notYours
      }
    }
    return finds
  }

  private func change(_ form: Form, unchanged: String? = nil) throws -> FindEdit {
    let change: FindEdit
    do throws(FindEditError) {
      change = try FindEdit { name in form[name].flatMap { $0 == unchanged ? nil : $0 } }
    } catch {
      throw Refusal.edit(error)
    }
    if change.changes[Detail.favourite.name] != nil, !access.isOwner { throw Refusal.ownersOnly }
    return change
  }

  private func isOwn(_ edit: EditID, _ store: borrowing Store) throws -> Bool {
    guard try store.editor(of: edit) != nil else { return false }
    return try access.isOwner || store.mayUndo(edit, access.personID)
  }

  private func newEdit() -> EditID {
    EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
  }

  private func stored(
    _ body: () throws(EditFailure) -> StoredEdit
  ) throws -> StoredEdit {
    do throws(EditFailure) {
      return try body()
    } catch {
      switch error {
      case .refused(let reason): throw Refusal.edit(reason)
      case .store(let error): throw error
      }
    }
  }

  private func answer(
    _ edit: EditID, _ result: StoredEdit, _ store: borrowing Store
  ) throws -> RouteResult {
    if request.wantsJSON {
      let json: JSON = [
        "version": 1, "edit": .string(edit.text),
        "changed": .array(result.changed.map { .string($0.text) }),
      ]
      return RouteResult(.json(.ok, json), needsWorker: true)
    }
    try waitForPages(store)
    return RouteResult(try .seeOther("\(Self.program)/edits/\(edit)"))
  }

  /// Starts the worker and waits a moment for it, so that the next page shows the change.
  private func waitForPages(_ store: borrowing Store) throws {
    installation.startWorker()
    try installation.waitForPages(store, milliseconds: Self.formWaitMilliseconds)
  }

  private static func json(_ id: FindID, _ details: FindDetails, _ edit: EditID) -> JSON {
    .object(
      [
        .init("version", 1), .init("id", .string(id.text)), .init("edit", .string(edit.text)),
      ] + details.members)
  }
}
