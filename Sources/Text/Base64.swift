// Base64 by RFC 4648 §4, for programs that do not link Foundation.

/// The ASCII bytes of the encoding, with padding.
package func base64(_ bytes: [UInt8]) -> [UInt8] {
  let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  var index = 0
  while index < bytes.count {
    let count = min(3, bytes.count - index)
    var group = UInt32(bytes[index]) << 16
    if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
    if count > 2 { group |= UInt32(bytes[index + 2]) }
    for position in 0..<4 {
      let isPadding = position > count
      result.append(
        isPadding ? UInt8(ascii: "=") : letters[Int(group >> (18 - 6 * UInt32(position))) & 63])
    }
    index += 3
  }
  return result
}
