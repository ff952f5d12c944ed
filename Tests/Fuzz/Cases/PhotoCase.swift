// Runs every step of albumscan-photo on one input, for pictures of at most 4 megapixels.

import Covers
import JPEG
import Pictures
import Support

/// Counts inputs by the last step that they reached.
package struct PhotoCase {
  package private(set) var inputs = 0
  /// The number of inputs that passed the pre-scan and are small enough for the library.
  package private(set) var reachedDecoder = 0
  /// The number of inputs that became pixels.
  package private(set) var decoded = 0

  package init() {}

  /// Runs only the pre-scan.
  package mutating func readMarkers(_ bytes: [UInt8]) {
    inputs += 1
    if (try? MarkerScan(bytes)) != nil { reachedDecoder += 1 }
  }

  /// Runs all steps: decodes the bytes, and makes the crop, the quality, the fingerprint and the
  /// clean JPEG.
  package mutating func readPhoto(_ bytes: [UInt8]) {
    inputs += 1
    guard let scan = try? MarkerScan(bytes), scan.width * scan.height <= 4_000_000 else { return }
    reachedDecoder += 1
    let side = [8, 40, 100, 2_000][bytes.count & 3]
    guard let photo = try? JPEG.decode(bytes, coveringSide: side) else { return }
    decoded += 1
    precondition(photo.pixels.rgb.count == photo.pixels.width * photo.pixels.height * 3)
    let guide = bytes.count & 4 == 0 ? nil : Guide(x: 0.2, y: 0.1, width: 0.6, height: 0.7)
    let found = Covers.findCover(in: photo.pixels, guide: guide)
    let crop = Covers.straightened(photo.pixels, quad: found.quad, side: 96)
    let quality = Covers.quality(of: crop)
    precondition((0...1).contains(quality.brightness) && (0...1).contains(quality.glare))
    precondition(!Fingerprint(of: crop).bytes.isEmpty)
    let clean = try? JPEG.encode(crop, quality: 85, maximumBytes: 400_000)
    precondition(clean != nil, "a crop of 96 pixels fits")
  }

  /// Two small pictures in every form of JPEG. The sides of the first end at the border of a block,
  /// those of the second do not.
  package static func seeds() -> [[UInt8]] {
    let photo = DrawnPhotograph(
      of: DrawnSleeve(seed: 1, side: 64), seed: 1, .plain, width: 112, height: 80)
    let odd = photo.pixels.scaled(toWidth: 49, height: 41)
    return JPEGForm.all.flatMap { form in
      [form.jpeg(of: photo.pixels), form.jpeg(of: odd)].compactMap { $0 }
    }
  }
}
