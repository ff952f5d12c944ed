// Photos with wide colour spaces are converted to sRGB. Invalid profiles have no effect.

import Pictures
import Testing

@testable import JPEG

@Suite struct ColourProfileTests {
  /// The smallest profile that the reader accepts; it has three tags.
  static func profile(
    _ primaries: [Double], signature: String = "acsp", tags: UInt8 = 3, offset: Int = 168,
    sequence: UInt8 = 1
  ) -> [UInt8] {
    part(
      sequence, of: 1,
      contents(primaries, signature: signature, tags: tags, offset: offset)[...])
  }

  /// A segment with a part of a profile.
  static func part(_ number: UInt8, of count: UInt8, _ bytes: ArraySlice<UInt8>) -> [UInt8] {
    HostileJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [number, count] + bytes)
  }

  static func contents(
    _ primaries: [Double], signature: String = "acsp", tags: UInt8 = 3, offset: Int = 168
  ) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    var bytes = [UInt8](repeating: 0, count: 36) + Array(signature.utf8)
    bytes += [UInt8](repeating: 0, count: 128 - bytes.count) + [0, 0, 0, tags]
    for (index, tag) in ["rXYZ", "gXYZ", "bXYZ"].enumerated() {
      bytes += Array(tag.utf8) + word(offset + 20 * index) + word(20)
    }
    for start in [0, 3, 6] {
      bytes += Array("XYZ ".utf8) + [0, 0, 0, 0]
      for value in primaries[start..<start + 3] { bytes += word(Int((value * 65_536).rounded())) }
    }
    return bytes
  }

  /// The primaries of Apple's profile.
  static let displayP3 = [
    0.51512, 0.2412, -0.00105, 0.29198, 0.69225, 0.04189, 0.1571, 0.06657, 0.78407,
  ]
  static let adobe = [
    0.60974, 0.31111, 0.01947, 0.20528, 0.62567, 0.06087, 0.14919, 0.06322, 0.74457,
  ]
  static let sRGB = [
    0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.7141,
  ]

  static let cases: [(segment: [UInt8], profile: ColourProfile)] = [
    ([], .sRGB), (profile(sRGB), .sRGB), (profile(displayP3), .displayP3),
    (profile(adobe), .adobeRGB), (profile(displayP3, signature: "acsq"), .sRGB),
    (profile(displayP3, tags: 2), .sRGB), (profile(displayP3, tags: 255), .sRGB),
    (profile(displayP3, offset: 4_000_000_000), .sRGB), (profile(displayP3, offset: 200), .sRGB),
    (profile(displayP3, sequence: 2), .sRGB),
    (HostileJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8)), .sRGB),
  ]

  @Test(arguments: cases)
  func `a profile is recognised by its primaries`(_ segment: [UInt8], profile: ColourProfile) throws
  {
    let photo = try JPEG.decode(HostileJPEG.corners(inserting: segment), coveringSide: 64)
    #expect(photo.profile == profile)
  }

  /// Parts of 70, 60 and more bytes; the first two have no colour whole.
  static let parts: [(parts: [(UInt8, Range<Int>)], profile: ColourProfile)] = [
    ([(1, 0..<220), (2, 220..<228)], .displayP3), ([(2, 220..<228), (1, 0..<220)], .displayP3),
    ([(3, 130..<228), (1, 0..<70), (2, 70..<130)], .displayP3),
    ([(1, 0..<228), (3, 0..<9)], .displayP3), ([(1, 0..<228), (1, 0..<9)], .displayP3),
    ([(1, 0..<220), (3, 220..<228)], .sRGB), ([(2, 0..<228)], .sRGB), ([(0, 0..<228)], .sRGB),
    ([(1, 0..<9), (1, 0..<228)], .sRGB),
  ]

  @Test(arguments: parts)
  func `a profile in several segments counts as a whole`(
    _ parts: [(UInt8, Range<Int>)], profile: ColourProfile
  ) throws {
    let whole = Self.contents(Self.displayP3)
    let segments = parts.flatMap { Self.part($0, of: UInt8(parts.count), whole[$1]) }
    let photo = try JPEG.decode(HostileJPEG.corners(inserting: segments), coveringSide: 64)
    #expect(photo.profile == profile)
  }

  @Test func `a profile in 228 segments counts as a whole, and 1 MB of a larger one`() {
    let whole = Self.contents(Self.displayP3)
    var small = ICCProfileParts()
    for index in whole.indices {
      let part = Self.part(UInt8(index + 1), of: UInt8(whole.count), whole[index...index])
      small.take(applicationSegment: part[4...])
    }
    #expect(small.colours == .displayP3)
    var large = ICCProfileParts()
    for number in 1...20 {
      let part = (number == 1 ? whole : []) + [UInt8](repeating: 0, count: 65_000)
      large.take(applicationSegment: Self.part(UInt8(number), of: 20, part[...])[4...])
    }
    #expect(large.colours == .displayP3)
  }

  @Test func `a profile cut anywhere is no profile, and never crashes`() {
    let whole = Self.contents(Self.displayP3)
    for length in 0..<whole.count {
      #expect(ColourProfile(profile: Array(whole.prefix(length))) == nil)
    }
    #expect(ColourProfile(profile: whole) == .displayP3)
  }

  /// The expected colours were computed independently from the definitions, in floating point.
  static let colours: [(profile: ColourProfile, from: [UInt8], to: [Int])] = [
    (.displayP3, [128, 128, 128], [128, 128, 128]),
    (.displayP3, [255, 255, 255], [255, 255, 255]),
    (.displayP3, [0, 0, 0], [0, 0, 0]), (.displayP3, [200, 100, 50], [215, 93, 31]),
    (.displayP3, [255, 0, 0], [255, 0, 0]), (.displayP3, [60, 120, 180], [30, 122, 185]),
    (.adobeRGB, [200, 100, 50], [227, 100, 42]), (.adobeRGB, [128, 128, 128], [129, 129, 129]),
    (.sRGB, [200, 100, 50], [200, 100, 50]),
  ]

  @Test(arguments: colours)
  func `colours are converted to their intended values`(
    _ profile: ColourProfile, from: [UInt8], to: [Int]
  ) {
    let converted = profile.sRGB(Pixels(width: 1, height: 1, rgb: from)).rgb
    #expect(zip(converted, to).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(converted)")
  }
}
