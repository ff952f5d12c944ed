// Searches a photo for a known cover in up to three passes. A pass is free; a call to a
// model is not.

import Albums
package import Photos
package import Store

/// A photo that may show a known cover.
package struct RecognitionPass: Sendable {
  let program: PhotoProgram

  /// The photo's file.
  let file: String
  let guide: String?

  package init(at file: String, guide: String?, with program: PhotoProgram) {
    self.program = program
    self.file = file
    self.guide = guide
  }

  /// The albums whose covers may be in the photo, best first. `crop` is the detector's crop.
  ///
  /// If the crop shows no known cover, the detector may have mistaken another object for a cover,
  /// so the second pass searches the whole square in the middle of the guide or of the photo. If a
  /// likely cover is at another position than the crop, the last pass searches at that position.
  package func matches(
    for crop: Crop, among known: (Crop) async throws(StoreError) -> [CoverMatch]
  ) async throws(StoreError) -> [CoverMatch] {
    var seen = crop
    var matches = try await known(crop)
    if !matches.hasLikely, crop.isQuad, let square = try? program.square(file, guide: guide) {
      let again = try await known(square)
      if again.best > matches.best { (seen, matches) = (square, again) }
    }
    guard let best = matches.first, let quad = best.quadForSecondCrop(of: seen),
      let second = try? program.crop(file, at: quad)
    else { return matches }
    let again = try await known(second)
    return again.first?.isSure == true && again.first?.album == best.album ? again : matches
  }
}

extension [CoverMatch] {
  fileprivate var hasLikely: Bool { first?.isLikely == true }
  fileprivate var best: Double { first?.similarity ?? 0 }
}
