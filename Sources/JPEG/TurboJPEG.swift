// The only file that calls libjpeg-turbo. Every call returns a code, so no longjmp crosses a Swift
// frame. Refuses nothing itself: `MarkerScan` has been before it.

import CTurboJPEG

/// libjpeg-turbo's decompressor. The corresponding C type is `tjhandle`.
struct Decompressor: ~Copyable {
  private let handle: tjhandle

  init() throws(JPEGError) {
    guard let handle = tjInitDecompress() else { throw .unreadable(.decoder) }
    self.handle = handle
  }

  deinit { _ = tjDestroy(handle) }

  /// Rows of samples, and whether the library warned of damage.
  ///
  /// `width` and `height` are one of the scaled sizes; three samples a pixel are RGB, four CMYK.
  /// The corresponding C function is `tjDecompress2`.
  ///
  /// `stored` is what the pre-scan read; a library that reads another size is not given a buffer.
  borrowing func samples(
    of bytes: [UInt8], stored: (width: Int, height: Int), width: Int, height: Int,
    samplesPerPixel: Int
  ) throws(JPEGError) -> (samples: [UInt8], isDamaged: Bool) {
    var (widthRead, heightRead): (Int32, Int32) = (0, 0)
    var (subsampling, colours): (Int32, Int32) = (0, 0)
    _ = tjDecompressHeader3(
      handle, bytes, UInt(bytes.count), &widthRead, &heightRead, &subsampling, &colours)
    guard Int(widthRead) == stored.width, Int(heightRead) == stored.height else {
      throw .unreadable(.decoder)
    }
    let format = samplesPerPixel == 4 ? TJPF_CMYK : TJPF_RGB
    let byteCount = width * height * samplesPerPixel
    var code: Int32 = 0
    let samples = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      code = tjDecompress2(
        handle, bytes, UInt(bytes.count), buffer.baseAddress, Int32(width), 0, Int32(height),
        Int32(format.rawValue), TJFLAG_LIMITSCANS)
      count = byteCount
    }
    if code == 0 { return (samples, false) }
    guard tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
      throw .unreadable(.decoder)
    }
    return (samples, true)
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
