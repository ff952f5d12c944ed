// Random changes to valid input: bytes are removed, doubled or changed, the end is cut off, other
// input or a word of JSON is inserted.

private let words: [[UInt8]] = [
  "{", "}", "[", "]", "\"", ",", ":", "\\", "\\ud800", "\\u0000", "1e999", "-", "null", "true",
  "NaN",
  "\"status\":", "\"rating\":", "```", "\n", "\u{FEFF}", "é", "宇", "99999999999999999999",
  "{\"a\":", "[[[[[[[[[[[[[[[[", "/*", "\u{301}",
].map { Array($0.utf8) }

/// One of `seeds` with one to six random changes.
package func mutated(_ seeds: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
  var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
  for _ in 0..<Int.random(in: 1...6, using: &random) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 2: bytes.removeSubrange(place...)
    case 3: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
    case 4:
      bytes.insert(contentsOf: seeds[Int.random(in: 0..<seeds.count, using: &random)], at: place)
    default:
      bytes.insert(contentsOf: words[Int.random(in: 0..<words.count, using: &random)], at: place)
    }
  }
  return bytes
}
