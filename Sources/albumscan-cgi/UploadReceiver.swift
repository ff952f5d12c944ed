// What every upload of a picture goes through: is there room, is its length told, is its form whole.

import Albums
import CGI
import Host

struct Reception {
  let house: House

  /// So many uploads at once; more are told to come back (FAULTS J5).
  private static let slotCount = 16

  /// A place among the uploads under way, held as long as the value lives.
  func open(for request: Request) throws -> Lock {
    guard !request.isChunked, let length = request.contentLength else { throw Refused(.badLength) }
    guard length <= Body.limit else { throw Refused(.tooLarge) }
    let free = Files.freeBytes(at: house.configuration.data) ?? 0
    guard free >= 200 << 20 || free >= length * 3 else { throw Refused(.diskFull) }
    for number in 0..<Self.slotCount {
      if let lock = try Lock.take("\(house.configuration.data)/upload-\(number).lock") {
        return lock
      }
    }
    throw Refused(.busy)
  }

  /// A hidden file in data/photos; the caller moves or removes it.
  func newUpload(picture: String, texts: Set<String>) throws -> Upload {
    do {
      return try Upload(in: house.configuration.photos, picture: picture, texts: texts)
    } catch {
      house.log("cgi", "\(error)")
      throw Refused(
        error.isDiskFull ? .diskFull : .busy, error.isDiskFull ? nil : .internalServerError)
    }
  }

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
        throw Refused(.badLength, .badRequest)
      }
      try parser.finish()
    } catch let error as MultipartError {
      throw Refused(error == .truncated ? .badLength : .noPhoto, .badRequest)
    }
  }

  /// A short form; a body that is none of ours is refused.
  func form(_ request: Request, _ body: inout Body) throws -> Form {
    guard let length = request.contentLength, length <= Form.longestBody else {
      throw Refused(.badLength)
    }
    var bytes: [UInt8] = []
    do {
      try body.read { (piece) throws(Never) in bytes += piece }
    } catch is BodyError {
      throw Refused(.badLength, .badRequest)
    }
    do {
      return try Form(contentType: request.contentType, body: bytes)
    } catch {
      throw Refused(.badRoute, .badRequest)
    }
  }
}
