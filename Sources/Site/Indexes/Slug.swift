// Slugs: the last part of the address of an index page, made from the key of its facet.

import Albums
import Host
import Text

/// The name of a folder that stands for one key. Two keys never have the same slug, and a slug is
/// never empty, "." or "..". It has lower-case letters of ASCII, digits, "-", and letters and digits of
/// other writing systems.
struct Slug: Hashable, Sendable {
  /// The maximum length in bytes. File systems allow 255.
  static let longest = 120

  /// The name of the folder.
  let text: String

  /// A key that consists of words of lower-case letters and digits becomes these words with "-"
  /// between them. Any other key loses characters, so its slug ends with "--" and a digest of the key.
  /// A slug of the first kind has no "--".
  init(_ key: String) {
    let (words, isWhole) = Self.words(of: key)
    guard !isWhole else {
      text = words
      return
    }
    let digest = hexadecimal(SHA256.digest(of: Array(key.utf8))).prefix(Self.digestLength)
    text = "\(words.isEmpty ? "x" : words)--\(digest)"
  }

  /// The form in addresses.
  var encoded: String { text.percentEncoded }

  private static let digestLength = 20

  /// The words of a key with single "-" between them, and whether the key can be made from them
  /// again.
  private static func words(of key: String) -> (text: String, isWhole: Bool) {
    var text = ""
    var isWhole = !key.isEmpty && key.utf8.elementsEqual(key.lowercased().utf8)
    var isGap = false
    for scalar in key.unicodeScalars {
      guard isKept(scalar) else {
        isWhole = isWhole && scalar == " " && !isGap && !text.isEmpty
        isGap = !text.isEmpty
        continue
      }
      let letter =
        scalar.isASCII
        ? String(Unicode.Scalar(UInt8(ascii: scalar).lowercase)) : String(scalar).lowercased()
      let word = isGap ? "-" + letter : letter
      guard text.utf8.count + word.utf8.count <= longest - digestLength - 2 else {
        return (text, false)
      }
      text += word
      isGap = false
    }
    return (text, isWhole && !isGap)
  }

  /// Whether a slug keeps the character: letters and digits, but no combining marks, because a letter
  /// with a mark has a second spelling as one character.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return UInt8(ascii: scalar).isLetterOrDigit }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber:
      return !scalar.properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}
