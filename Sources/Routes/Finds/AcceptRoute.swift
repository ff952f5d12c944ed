// POST …/scans: saves the photo and records its scan before the response is sent. The order of the
// steps is a guarantee (docs/faults.md §6 "Accept sequence"). A typed product code becomes a scan, too.

import Albums
import CGI
import Host
import Pictures
import Store
import Text

struct AcceptRoute {
  let installation: Installation

  /// The sender of the request.
  let access: Access

  func result(of request: Request, _ body: inout Body) throws -> RouteResult {
    ProcessLimits.giveWay(.upload)
    let receiver = UploadReceiver(installation: installation)
    let slot = try receiver.reserveSlot(for: request)
    let (id, upload) = try store(request, &body)
    _ = consume slot
    var response =
      switch upload.kind {
      case .album: try response(toAlbum: id, request)
      case .shelf: try response(toShelf: id, request)
      }
    if upload.kind == .shelf, case .noPeople = access.identity,
      let secret = try installation.openStore().sender(of: id)?.secret
    {
      let policy = installation.accessPolicy
      let removals = ShelfCookie.removals(in: request, policy)
      for value in removals + [ShelfCookie.value(secret, id, policy)] {
        try response.add(.setCookie, value)
      }
    }
    return RouteResult(response, needsWorker: true)
  }

  /// POST …/add with a product code: a scan without a photo.
  func result(ofCode text: String, _ request: Request) throws -> RouteResult {
    guard let code = ProductCode(typed: text), !code.isShopNumber else {
      throw Refusal.correction(.code)
    }
    let id = try record(
      NewScan(
        id: ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount)), person: access.personID,
        code: code))
    return RouteResult(try response(toAlbum: id, request), needsWorker: true)
  }

  private func response(toAlbum id: ScanID, _ request: Request) throws -> Response {
    let page = "/scan/\(id)/"
    placeWaitingPage(of: id, in: "scan", ["status.json", "index.html"])
    guard request.wantsJSON else { return try .seeOther(page) }
    return .json(
      .accepted,
      [
        "id": .string(id.text), "page": .string(page),
        "status": .string(access.statusAddress(of: id)),
      ])
  }

  private func response(toShelf id: ScanID, _ request: Request) throws -> Response {
    let page = "/shelf/\(id)/"
    let items = "/cgi-bin/albumscan/scans/\(id)/items"
    placeWaitingPage(of: id, in: "shelf", ["index.html"])
    guard request.wantsJSON else { return try .seeOther(items) }
    return .json(
      .accepted, ["id": .string(id.text), "page": .string(page), "status": .string(items)])
  }

  /// Saves the photo durably, then records the scan. Removes the photo if the upload makes no new
  /// scan.
  private func store(
    _ request: Request, _ body: inout Body
  ) throws -> (id: ScanID, upload: NewScan) {
    let receiver = UploadReceiver(installation: installation)
    var upload = try receiver.newUpload(
      picture: "photo", texts: ["key", "guide", "person", "kind", "codes"])
    let temporary = upload.temporaryPath
    do {
      try receiver.receive(request, &body, into: &upload)
      let digest = try upload.finish()
      try requireSender(upload.field("person"))
      let kind = try kind(upload.field("kind"))
      let id = ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount))
      let scan = NewScan(
        id: id, person: access.personID, key: try key(upload.field("key")),
        digest: digest, byteCount: upload.byteCount, guide: try guide(upload.field("guide")),
        kind: kind, codes: [ProductCode](stored: upload.field("codes")),
        ownShelves: kind == .shelf ? try ownShelves(of: request) : nil)
      Failpoint.pass("accept:file")
      try Files.move(temporary, to: installation.configuration.photo(id.text), durably: true)
      return (try record(scan), scan)
    } catch {
      try Files.remove(temporary)
      throw error
    }
  }

  /// Without people, the cookies of earlier uploads tell which shelves this browser has sent.
  private func ownShelves(of request: Request) throws(StoreError) -> [ScanID]? {
    guard case .noPeople = access.identity else { return nil }
    return try ShelfCookie.shelves(of: request, in: installation.openStore())
  }

  private func record(_ scan: NewScan) throws -> ScanID {
    let photo = installation.configuration.photo(scan.id.text)
    let acceptance = try accept(scan)
    if acceptance != .accepted { try Files.remove(photo) }
    switch acceptance {
    case .accepted: return scan.id
    case .repeated(let earlier): return earlier
    case .conflict: throw Refusal.keyConflict
    case .queueFull: throw Refusal.queueFull
    case .tooMany(let seconds): throw Refusal.tooMany(seconds: seconds)
    case .notAllowed: throw Refusal.notFound
    }
  }

  /// Records the scan. A commit that reports an error may have succeeded. After an error the
  /// function therefore reads the database again, and removes the photo only if the scan is
  /// missing. If the database cannot be read, the photo stays, and the worker later removes photos
  /// without a scan.
  private func accept(_ scan: NewScan) throws -> Acceptance {
    do {
      Failpoint.pass("accept:before")
      let limits = PhotoLimits(installation.configuration.people)
      let acceptance = try installation.openStore().accept(
        scan, limits: limits, at: installation.now)
      Failpoint.pass("accept:after")
      return acceptance
    } catch {
      if case .success(nil) = Result(catching: {
        try installation.openStore().uploader(of: scan.id)
      }) {
        try Files.remove(installation.configuration.photo(scan.id.text))
      }
      throw error
    }
  }

  /// Refuses a photo that another person took with this browser: the browser may have kept it until
  /// now. `id` is the person to whom the browser belonged when the photo was taken
  /// (`id` of `GET …/session`). Without people, `id` is the id of the first owner, so that this owner may
  /// send such a photo later.
  private func requireSender(_ id: String?) throws(Refusal) {
    guard id == nil || id == access.personID.text else { throw .signIn }
  }

  private func kind(_ text: String?) throws(Refusal) -> ScanKind {
    guard let text else { return .album }
    guard let kind = ScanKind(rawValue: text) else { throw .malformedRequest }
    return kind
  }

  /// Checks the client's idempotency key: 8 to 64 letters, digits and hyphens, such as a UUID.
  private func key(_ text: String?) throws -> String? {
    guard let text else { return nil }
    let isPlain = text.utf8.allSatisfy {
      (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, (8...64).contains(text.utf8.count) else { throw Refusal.malformedKey }
    return text
  }

  /// The guide; nil for an invalid guide. Without a guide, the worker searches the whole picture
  /// for the cover.
  private func guide(_ text: String?) throws -> String? { text.flatMap { Guide($0) }?.description }

  /// Copies the waiting page that the build made, with the id of this scan. Never replaces an
  /// existing page, because the worker wrote it later.
  private func placeWaitingPage(of id: ScanID, in pages: String, _ names: [String]) {
    do {
      let site = installation.configuration.site
      let folder = "\(site)/\(pages)/\(id)"
      try Files.makeDirectories(folder)
      for name in names {
        let template = try Files.read("\(site)/\(pages)/waiting/\(name)", limit: 1 << 20)
        let page = template.replacing([(PagePlaceholder.id, id.text)])
        _ = try Files.place("\(folder)/\(name)", page, mode: Files.publicMode)
      }
    } catch {
      installation.log("site", "waiting page of \(id): \(error)")
    }
  }
}
