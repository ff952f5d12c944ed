// The owner's import of a file: the upload, the start, the cancellation and the undo of the import. The
// worker reads the file, because this program decodes no strangers' files.

import Albums
import CGI
import Glibc
import Host
import Store
import Text

struct ImportRoutes {
  let access: Access

  /// The maximum number of uploaded files that wait. Source: docs/limits.md "Export and import".
  private static let mostFiles = 10

  /// The maximum time that a form waits for the worker, so that the page of a short step shows its
  /// result at once.
  private static let waitMilliseconds: Int64 = 1000

  private var installation: Installation { access.installation }
  private var request: Request { access.request }

  /// POST …/import: stores the file durably, then queues its dry run.
  func add(_ body: inout Body, _ store: borrowing Store) throws -> RouteResult {
    guard try countFiles() < Self.mostFiles else { throw Refusal.importsFull }
    let upload = newID()
    let name = try receive(upload, &body)
    // If the commit fails, the file stays, because the commit may have succeeded. The worker removes
    // files without a job.
    try store.queueCheck(
      ImportOrder(.check, of: upload, name: name.text), by: access.personID, at: installation.now)
    return try queued(upload, store)
  }

  /// POST …/imports/<id>/start, after the dry run has succeeded. A second press of the button changes nothing.
  func start(
    _ upload: UploadID, _ body: inout Body, _ store: borrowing Store
  ) throws -> RouteResult {
    let form = try UploadReceiver(installation: installation).form(request, &body)
    guard let last = try store.uploadedImport(upload) else { throw Refusal.notFound }
    // The file of a finished dry run is removed after a day.
    let isThere = Files.exists(installation.configuration.upload(upload.text))
    guard isThere || !last.needsFile else { throw Refusal.notFound }
    let isStarted = try store.startImport(
      of: upload, takesAmbiguous: form["ambiguous"] == "1", writesReviews: form["reviews"] == "1",
      by: access.personID, at: installation.now)
    guard try isStarted || store.uploadedImport(upload)?.order.step == .run else {
      throw Refusal.importNotChecked
    }
    return try queued(upload, store)
  }

  /// POST …/imports/<id>/cancel: removes the file and its dry run. An import that has begun is not
  /// cancelled, but it can be undone.
  func cancel(
    _ upload: UploadID, _ body: inout Body, _ store: borrowing Store
  ) throws -> RouteResult {
    body.drain()
    guard try store.uploadedImport(upload) != nil else { throw Refusal.notFound }
    guard try store.cancelImport(of: upload) else { return try queued(upload, store) }
    try Files.remove(installation.configuration.upload(upload.text))
    try Files.remove(installation.configuration.importReport(upload.text))
    if request.wantsJSON { return RouteResult(.json(.ok, ["version": 1])) }
    return RouteResult(try .seeOther(ImportPage.path))
  }

  /// POST …/imports/<number>/undo.
  func undo(_ number: Int64, _ body: inout Body, _ store: borrowing Store) throws -> RouteResult {
    body.drain()
    guard try store.importRecord(number) != nil else { throw Refusal.notFound }
    let page = try store.queueUndo(
      of: number, as: newID(), by: access.personID, at: installation.now)
    // A second press of the button, after the undo has ended.
    guard let page else { return RouteResult(try .seeOther(ImportPage.path)) }
    return try queued(page, store)
  }

  // MARK: Parts of the routes

  private func newID() -> UploadID {
    UploadID(randomBytes: Randomness.bytes(UploadID.randomByteCount))
  }

  /// The number of files in data/imports, without the results of dry runs.
  private func countFiles() throws -> Int {
    let folder = installation.configuration.imports
    guard Files.isDirectory(folder) else { return 0 }
    return try Files.entries(of: folder).count { UploadID($0) != nil }
  }

  /// Saves the file under its id. Nothing of a refused file stays.
  private func receive(_ upload: UploadID, _ body: inout Body) throws -> FileName {
    let receiver = UploadReceiver(installation: installation)
    do {
      let slot = try receiver.reserveSlot(for: request)
      var file = try receiver.newImport()
      let temporary = file.temporaryPath
      do {
        let names = try receiver.receive(request, &body, into: &file)
        _ = try file.finish()
        Failpoint.pass("import-accept:file")
        try Files.move(
          temporary, to: installation.configuration.upload(upload.text), durably: true)
        _ = consume slot
        return FileName(names["file"])
      } catch {
        try Files.remove(temporary)
        throw error
      }
    } catch Refusal.tooLarge {
      throw Refusal.importTooLarge
    } catch Refusal.noPhoto, Refusal.empty {
      throw Refusal.noImportFile
    }
  }

  /// The response after a step is queued: the page of the file.
  private func queued(_ upload: UploadID, _ store: borrowing Store) throws -> RouteResult {
    let page = "\(ImportedPage.folder)/\(upload)"
    if request.wantsJSON {
      let json: JSON = ["version": 1, "id": .string(upload.text), "page": .string(page)]
      return RouteResult(.json(.accepted, json), needsWorker: true)
    }
    installation.startWorker()
    let deadline = Clock.bootMilliseconds() + Self.waitMilliseconds
    while try store.uploadedImport(upload)?.state == .queued, Clock.bootMilliseconds() < deadline {
      usleep(20_000)
    }
    return RouteResult(try .seeOther(page))
  }
}
