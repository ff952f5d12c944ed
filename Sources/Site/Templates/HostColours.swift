// The style sheet with the two colours that the host chooses for the published log.
// public/published/published-colours.css makes all other colours from them.

import Text

struct HostColours {
  /// The path of the style sheet. Templates use it like the path of a file of public/.
  static let path = "colours.css"

  let bytes: [UInt8]

  init(of appearance: PublishedAppearance) {
    let (accent, ground) = (Self.checked(appearance.colour), Self.checked(appearance.background))
    let values = [("accent", accent), ("ground", ground)].compactMap { name, colour in
      colour.map { "  --host-\(name): \($0);\n" }
    }
    bytes = Array(":root {\n\(values.joined())}\n".utf8)
  }

  /// The colour if it has the form `#00de52`, so that no other text reaches the style sheet.
  private static func checked(_ colour: String) -> String? {
    let digits = colour.utf8.dropFirst()
    guard colour.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ $0.hexadecimalValue != nil })
    else { return nil }
    return colour.lowercased()
  }
}
