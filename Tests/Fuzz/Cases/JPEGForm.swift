// JPEGs of every form that phones, scanners and printers write, from our own drawn pixels. The
// program's encoder writes only one form, so this file calls the library directly.

import CTurboJPEG
package import Pictures

/// A form of JPEG file.
package struct JPEGForm: Hashable, Sendable, CustomStringConvertible {
  package enum Sampling: String, CaseIterable, Sendable {
    case full444, half422, quarter420, tall440, wide411, grey, inks
  }

  package let sampling: Sampling
  package let isProgressive: Bool

  package init(sampling: Sampling, isProgressive: Bool) {
    self.sampling = sampling
    self.isProgressive = isProgressive
  }

  package static let all: [JPEGForm] = Sampling.allCases.flatMap { sampling in
    [false, true].map { JPEGForm(sampling: sampling, isProgressive: $0) }
  }

  package var description: String { "\(sampling)\(isProgressive ? " progressive" : "")" }

  /// Nil if the library refuses the form.
  package func jpeg(of pixels: Pixels, quality: Int = 85) -> [UInt8]? {
    guard let handle = tjInitCompress() else { return nil }
    defer { _ = tjDestroy(handle) }
    let samples = sampling == .inks ? Self.inks(of: pixels) : pixels.rgb
    let format = sampling == .inks ? TJPF_CMYK : TJPF_RGB
    let (width, height) = (Int32(pixels.width), Int32(pixels.height))
    let most = Int(tjBufSize(width, height, Int32(TJSAMP_444.rawValue)))
    var code: Int32 = 0
    let jpeg = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var start = buffer.baseAddress
      var size = UInt(most)
      code = tjCompress2(
        handle, samples, width, 0, height, Int32(format.rawValue), &start, &size,
        Int32(subsampling.rawValue), Int32(quality),
        TJFLAG_NOREALLOC | (isProgressive ? TJFLAG_PROGRESSIVE : 0))
      count = code == 0 ? Int(size) : 0
    }
    return code == 0 ? jpeg : nil
  }

  private var subsampling: TJSAMP {
    switch sampling {
    case .full444, .inks: TJSAMP_444
    case .half422: TJSAMP_422
    case .quarter420: TJSAMP_420
    case .tall440: TJSAMP_440
    case .wide411: TJSAMP_411
    case .grey: TJSAMP_GRAY
    }
  }

  /// The colours are inverted and without black, as Adobe writes them: 255 stands for no ink.
  private static func inks(of pixels: Pixels) -> [UInt8] {
    stride(from: 0, to: pixels.rgb.count, by: 3).flatMap { pixels.rgb[$0..<$0 + 3] + [255] }
  }
}
