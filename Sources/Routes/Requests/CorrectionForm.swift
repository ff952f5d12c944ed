// Reads the form of "Not this one?" as a correction.

import Albums
import CGI
import Host
import Store

extension UploadReceiver {
  /// A multipart body has a photo of the back of the sleeve, which is saved durably in data/photos. The caller
  /// removes it if the correction is not accepted.
  func correction(_ request: Request, _ body: inout Body) throws -> Correction {
    if request.contentType?.hasPrefix("multipart/") == true {
      return .back(file: try keptPicture(request, &body, ending: "back"))
    }
    let form = try form(request, &body)
    do throws(CorrectionError) {
      return try Correction(
        candidate: form["candidate"], musicBrainz: form["musicbrainz"], artist: form["artist"],
        title: form["title"], kind: form["kind"], hint: form["hint"])
    } catch {
      throw Refusal.correction(error)
    }
  }

  /// Removes the photo of a correction that was not accepted, and throws the reason.
  func require(_ outcome: CorrectionOutcome, of correction: Correction) throws {
    if outcome == .accepted { return }
    if case .back(let file) = correction {
      try Files.remove("\(installation.configuration.photos)/\(file)")
    }
    throw outcome == .enoughBacks ? Refusal.enoughBacks : Refusal.notFound
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
}
