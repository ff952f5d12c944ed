// The only file that calls libjpeg-turbo. Every function returns an error code, so no longjmp
// passes through Swift code. `MarkerScan` checks the limits before.

import CTurboJPEG

/// libjpeg-turbo's decompressor. The corresponding C type is `tjhandle`.
struct Decompressor: ~Copyable {
  private let handle: tjhandle

  init() throws(JPEGError) {
    guard let handle = tjInitDecompress() else { throw .unreadable(.decoder) }
    self.handle = handle
  }

  deinit { _ = tjDestroy(handle) }

  /// A request to the library: the size found by `MarkerScan`, and the scaled size.
  struct Wanted {
    let storedWidth, storedHeight: Int
    let width, height: Int
    /// 3 for RGB, 4 for CMYK.
    let samplesPerPixel: Int
    /// Whether the library keeps every coefficient.
    let hasSeveralScans: Bool
    /// Whether the scale is 1, 1/2, 1/4 or 1/8. The library decodes to planes only at these scales.
    let isWholeDivision: Bool

    fileprivate var byteCount: Int { width * height * samplesPerPixel }
  }

  /// The samples row by row, and whether the library reported damage.
  borrowing func samples(
    of bytes: [UInt8], _ wanted: Wanted
  ) throws(JPEGError) -> (samples: [UInt8], isDamaged: Bool) {
    let subsampling = try subsampling(of: bytes, wanted)
    if wanted.hasSeveralScans, wanted.isWholeDivision, wanted.samplesPerPixel == 3,
      subsampling >= 0
    {
      return try samplesByPlanes(of: bytes, wanted, subsampling)
    }
    let format = wanted.samplesPerPixel == 4 ? TJPF_CMYK : TJPF_RGB
    var code: Int32 = 0
    let samples = [UInt8](unsafeUninitializedCapacity: wanted.byteCount) { buffer, count in
      code = tjDecompress2(
        handle, bytes, UInt(bytes.count), buffer.baseAddress, Int32(wanted.width), 0,
        Int32(wanted.height), Int32(format.rawValue), TJFLAG_LIMITSCANS)
      count = wanted.byteCount
    }
    return (samples, try isDamaged(code))
  }

  /// Decodes to the stored colour planes, and then converts the planes to RGB. The planes need half
  /// the memory of RGB while the library keeps the coefficients. The corresponding C functions are
  /// `tjDecompressToYUV2` and `tjDecodeYUV`.
  private borrowing func samplesByPlanes(
    of bytes: [UInt8], _ wanted: Wanted, _ subsampling: Int32
  ) throws(JPEGError) -> (samples: [UInt8], isDamaged: Bool) {
    let (width, height) = (Int32(wanted.width), Int32(wanted.height))
    let planeBytes = Int(clamping: tjBufSizeYUV2(width, 1, height, subsampling))
    var code: Int32 = 0
    let planes = [UInt8](unsafeUninitializedCapacity: planeBytes) { buffer, count in
      code = tjDecompressToYUV2(
        handle, bytes, UInt(bytes.count), buffer.baseAddress, width, 1, height, TJFLAG_LIMITSCANS)
      count = planeBytes
    }
    let isDamaged = try isDamaged(code)
    let samples = [UInt8](unsafeUninitializedCapacity: wanted.byteCount) { buffer, count in
      code = tjDecodeYUV(
        handle, planes, 1, subsampling, buffer.baseAddress, width, 0, height,
        Int32(TJPF_RGB.rawValue), 0)
      count = wanted.byteCount
    }
    if code != 0 { throw .unreadable(.decoder) }
    return (samples, isDamaged)
  }

  /// The chroma subsampling, or -1 for a picture that cannot be decoded by planes. Throws if the
  /// library reads another size than `MarkerScan`.
  private borrowing func subsampling(
    of bytes: [UInt8], _ wanted: Wanted
  ) throws(JPEGError) -> Int32 {
    var (width, height, subsampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, -1, 0)
    _ = tjDecompressHeader3(
      handle, bytes, UInt(bytes.count), &width, &height, &subsampling, &colours)
    guard Int(width) == wanted.storedWidth, Int(height) == wanted.storedHeight else {
      throw .unreadable(.decoder)
    }
    // Pictures stored as RGB (Adobe's transform 0) have no luminance plane.
    return colours == Int32(TJCS_YCbCr.rawValue) || colours == Int32(TJCS_GRAY.rawValue)
      ? subsampling : -1
  }

  /// Whether the library gave a warning. After a warning, all rows are present, but some may be
  /// wrong.
  private borrowing func isDamaged(_ code: Int32) throws(JPEGError) -> Bool {
    if code == 0 { return false }
    guard tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
      throw .unreadable(.decoder)
    }
    return true
  }
}

/// libjpeg-turbo's compressor. The corresponding C type is `tjhandle`.
struct Compressor: ~Copyable {
  private let handle: tjhandle

  init() throws(JPEGError) {
    guard let handle = tjInitCompress() else { throw .notEncoded }
    self.handle = handle
  }

  deinit { _ = tjDestroy(handle) }

  /// A baseline 4:2:0 JPEG with a JFIF header and no other application segment.
  /// The corresponding C function is `tjCompress2`.
  borrowing func jpeg(
    of rgb: [UInt8], width: Int, height: Int, quality: Int
  ) throws(JPEGError) -> [UInt8] {
    let subsampling = Int32(TJSAMP_420.rawValue)
    let most = Int(clamping: tjBufSize(Int32(width), Int32(height), subsampling))
    var code: Int32 = 0
    let jpeg = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var start = buffer.baseAddress
      var size = UInt(most)
      code = tjCompress2(
        handle, rgb, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &start, &size,
        subsampling, Int32(quality), TJFLAG_NOREALLOC)
      count = code == 0 ? min(Int(clamping: size), most) : 0
    }
    if code != 0 { throw .notEncoded }
    return jpeg
  }
}

/// libjpeg-turbo's transformer. The corresponding C type is `tjhandle`.
struct Transformer: ~Copyable {
  private let handle: tjhandle

  init() throws(JPEGError) {
    guard let handle = tjInitTransform() else { throw .unreadable(.decoder) }
    self.handle = handle
  }

  deinit { _ = tjDestroy(handle) }

  /// The same 4:2:0 picture, written again from its coefficients without other segments. A picture of
  /// `Compressor` gives the same bytes. Throws if the library finds any damage.
  /// The corresponding C function is `tjTransform`.
  borrowing func rewritten(
    _ bytes: [UInt8], width: Int, height: Int
  ) throws(JPEGError) -> [UInt8] {
    let most = Int(clamping: tjBufSize(Int32(width), Int32(height), Int32(TJSAMP_420.rawValue)))
    var transform = tjtransform()
    transform.options = Int32(TJXOPT_COPYNONE)
    var code: Int32 = 0
    let jpeg = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      var start = buffer.baseAddress
      var size = UInt(most)
      code = tjTransform(
        handle, bytes, UInt(bytes.count), 1, &start, &size, &transform, TJFLAG_NOREALLOC)
      count = code == 0 ? min(Int(clamping: size), most) : 0
    }
    if code != 0 { throw .unreadable(.decoder) }
    return jpeg
  }
}
