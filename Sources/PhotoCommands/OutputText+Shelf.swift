// Runs the commands for shelves: finds the items of a shelf, and makes pictures from their boxes.

import Covers
import JPEG
import Pictures

extension OutputText {
  /// Maximum pixels of the longer side of a shelf picture.
  private static let shelfSide = 3_000

  /// Maximum pixels of the longer side of the view of a shelf picture. Source: docs/limits.md.
  private static let viewSide = 1_280

  /// Pixels of the longer side of the picture that is searched.
  private static let searchSide = 2_000

  /// Maximum number of boxes of a shelf. Source: docs/limits.md.
  private static let mostBoxes = 100

  /// Maximum pixels of the longer side of the crop of a box.
  private static let boxSide = 600

  /// Maximum bytes of a shelf picture or a sheet.
  private static let mostPictureBytes = 8_000_000

  /// The shelf picture with its view, and the boxes in the pixels of the picture.
  init(shelfOf input: [UInt8]) throws(JPEGError) {
    let (pixels, isCutOff) = try Self.shelfPicture(of: input)
    let quality = Covers.quality(of: pixels)
    let shelf = Covers.findShelf(in: pixels, atMost: Self.mostBoxes)
    self.init()
    add("width", pixels.width)
    add("height", pixels.height)
    add("detail", Covers.detail(of: pixels), decimals: 3)
    add("brightness", quality.brightness, decimals: 3)
    add("sharpness", quality.sharpness, decimals: 3)
    add("cutoff", isCutOff ? "yes" : "no")
    add("fromside", shelf.isFromSide ? "yes" : "no")
    let jpeg = try JPEG.encode(pixels, quality: 85, maximumBytes: Self.mostPictureBytes)
    announce(jpeg, side: Self.shelfSide)
    let small = pixels.scaled(toLongerSide: Self.viewSide)
    let view = try JPEG.encode(small, quality: 75, maximumBytes: Self.mostPictureBytes)
    announce(view, side: Self.viewSide)
    for (index, box) in shelf.boxes.enumerated() { add(box, number: index + 1) { $0 } }
  }

  /// The shelf picture, and whether the photo is cut off. The larger decoded picture is freed on
  /// return.
  private static func shelfPicture(
    of input: [UInt8]
  ) throws(JPEGError) -> (pixels: Pixels, isCutOff: Bool) {
    let photo = try JPEG.decode(input, coveringLongerSide: shelfSide)
    return (photo.profile.sRGB(photo.pixels.scaled(toLongerSide: shelfSide)), photo.isCutOff)
  }

  /// The boxes in pixels of the stored picture.
  init(spinesOf input: [UInt8]) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringLongerSide: Self.searchSide)
    let shelf = Covers.findShelf(in: photo.pixels, atMost: Self.mostBoxes)
    self.init()
    add("width", photo.uprightWidth)
    add("height", photo.uprightHeight)
    add("orientation", photo.orientation.rawValue)
    add("fromside", shelf.isFromSide ? "yes" : "no")
    for (index, box) in shelf.boxes.enumerated() { add(box, number: index + 1, photo.stored) }
  }

  /// Further spines of a shelf picture, in its pixels.
  init(letteredOf input: [UInt8], _ lines: [Quad], beside known: [Quad]) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringLongerSide: Self.searchSide)
    let boxes = Covers.findLettered(
      in: photo.pixels, lines: lines.map { $0.mapped(photo.seen).clockwise },
      beside: known.map { $0.mapped(photo.seen).clockwise })
    self.init()
    for (index, box) in boxes.enumerated() { add(box, number: index + 1, photo.stored) }
  }

  /// One picture with the numbered crops of the boxes.
  init(sheetOf input: [UInt8], _ boxes: [Command.NumberedBox]) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringLongerSide: Self.shelfSide)
    let sheet = Sheet(boxes.map { ($0.number, $0.lyingUpright) }, of: photo.pixels)
    try self.init(photo.profile.sRGB(sheet.pixels), side: Sheet.side)
  }

  /// The crop of one box, with upright lettering.
  init(boxOf input: [UInt8], _ box: Command.NumberedBox) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringLongerSide: Self.shelfSide)
    let quad = box.lyingUpright
    let (width, height) = quad.size(fitting: Self.boxSide, Self.boxSide)
    let crop = Covers.straightened(photo.pixels, quad: quad, width: width, height: height)
    try self.init(photo.profile.sRGB(crop), side: Self.boxSide)
  }

  /// The picture with the outlines and numbers of the boxes.
  init(outlinesOf input: [UInt8], _ boxes: [Command.NumberedBox]) throws(JPEGError) {
    let photo = try JPEG.decode(input, coveringLongerSide: Self.shelfSide)
    var pixels = photo.profile.sRGB(photo.pixels)
    for box in boxes { pixels.outline(box.quad, number: box.number) }
    try self.init(pixels, side: Self.shelfSide)
  }

  private init(_ picture: Pixels, side: Int) throws(JPEGError) {
    self.init()
    add("width", picture.width)
    add("height", picture.height)
    announce(
      try JPEG.encode(picture, quality: 85, maximumBytes: Self.mostPictureBytes), side: side)
  }

  private mutating func add(_ box: FoundBox, number: Int, _ mapped: (Point) -> Point) {
    add("box", number)
    add("source", box.source.rawValue)
    addQuad(box.quad, mapped)
    add("rotation", box.rotation)
    add("confidence", box.confidence, decimals: 3)
  }

  /// The corners in tenths of a pixel.
  mutating func addQuad(_ quad: Quad, _ mapped: (Point) -> Point) {
    let corners = quad.corners.map { corner -> String in
      let point = mapped(corner)
      return "\(Self.decimal(point.x, 1)),\(Self.decimal(point.y, 1))"
    }
    add("quad", corners.joined(separator: " "))
  }
}

extension Command.NumberedBox {
  /// The quad with the first corner at the top left of the upright lettering.
  fileprivate var lyingUpright: Quad {
    let first = (4 - rotation / 90) % 4
    let corners = quad.corners
    return Quad(
      corners[first], corners[(first + 1) % 4], corners[(first + 2) % 4], corners[(first + 3) % 4])
  }
}
