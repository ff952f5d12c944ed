// The rule that makes `public/album/tints.css`: the colours of each tint. `TintTests` compares the file
// with the rule, and proves the contrast of each colour.

import Albums

@testable import Site

/// The style sheet of all tints.
enum TintSheet {
  /// The colours of texts on the page's ground, by day and by night.
  static let texts = [("ink", "#111111", "#eeeeee"), ("quiet", "#4d4d4d", "#bdbdbd")]

  static var text: String {
    let texts = Self.texts.map { name, day, night in
      "      --\(name): light-dark(\(day), \(night));\n"
    }
    let classes = (0..<Tint.count).compactMap(Tint.init(number:)).map { tint in
      let colours = TintColours(tint)
      return """
        .\(tint.className) { --tint-bar: \(colours.bar.text); --tint-day: \(colours.day.text); \
        --tint-night: \(colours.night.text); }

        """
    }
    return """
      /* The colours that the page of a find takes from its cover: the ground of the verdict, and a little of them on the
         page. The rule in Tests/Site/TintSheet.swift makes this file: RECORD=1 with TintTests. */

      html.album[class*=" tint-"] { --glass: var(--tint-bar); }
      @media screen {
        @supports (color: light-dark(#000, #fff)) {
          html.album[class*=" tint-"] {
            --ground: light-dark(var(--tint-day), var(--tint-night));
      \(texts.joined())    }
        }
      }

      \(classes.joined())
      """
  }
}
