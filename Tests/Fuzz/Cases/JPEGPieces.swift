// Splits a JPEG into the parts that have a meaning, and joins changed parts again with correct
// lengths. Most results then reach the decoder.

/// A part of a JPEG, from one marker to the next.
struct JPEGPiece {
  var marker: UInt8
  /// The content of a segment, without its two length bytes.
  var payload: [UInt8]
  /// The entropy-coded data after the header of a scan.
  var data: [UInt8] = []

  var bytes: [UInt8] {
    if marker == 0xD8 || marker == 0xD9 { return [0xFF, marker] }
    let length = min(payload.count + 2, 65_535)
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload.prefix(65_533) + data
  }
}

struct JPEGPieces {
  var pieces: [JPEGPiece] = []

  /// Bytes that are not readable as pieces are left out.
  init(_ bytes: [UInt8]) {
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xD9 { break }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let end = min(bytes.count, position + 2 + max(2, length))
      var piece = JPEGPiece(marker: marker, payload: Array(bytes[min(position + 4, end)..<end]))
      position = end
      if marker == 0xDA {
        let dataEnd = Self.dataEnd(in: bytes, from: end)
        piece.data = Array(bytes[end..<dataEnd])
        position = dataEnd
      }
      pieces.append(piece)
    }
  }

  private static func dataEnd(in bytes: [UInt8], from start: Int) -> Int {
    var position = start
    while position + 1 < bytes.count {
      let next = bytes[position + 1]
      if bytes[position] == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) {
        return position
      }
      position += 1
    }
    return bytes.count
  }

  var bytes: [UInt8] {
    [0xFF, 0xD8] + pieces.flatMap(\.bytes) + [0xFF, 0xD9]
  }
}
