// Receives request bodies: an upload with one file, or a short form.

import Albums
import CGI
import Host

struct UploadReceiver {
  let installation: Installation

  /// The maximum number of simultaneous uploads (docs/faults.md J5).
  private static let slotCount = 16

  /// Reserves an upload slot until the returned value is destroyed. Throws a refusal if the request
  /// has no length or is too large, if the disk is too full, or if no slot is free.
  func reserveSlot(for request: Request) throws -> Lock {
    guard !request.isChunked, let length = request.contentLength else { throw Refusal.noLength }
    guard length <= Body.limit else { throw Refusal.tooLarge }
    let free = Files.freeBytes(at: installation.configuration.data) ?? 0
    guard free >= Health.leastFreeBytes || free >= length * 3 else { throw Refusal.diskFull }
    for number in 0..<Self.slotCount {
      if let lock = try Lock.take("\(installation.configuration.data)/upload-\(number).lock") {
        return lock
      }
    }
    throw Refusal.busy
  }

  /// Opens a hidden file in data/photos. The caller moves or removes the file.
  func newUpload(picture: String, texts: Set<String>) throws -> Upload {
    try opened { () throws(HostError) in
      try Upload(
        .picture, in: installation.configuration.photos, part: picture, texts: texts)
    }
  }

  /// Opens a hidden file in data/imports for the part `file`. The caller moves or removes the file.
  func newImport() throws -> Upload {
    try opened { () throws(HostError) in
      let folder = installation.configuration.imports
      try Files.makeDirectories(folder, mode: 0o700)
      return try Upload(.anyFile, in: folder, part: "file", texts: [])
    }
  }

  private func opened(_ open: () throws(HostError) -> Upload) throws -> Upload {
    do {
      return try open()
    } catch {
      installation.log("cgi", "\(error)")
      throw Refusal(error)
    }
  }

  /// Reads the whole multipart body into `upload`. Returns the file names that the client gives, by the
  /// names of their parts.
  @discardableResult
  func receive(
    _ request: Request, _ body: inout Body, into upload: inout Upload
  ) throws -> [String: [UInt8]] {
    do {
      var parser = try MultipartParser(contentType: request.contentType ?? "")
      do {
        try body.read { (bytes) throws(Never) in
          parser.feed(bytes) { (event) throws(Never) in upload.take(event) }
        }
      } catch is BodyError {
        throw Refusal.incompleteBody
      }
      try parser.finish()
      return parser.fileNames
    } catch let error as MultipartError {
      switch error {
      case .truncated: throw Refusal.incompleteBody
      case .repeated: throw Refusal.malformedRequest
      case .notMultipart, .boundary, .delimiter, .headers, .headersTooLong, .tooManyParts:
        throw Refusal.noPhoto
      }
    }
  }

  /// Saves the part `picture` of the body durably in data/photos under a new name with this ending, and returns the
  /// name. With `mayBeRemoval`, returns an empty name for a body with `remove=1` and no picture.
  func keptPicture(
    _ request: Request, _ body: inout Body, ending: String, mayBeRemoval: Bool = false
  ) throws -> String {
    let slot = try reserveSlot(for: request)
    var upload = try newUpload(picture: "picture", texts: mayBeRemoval ? ["remove"] : [])
    let temporary = upload.temporaryPath
    do {
      try receive(request, &body, into: &upload)
      if upload.field("remove") == "1", upload.byteCount == 0 {
        try Files.remove(temporary)
        return ""
      }
      _ = try upload.finish()
      let name = "\(FindID(randomBytes: Randomness.bytes(FindID.randomByteCount))).\(ending)"
      try Files.move(temporary, to: "\(installation.configuration.photos)/\(name)", durably: true)
      _ = consume slot
      return name
    } catch {
      try Files.remove(temporary)
      throw error
    }
  }

  /// Reads a short form at a speed of at least `pace`.
  func form(
    _ request: Request, _ body: inout Body, within pace: Body.Pace = .upload
  ) throws -> Form {
    guard let length = request.contentLength, length <= Form.longestBody else {
      throw Refusal.noLength
    }
    var bytes: [UInt8] = []
    do {
      try body.read(within: pace) { (piece) throws(Never) in bytes += piece }
    } catch is BodyError {
      throw Refusal.incompleteBody
    }
    do {
      return try Form(contentType: request.contentType, body: bytes)
    } catch {
      throw Refusal.malformedRequest
    }
  }
}
