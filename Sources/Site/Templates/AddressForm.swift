// The form of an address in a template. HTML also permits capital letters in the name of an attribute,
// spaces around the equals sign, and other quotation marks. `RelativeLinks` finds only one form, so
// a template with another form is refused.

import Text

/// The bytes around an equals sign, such as `HREF = '/x`.
struct AddressForm {
  /// The name before the equals sign, with capitals as in the template.
  private let name: ArraySlice<UInt8>

  /// The quotation mark before the value; nil without one.
  private let mark: UInt8?

  /// The template from the first byte of the value.
  private let value: ArraySlice<UInt8>

  /// Whether blanks stand before or after the equals sign, or at the beginning of the value.
  private let hasBlanks: Bool

  /// `equals` is the position of an equals sign.
  init(at equals: Int, in bytes: [UInt8]) {
    let nameEnd = (bytes[..<equals].lastIndex { !Self.isBlank($0) } ?? -1) + 1
    let nameStart =
      (bytes[..<nameEnd].lastIndex { !RelativeLinks.isNamePart($0.lowercase) } ?? -1) + 1
    name = bytes[nameStart..<nameEnd]
    var rest = bytes[(equals + 1)...].drop(while: Self.isBlank)
    let isDirect = nameEnd == equals && rest.startIndex == equals + 1
    mark = rest.first.flatMap { Self.marks.contains($0) ? $0 : nil }
    if mark != nil { rest.removeFirst() }
    value = rest.drop(while: Self.isBlank)
    hasBlanks = !isDirect || value.startIndex != rest.startIndex
  }

  /// Whether `RelativeLinks` would leave an address from the root absolute. The value of a field
  /// may also be such an address.
  var isMistake: Bool {
    guard isOfAddress else {
      return value.first == Self.slash && mark != Self.quote && !hasBlanks
    }
    guard Self.mayBeFromRoot(value) else { return false }
    let isFound = name.allSatisfy(RelativeLinks.isNamePart) && mark == Self.quote && !hasBlanks
    return !isFound || hasGluedCandidate
  }

  /// The template's text from the name up to the first byte of the value, on one line.
  func text(in bytes: [UInt8]) -> String {
    let text = bytes[name.startIndex...min(value.startIndex, bytes.count - 1)]
    return String(decoding: text.map { Self.isBlank($0) ? 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether `RelativeLinks` changes attributes of this name. Capitals make no difference.
  private var isOfAddress: Bool {
    (RelativeLinks.attributes + [RelativeLinks.list]).contains {
      $0.elementsEqual(name.map(\.lowercase))
    }
  }

  /// Whether a comma in a list and the address after it are not separated by exactly one space:
  /// `/a.jpg 200w,/b.jpg 500w`.
  private var hasGluedCandidate: Bool {
    guard name.elementsEqual(RelativeLinks.list) else { return false }
    let list = value.prefix { $0 != Self.quote }
    return list.indices.contains { index in
      let rest = list[(index + 1)...]
      let next = rest.drop(while: Self.isBlank)
      return list[index] == UInt8(ascii: ",") && Self.mayBeFromRoot(next)
        && !(rest.first == 0x20 && next.startIndex == index + 2)
    }
  }

  private static func mayBeFromRoot(_ value: ArraySlice<UInt8>) -> Bool {
    value.first == slash || value.starts(with: "{{".utf8)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let slash = UInt8(ascii: "/")
  private static let marks = [quote, UInt8(ascii: "'")]
}
