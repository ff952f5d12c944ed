// Exports for the web: a request queues the job, and only the person who asked gets the file. The settings
// page shows the state.

import Albums
import CGI
import Host
import Store
import Text

struct ExportRoutes {
  let access: Access

  private static let page = "/cgi-bin/albumscan/settings#data"
  static let folder = "/cgi-bin/albumscan/exports"

  private var installation: Installation { access.installation }
  private var configuration: Configuration { installation.configuration }

  /// POST …/exports. While the same export is queued, another request makes no second job.
  func add(_ body: inout Body, _ store: borrowing Store) throws -> RouteResult {
    body.drain()
    let id = UploadID(randomBytes: Randomness.bytes(UploadID.randomByteCount))
    let content: ExportContent = access.isOwner ? .all : .own
    let (queued, replaced) = try store.queueExport(
      ExportOrder(content, as: id), by: access.personID, at: installation.now)
    for id in replaced { try Files.remove(configuration.export(id.text)) }
    if access.request.wantsJSON {
      let json: JSON = ["version": 1, "id": .string(queued.text), "state": "queued"]
      return RouteResult(.json(.accepted, json), needsWorker: true)
    }
    return RouteResult(try .seeOther(Self.page), needsWorker: true)
  }

  /// GET …/exports/<id>: the state as JSON, or the file. Every other person gets the answer for an
  /// unknown export. For the archive, a person who is no longer an owner gets this answer, too.
  func file(of id: UploadID, _ store: borrowing Store) throws -> RouteResult {
    guard let export = try store.export(id), export.person == access.personID,
      access.isOwner || export.order.content == .own
    else { throw Refusal.notFound }
    let size = size(of: export)
    if access.request.wantsJSON {
      let json: JSON = [
        "version": 1, "id": .string(id.text), "state": .string(export.state.rawValue),
        "bytes": size.map { .integer($0) } ?? .null, "message": .string(message(about: export)),
      ]
      return RouteResult(.json(.ok, json), needsWorker: try installation.needsWorker(store))
    }
    guard let size else { throw Refusal.notFound }
    var response = Response.file(export.order.content == .all ? .zip : .csv, length: size)
    try response.add(
      .contentDisposition, "attachment; filename=\"\(export.order.content.fileName)\"")
    var result = RouteResult(response)
    result.file = configuration.export(id.text)
    return result
  }

  /// The card of the settings page.
  func add(to fill: inout PageFill, _ store: borrowing Store) throws(StoreError) {
    fill.show(access.isOwner ? "export-all" : "export-own")
    guard let export = try store.lastExport(of: access.personID) else {
      return fill.show("export-button")
    }
    let message = message(about: export)
    fill["export-id"] = export.order.id.text
    fill["export-message"] = message
    switch export.state {
    case .queued: fill.show("export-working")
    case .failed: fill.show("export-failed")
    case .done: if size(of: export) != nil { fill.show("export-file") }
    }
    fill.show("export-button", export.state != .queued)
  }

  /// The size of a complete file that is not too old; nil without one.
  private func size(of export: WebExport) -> Int? {
    let end = export.updated.advanced(byMilliseconds: ExportOrder.keptMilliseconds)
    guard export.state == .done, installation.now < end else { return nil }
    return Files.regularSize(of: configuration.export(export.order.id.text))
  }

  private func message(about export: WebExport) -> String {
    switch export.state {
    case .queued:
      export.failure.map { installation.text($0) }
        ?? installation.sentence("account.export.working")
    case .failed: installation.text(export.failure ?? .gaveUp)
    case .done:
      installation.sentence(
        "account.export.kept",
        [
          "until": .text(
            installation.text(
              export.updated.advanced(byMilliseconds: ExportOrder.keptMilliseconds)))
        ])
    }
  }
}
