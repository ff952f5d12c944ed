// POST …/scans: a photo is on the disk and its scan in the database before the phone is answered.
// The order is the contract (FAULTS "Accept sequence").

import Albums
import CGI
import Host
import Pictures
import Store
import Text

struct AcceptRoute {
  let house: House

  /// Who asks, by the access policy.
  let person: PersonID

  func answer(_ request: Request, _ body: inout Body) throws -> Answer {
    let reception = Reception(house: house)
    let slot = try reception.open(for: request)
    let scan = try store(request, &body)
    _ = consume slot
    let page = "/scan/\(scan)/"
    placeWaitingPage(of: scan)
    let response: Response =
      request.wantsJSON
      ? .json(
        .accepted,
        ["id": .string(scan.text), "page": .string(page), "status": .string("\(page)status.json")])
      : try .seeOther(page)
    return Answer(response, hasWork: true)
  }

  /// The photo durably, then the row; a photo that became no scan of its own is removed.
  private func store(_ request: Request, _ body: inout Body) throws -> ScanID {
    let reception = Reception(house: house)
    var upload = try reception.newUpload(picture: "photo", texts: ["key", "guide"])
    let temporary = upload.temporaryPath
    do {
      try reception.receive(request, &body, into: &upload)
      let digest = try upload.finish()
      let id = ScanID(randomBytes: Randomness.bytes(ScanID.randomByteCount))
      let scan = NewScan(
        id: id, person: person, key: try key(upload.field("key")), digest: digest,
        byteCount: upload.byteCount,
        guide: try guide(upload.field("guide")))
      Failpoint.pass("accept:file")
      try Files.move(temporary, to: house.configuration.photo(id.text), durably: true)
      return try record(scan)
    } catch {
      try Files.remove(temporary)
      throw error
    }
  }

  private func record(_ scan: NewScan) throws -> ScanID {
    let photo = house.configuration.photo(scan.id.text)
    let acceptance = try accept(scan)
    if acceptance != .accepted { try Files.remove(photo) }
    switch acceptance {
    case .accepted: return scan.id
    case .repeated(let earlier): return earlier
    case .conflict: throw Refused(.conflict)
    case .queueFull: throw Refused(.queueFull)
    }
  }

  /// A commit that fails at its very end may have happened all the same: the photo goes only when the
  /// database, opened anew, does not know the scan. If that cannot be told, the worker tidies up.
  private func accept(_ scan: NewScan) throws -> Acceptance {
    do {
      Failpoint.pass("accept:before")
      let acceptance = try house.openStore().accept(scan, at: house.now)
      Failpoint.pass("accept:after")
      return acceptance
    } catch {
      if case .success(nil) = Result(catching: { try house.openStore().scan(scan.id) }) {
        try Files.remove(house.configuration.photo(scan.id.text))
      }
      throw error
    }
  }

  /// A key of the client's making: 8 to 64 characters of a UUID's kind.
  private func key(_ text: String?) throws -> String? {
    guard let text else { return nil }
    let isPlain = text.utf8.allSatisfy {
      (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
    }
    guard isPlain, (8...64).contains(text.utf8.count) else { throw Refused(.conflict, .badRequest) }
    return text
  }

  /// A guide that is none is passed over: the cover is looked for in the whole picture.
  private func guide(_ text: String?) throws -> String? { text.flatMap { Guide($0) }?.description }

  /// The page the build made, with this scan's id in it. The worker writes it again at every step,
  /// and may have done so by now: what is there is never older than this.
  private func placeWaitingPage(of id: ScanID) {
    do {
      let site = house.configuration.site
      let folder = "\(site)/scan/\(id)"
      try Files.makeDirectories(folder)
      for name in ["status.json", "index.html"] {
        let pattern = try Files.read("\(site)/scan/waiting/\(name)", limit: 1 << 20)
        let page = replacing(placeholder, with: Array(id.text.utf8), in: pattern)
        _ = try Files.place("\(folder)/\(name)", page)
      }
    } catch {
      house.log("site", "waiting page of \(id): \(error)")
    }
  }

  /// The id in the waiting page's pattern: 26 zeros.
  private var placeholder: [UInt8] { Array(repeating: UInt8(ascii: "0"), count: ScanID.length) }

  private func replacing(_ wanted: [UInt8], with new: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == wanted[0], bytes[index...].starts(with: wanted) {
        result += new
        index += wanted.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
