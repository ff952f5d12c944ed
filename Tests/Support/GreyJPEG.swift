// Photos as large as those of the largest sensors, made without encoding a picture.

/// A baseline JPEG of any size with three components at 4:2:0, grey all over. Source: ITU T.81 annexes
/// B and F.
public enum GreyJPEG {
  /// The Huffman tables have one code, the bit 0: no difference to the block before, and the end of a
  /// block. So each block is two bits 0, and the data of the scan are zeros.
  ///
  /// `metadataBytes` are added in segments of the kind that contains XMP, as phones add them.
  public static func bytes(width: Int, height: Int, metadataBytes: Int = 0) -> [UInt8] {
    let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
    let filling = [UInt8](repeating: 0x20, count: 65_000)
    let metadata = (0..<metadataBytes / filling.count).flatMap { _ in
      segment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + filling)
    }
    let quantization = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let frame = segment(0xC0, [8] + size + [3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0])
    let tables = [0x00, 0x10].flatMap {
      segment(0xC4, [$0, 1] + [UInt8](repeating: 0, count: 15) + [0])
    }
    let scan = segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
    let blocks = 6 * ((width + 15) / 16) * ((height + 15) / 16)
    let data = [UInt8](repeating: 0, count: (blocks + 3) / 4)
    return [0xFF, 0xD8] + metadata + quantization + frame + tables + scan + data + [0xFF, 0xD9]
  }

  private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
  }
}
