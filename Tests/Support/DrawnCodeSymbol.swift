// The bars of a drawn product code. Source: GS1 General Specifications, section 5.2.

/// The modules of a code from left to right; true is dark.
struct CodeSymbol {
  let digits: String
  let modules: [Bool]

  private static let left = [
    "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011",
    "0110111", "0001011",
  ]
  private static let orders = [
    "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL",
    "LGGLGL",
  ]
  /// The orders of UPC-E for the number system 0 and the check digits 0 to 9.
  private static let shortOrders = [
    "GGGLLL", "GGLGLL", "GGLLGL", "GGLLLG", "GLGGLL", "GLLGGL", "GLLLGG", "GLGLGL", "GLGLLG",
    "GLLGLG",
  ]

  init(_ kind: String, _ generator: inout SeededGenerator, wrongCheckDigit: Bool) {
    let off = wrongCheckDigit ? generator.count(1...9) : 0
    func random(_ count: Int) -> [Int] { (0..<count).map { _ in generator.count(0...9) } }
    let pattern: String
    switch kind {
    case "EAN-13":
      let twelve = [generator.count(1...9)] + random(11)
      let all = twelve + [(Self.check(twelve) + off) % 10]
      (digits, pattern) = (all.map(String.init).joined(), Self.long(all))
    case "UPC-A":
      let eleven = random(11)
      let all = eleven + [(Self.check([0] + eleven) + off) % 10]
      (digits, pattern) = (all.map(String.init).joined(), Self.long([0] + all))
    case "UPC-E":
      let six = random(5) + [generator.count(5...9)]
      let eleven = [0] + six.prefix(5) + [0, 0, 0, 0, six[5]]
      let check = (Self.check([0] + eleven) + off) % 10
      let order = Self.shortOrders[check]
      (digits, pattern) = (
        "0" + six.map(String.init).joined() + "\(check)",
        "101" + zip(six, order).map { Self.bars($0, $1) }.joined() + "010101"
      )
    default:
      let seven = random(7)
      let all = seven + [(Self.check([0, 0, 0, 0, 0] + seven) + off) % 10]
      (digits, pattern) = (
        all.map(String.init).joined(),
        "101" + all.prefix(4).map { Self.bars($0, "L") }.joined() + "01010"
          + all.suffix(4).map { Self.bars($0, "R") }.joined() + "101"
      )
    }
    modules = pattern.map { $0 == "1" }
  }

  /// The symbol of 13 digits, whose last one is the check digit. If the first digit is 0, the bars are those of UPC-A.
  init(ean13 all: [Int]) {
    (digits, modules) = (all.map(String.init).joined(), Self.long(all).map { $0 == "1" })
  }

  private static func long(_ digits: [Int]) -> String {
    "101" + zip(digits[1...6], orders[digits[0]]).map { bars($0, $1) }.joined() + "01010"
      + digits[7...].map { bars($0, "R") }.joined() + "101"
  }

  private static func bars(_ digit: Int, _ set: Character) -> String {
    let right = String(left[digit].map { $0 == "0" ? "1" : "0" })
    return set == "L" ? left[digit] : set == "R" ? right : String(right.reversed())
  }

  /// The check digit after twelve digits.
  private static func check(_ twelve: [Int]) -> Int {
    let sum = twelve.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return (10 - sum % 10) % 10
  }
}
