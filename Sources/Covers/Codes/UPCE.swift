// UPC-E: six digits that stand for the twelve of UPC-A. Source: GS1 General Specifications, section
// 5.2.

enum UPCE {
  /// The even digits of the number system 0, from the highest of six bits. The number system 1 has
  /// the opposite order.
  static func evenDigits(check: Int) -> UInt8 {
    let orders: [UInt8] = [56, 52, 50, 49, 44, 38, 35, 42, 41, 37]
    return orders[check]
  }

  /// The first eleven digits of UPC-A.
  static func expanded(system: UInt8, _ six: [UInt8]) -> [UInt8] {
    let last = six[5]
    switch last {
    case 0, 1, 2: return [system, six[0], six[1], last, 0, 0, 0, 0, six[2], six[3], six[4]]
    case 3: return [system, six[0], six[1], six[2], 0, 0, 0, 0, 0, six[3], six[4]]
    case 4: return [system, six[0], six[1], six[2], six[3], 0, 0, 0, 0, 0, six[4]]
    default: return [system, six[0], six[1], six[2], six[3], six[4], 0, 0, 0, 0, last]
    }
  }

  /// The check digit of eleven digits of UPC-A.
  static func check(_ eleven: [UInt8]) -> UInt8 {
    let sum = eleven.enumerated().reduce(0) { $0 + Int($1.element) * ($1.offset % 2 == 0 ? 3 : 1) }
    return UInt8((10 - sum % 10) % 10)
  }

  /// The two best numbers with this number system and check digit. Tries the three likeliest digits
  /// of each part.
  static func best(_ costs: [[Float]], system: UInt8, check: UInt8) -> TwoBest {
    var best = TwoBest()
    let likely = costs.map { table in
      table.enumerated().sorted { $0.element < $1.element }.prefix(3)
        .map { (digit: UInt8($0.offset), cost: $0.element) }
    }
    guard likely.count == 6, likely.allSatisfy({ $0.count == 3 }) else { return best }
    for first in likely[0] {
      for second in likely[1] {
        for third in likely[2] {
          let begun = first.cost + second.cost + third.cost
          if begun >= best.second?.cost ?? .infinity { continue }
          for fourth in likely[3] {
            for fifth in likely[4] {
              for sixth in likely[5] {
                let cost = begun + fourth.cost + fifth.cost + sixth.cost
                if cost >= best.second?.cost ?? .infinity { continue }
                let six = [first, second, third, fourth, fifth, sixth].map(\.digit)
                guard self.check(expanded(system: system, six)) == check else { continue }
                let digits = [system] + six + [check]
                best.add(
                  TwoBest.Entry(
                    cost: cost, packed: digits.reduce(UInt64(0)) { $0 << 4 | UInt64($1) }, count: 8)
                )
              }
            }
          }
        }
      }
    }
    return best
  }
}
