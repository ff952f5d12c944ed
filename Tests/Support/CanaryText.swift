// Texts that no page has by chance. A test puts each text into one field of one find, and searches
// for the text in the bytes of all files. A text has small letters only, so no escaping and no
// change to lower case changes the text.

package enum CanaryText {
  private static let mark = Array("zqx".utf8)

  /// The count of letters that encode the number of the text.
  private static let numberLength = 5
  private static let length = 9

  /// The text with this number. `kind` is a small letter for the field, so that the message of a
  /// failed test shows the field.
  package static func made(_ kind: Character, _ number: Int) -> String {
    var letters: [Character] = []
    var rest = number
    for _ in 0..<numberLength {
      letters.append(Character(UnicodeScalar(a + UInt8(rest % 26))))
      rest /= 26
    }
    return String(decoding: mark, as: UTF8.self) + String(kind) + String(letters.reversed())
  }

  /// The texts that `bytes` contains, each once.
  package static func found(in bytes: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place + length <= bytes.count {
        guard bytes[place] == mark[0], bytes[place + 1] == mark[1], bytes[place + 2] == mark[2],
          bytes[place..<place + length].allSatisfy({ (a...z).contains($0) })
        else {
          place += 1
          continue
        }
        found.insert(String(decoding: bytes[place..<place + length], as: UTF8.self))
        place += length
      }
    }
    return found
  }

  private static let a = UInt8(ascii: "a")
  private static let z = UInt8(ascii: "z")
}
