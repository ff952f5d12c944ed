// Reads the form of "Not this one?" as a correction.

import Albums
import CGI

extension UploadReceiver {
  func correction(_ request: Request, _ body: inout Body) throws -> Correction {
    let form = try form(request, &body)
    do throws(CorrectionError) {
      return try Correction(
        candidate: form["candidate"], musicBrainz: form["musicbrainz"], artist: form["artist"],
        title: form["title"], kind: form["kind"], hint: form["hint"])
    } catch {
      throw Refusal.correction(error)
    }
  }
}
