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
}
