// Receives request bodies: an upload with one picture, or a short form.

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
    guard free >= 200 << 20 || free >= length * 3 else { throw Refusal.diskFull }
    for number in 0..<Self.slotCount {
      if let lock = try Lock.take("\(installation.configuration.data)/upload-\(number).lock") {
        return lock
      }
    }
    throw Refusal.busy
  }

  /// Opens a hidden file in data/photos. The caller moves or removes the file.
  func newUpload(picture: String, texts: Set<String>) throws -> Upload {
    do {
      return try Upload(in: installation.configuration.photos, picture: picture, texts: texts)
    } catch {
      installation.log("cgi", "\(error)")
      throw Refusal(error)
    }
  }

  /// Reads the whole multipart body into `upload`.
  func receive(
    _ request: Request, _ body: inout Body, into upload: inout Upload
  ) throws {
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
    } catch let error as MultipartError {
      throw error == .truncated ? Refusal.incompleteBody : .noPhoto
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
