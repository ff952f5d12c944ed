// Runs the commands: makes an output from the bytes of a picture.

import Covers
import JPEG
import Pictures

extension OutputText {
  /// Minimum pixels of the decoded photo's shorter side. The cover usually fills most of this side,
  /// and the crop has 1,024 pixels.
  private static let photoSide = 1_500

  /// Minimum pixels of the shorter side of a photo of several covers. Each cover then has about 500
  /// pixels.
  private static let wallSide = 2_000

  /// Largest number of covers in one output. The output is then within the reader's limit of 16
  /// MiB.
  private static let mostCovers = 24

  /// The cover in a photo, in three sizes.
  init(cropOf input: [UInt8], guide: Guide?) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringSide: Self.photoSide)
    try self.init(Covers.findCover(in: photo.pixels, guide: guide), in: photo)
  }

  /// The square in the middle of the guide or of the photo.
  init(squareOf input: [UInt8], guide: Guide?) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringSide: Self.photoSide)
    try self.init(Covers.square(in: photo.pixels, guide: guide), in: photo)
  }

  /// The cover at a known quad, in pixels of the stored picture.
  init(cropOf input: [UInt8], at quad: Quad) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringSide: Self.photoSide)
    try self.init(Covers.cover(at: quad.mapped(photo.seen), in: photo.pixels), in: photo)
  }

  private init(_ found: FoundCover, in photo: DecodedPhoto) throws(JPEGError) {
    self.init()
    add(photo)
    let cover = Self.straightened(found, in: photo)
    add(found, in: photo, straightened: cover)
    add("cutoff", photo.isCutOff ? "yes" : "no")
    announce(Fingerprint(of: cover))
    try announce(cover, sides: [1_024, 500, 200])
  }

  /// Every cover in a photo, each in one size.
  init(coversOf input: [UInt8]) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringSide: Self.wallSide)
    self.init()
    add(photo)
    add("cutoff", photo.isCutOff ? "yes" : "no")
    let covers = Covers.findCovers(in: photo.pixels, atMost: Self.mostCovers)
    for (index, found) in covers.enumerated() {
      let cover = Self.straightened(found, in: photo)
      add("cover", index + 1)
      add(found, in: photo, straightened: cover)
      announce(Fingerprint(of: cover))
      try announce(cover, sides: [1_024])
    }
  }

  /// The whole picture as artwork.
  init(artworkOf input: [UInt8]) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringSide: 1_000)
    self.init()
    add("width", photo.uprightWidth)
    add("height", photo.uprightHeight)
    let pixels = photo.profile.sRGB(photo.pixels.scaled(toLongerSide: 1_000))
    add("tint", Covers.tint(of: pixels).number)
    announce(Fingerprint(of: pixels))
    try announce(pixels, sides: [1_000, 500, 200])
  }

  /// The upright pixels of the whole picture, and where its corners are in the stored picture.
  init(pixelsOf input: [UInt8], side: Int) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringLongerSide: side)
    self.init()
    add("width", photo.uprightWidth)
    add("height", photo.uprightHeight)
    let whole = Quad(
      x: 0, y: 0, width: Double(photo.pixels.width), height: Double(photo.pixels.height))
    add("quad", Self.text(whole.mapped(photo.stored)))
    announce(pixels: photo.profile.sRGB(photo.pixels.scaled(toLongerSide: side)))
  }

  /// The tint of a cover.
  init(tintOf input: [UInt8]) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringSide: 200)
    self.init()
    add("tint", Covers.tint(of: photo.profile.sRGB(photo.pixels)).number)
  }

  /// Whether this program wrote all of the pictures, which follow each other in the input.
  init(checkOf input: [UInt8], _ parts: [Command.Part]) {
    self.init()
    var rest = input[...]
    let isOwn = parts.allSatisfy { part in
      defer { rest = rest.dropFirst(part.count) }
      return JPEG.isOwn(Array(rest.prefix(part.count)), side: part.side)
    }
    add("own", isOwn && rest.isEmpty ? "yes" : "no")
  }

  private static func straightened(_ found: FoundCover, in photo: DecodedPhoto) -> Pixels {
    let cover = Covers.straightened(photo.pixels, quad: found.quad, side: 1_024)
    return photo.profile.sRGB(cover)
  }

  private mutating func add(_ photo: DecodedPhoto) {
    add("width", photo.uprightWidth)
    add("height", photo.uprightHeight)
    add("orientation", photo.orientation.rawValue)
    add("detail", Covers.detail(of: photo.pixels), decimals: 3)
  }

  private mutating func add(
    _ found: FoundCover, in photo: DecodedPhoto, straightened cover: Pixels
  ) {
    let quality = Covers.quality(of: cover)
    add("method", found.method.rawValue)
    add("confidence", found.confidence, decimals: 3)
    add("quad", Self.text(found.quad.mapped(photo.stored)))
    add("brightness", quality.brightness, decimals: 3)
    add("sharpness", quality.sharpness, decimals: 3)
    add("glare", quality.glare, decimals: 3)
  }

  private static func text(_ quad: Quad) -> String {
    quad.corners.map { "\(decimal($0.x, 1)),\(decimal($0.y, 1))" }.joined(separator: " ")
  }

  /// Adds JPEGs of at most 400 kB.
  private mutating func announce(_ picture: Pixels, sides: [Int]) throws(JPEGError) {
    for side in sides {
      let scaled = picture.scaled(toLongerSide: side)
      announce(try JPEG.encode(scaled, quality: 85, maximumBytes: 400_000), side: side)
    }
  }
}
