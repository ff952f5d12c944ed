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
    return HostileJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [sequence, 1] + bytes)
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

  @Test func `a profile cut anywhere is no profile, and never crashes`() {
    let whole = Self.profile(Self.displayP3).dropFirst(4)
    for length in 0..<whole.count {
      let cut = ColourProfile(applicationSegment: whole.prefix(length))
      #expect(cut == nil)
    }
    #expect(ColourProfile(applicationSegment: whole) == .displayP3)
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
