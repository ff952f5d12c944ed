// A drawn photograph of a front or a back, as a JPEG file, and what makes it easy or hard to read.

import JPEG
import Pictures
import Services
import Support

struct SleevePhoto {
  let subject: SleeveSubject
  let jpeg: [UInt8]

  /// Whether the album can be found at all by this photograph: it shows a name or a product code.
  let isReadable: Bool

  /// The kinds of the photograph, such as `font: script`, in the order of the tables.
  let kinds: [(name: String, value: String)]

  /// What surrounds the sleeve; the first ones are the most frequent.
  private static let conditions: [(Condition, share: Double)] = [
    (.plain, 0.42), (.hand, 0.12), (.perspective, 0.09), (.bin, 0.06), (.glare, 0.06), (.dim, 0.06),
    (.secondBehind, 0.06), (.edgeCovered, 0.05), (.sticker, 0.04), (.lowContrast, 0.04),
  ]

  private static func condition(_ random: inout SeededGenerator) -> Condition {
    var rest = random.number(in: 0...1)
    for (condition, share) in conditions {
      rest -= share
      if rest <= 0 { return condition }
    }
    return .plain
  }

  /// The photograph of a front, as large as browsers send it: 1,400 × 1,050 pixels.
  init(
    front number: Int, _ catalogue: MadeCatalogue, _ fronts: MadeFronts, _ maker: NameMaker
  ) throws {
    let seed = UInt64(44_000_000 + number)
    var random = SeededGenerator(seed: seed)
    subject = SleeveSubject(number, catalogue, fronts, maker, &random)
    let design = fronts.design(of: subject.album, subject.name, picture: subject.picture)
    let front = try LetteredFront(design, side: 1_024)
    var sleeve = front.sleeve
    if random.happens(0.15) { sleeve = sleeve.withRingWear(seed: seed) }
    let hasPrice = random.happens(0.1)
    if hasPrice { sleeve = try sleeve.withPrice(seed: seed) }
    let quarters = random.happens(0.12) ? random.count(1...3) : 0
    let isMirrored = random.happens(0.03)
    let condition = Self.condition(&random)
    let (longer, shorter) = (1_400, 1_050)
    let isUpright = random.happens(0.25)
    let photo = DrawnPhotograph(
      of: sleeve.turned(quarters: quarters), seed: seed, condition,
      width: isUpright ? shorter : longer, height: isUpright ? longer : shorter)
    let pixels = isMirrored ? photo.pixels.mirrored : photo.pixels
    jpeg = try JPEG.encode(pixels, quality: random.count(60...92), maximumBytes: 8 << 20)
    isReadable = !design.names.isEmpty
    kinds = [
      ("album", Self.kind(of: subject)),
      ("archive", subject.isMissing ? "-" : fronts.kept(subject.album).rawValue),
      ("font", isReadable ? front.look.font.rawValue : "-"),
      ("letters", isReadable ? LetteringScript(of: subject.name.title).rawValue : "-"),
      ("ground", isReadable ? front.look.isOnPicture ? "picture" : "plain" : "-"),
      ("height", isReadable ? Self.heightClass(front.letterHeight) : "-"),
      ("turned", "\(90 * quarters)"), ("mirrored", isMirrored ? "yes" : "no"),
      ("price", hasPrice ? "yes" : "no"), ("photo", condition.rawValue),
    ]
  }

  /// The photograph of a back, as large as a phone stores it: 4,032 × 3,024 pixels.
  init(
    back number: Int, _ catalogue: MadeCatalogue, _ fronts: MadeFronts, _ maker: NameMaker
  ) throws {
    let seed = UInt64(44_500_000 + number)
    var random = SeededGenerator(seed: seed)
    subject = SleeveSubject(number, catalogue, fronts, maker, &random)
    let back = try LetteredBack(
      MadeBacks.design(of: subject.album, subject.name, maker), side: 2_400)
    let quarters = random.happens(0.08) ? random.count(1...3) : 0
    let condition = Self.condition(&random)
    let photo = DrawnPhotograph(
      of: back.sleeve.turned(quarters: quarters), seed: seed, condition, width: 4_032,
      height: 3_024)
    jpeg = try JPEG.encode(
      photo.pixels, quality: random.count(80...95), maximumBytes: 24 << 20)
    let code = MadeCatalogue.code(of: subject.album)
    isReadable = true
    let hasOwn = MadeBacks.hasOwnCode(subject.album)
    kinds = [
      ("album", Self.kind(of: subject)),
      ("code", code == nil ? "none" : hasOwn ? "own" : "shared"),
      ("back", back.isDisc ? "disc" : "record"), ("turned", "\(90 * quarters)"),
      ("photo", condition.rawValue),
    ]
  }

  private static func kind(of subject: SleeveSubject) -> String {
    if subject.isMissing { return subject.isRelative ? "missing, artist known" : "missing" }
    let (artist, title) = (subject.name.artist, subject.name.title)
    if subject.picture != subject.album { return "picture of another" }
    if artist == title { return "self-titled" }
    if title.hasPrefix("A Tribute to ") { return "tribute" }
    if title.hasPrefix("The Best of ") || title.hasPrefix("The Complete ") { return "collection" }
    return title.hasSuffix("Live") ? "live" : "other"
  }

  /// `height` is a share of the side.
  private static func heightClass(_ height: Double) -> String {
    height < 0.04 ? "below 4 %" : height < 0.07 ? "4 to 7 %" : "above 7 %"
  }
}
