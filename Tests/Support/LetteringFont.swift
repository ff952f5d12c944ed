// The fonts of drawn lettering. All are Debian packages, which `./setup evaluate` installs.

import Host

package struct LetteringFont: Hashable, Sendable {
  package enum Class: String, CaseIterable, Sendable { case sans, serif, display, script, japanese }

  /// The family and the style, as Pango names them.
  package let name: String
  package let kind: Class

  /// The file of the font, below `/usr/share/fonts`. Without this file, Pango silently takes another font.
  private let file: String

  private init(_ name: String, _ kind: Class, _ file: String) {
    (self.name, self.kind, self.file) = (name, kind, file)
  }

  /// The fonts for Latin letters. A sleeve takes each of them equally often.
  package static let latin = [
    Self("Liberation Sans Bold", .sans, "truetype/liberation/LiberationSans-Bold.ttf"),
    Self("Cantarell", .sans, "opentype/cantarell/Cantarell-Regular.otf"),
    Self("Jura Medium", .sans, "opentype/jura/Jura-Medium.otf"),
    Self("Yanone Kaffeesatz", .sans, "opentype/yanone-kaffeesatz/YanoneKaffeesatz-Regular.otf"),
    Self("DejaVu Sans Condensed Bold", .sans, "truetype/dejavu/DejaVuSansCondensed-Bold.ttf"),
    Self("Liberation Serif Italic", .serif, "truetype/liberation/LiberationSerif-Italic.ttf"),
    Self("EB Garamond 12", .serif, "opentype/ebgaramond/EBGaramond12-Regular.otf"),
    Self("GFS Didot", .serif, "opentype/didot/GFSDidot.otf"),
    Self("Goudy Bookletter 1911", .serif, "opentype/sortsmill/GoudyBookletter1911.otf"),
    Self("Roboto Slab Bold", .serif, "opentype/roboto/slab/RobotoSlab-Bold.otf"),
    Self("Liberation Mono Bold", .display, "truetype/liberation/LiberationMono-Bold.ttf"),
    Self("Bebas Neue", .display, "opentype/bebas-neue/BebasNeue-Regular.otf"),
    Self("Comfortaa Bold", .display, "truetype/comfortaa/Comfortaa-Bold.ttf"),
    Self("Dancing Script Bold", .script, "opentype/dancingscript/DancingScript-Bold.otf"),
    Self("Lobster Two", .script, "opentype/lobster/lobster.otf"),
    Self("Kristi", .script, "truetype/kristi/Kristi.ttf"),
  ]

  package static let japanese = Self(
    "IPAGothic", .japanese, "opentype/ipafont-gothic/ipag.ttf")

  /// A font with Cyrillic and Greek letters.
  static let other = Self("DejaVu Sans Bold", .sans, "truetype/dejavu/DejaVuSans-Bold.ttf")

  /// The files of fonts that are not installed.
  package static var missingFiles: [String] {
    (latin + [japanese, other]).map { "/usr/share/fonts/\($0.file)" }.filter { !Files.exists($0) }
  }
}

/// The letters in which a name is written.
package enum LetteringScript: String, CaseIterable, Sendable {
  case latin, japanese, other

  package init(of text: String) {
    let scalars = text.unicodeScalars.map(\.value)
    if scalars.contains(where: { $0 >= 0x3000 }) {
      self = .japanese
    } else {
      self = scalars.contains { $0 >= 0x370 } ? .other : .latin
    }
  }
}
