// A picture to share, as an SVG document: the cover, the verdict, the rating, the names, one sentence, and
// the name of the published log. `vips` draws it later, so this file only lays out text.
// Source: docs/decisions/151-pictures-to-share.md.

import Albums

/// The texts of a picture to share.
struct ShareContents {
  /// The line in capitals above the figures.
  var label: String?

  /// A rating or a number, drawn in the lettering of the logo.
  var figures: String?
  var title: String
  var artist: String?
  var sentence: String?

  /// The line at the foot; nil stands for the title of the published log.
  var foot: String?
  let artwork: Artwork
}

/// The two forms of a picture to share.
enum ShareForm: String, CaseIterable, Sendable {
  /// For previews of links.
  case wide

  /// For a phone.
  case tall

  var width: Int { self == .wide ? 1200 : 1080 }
  var height: Int { self == .wide ? 630 : 1350 }
}

/// `share.mustache`.
struct ShareCard: Page {
  static let template = "share"
  let view: View

  init(_ contents: ShareContents, _ form: ShareForm, _ settings: SiteSettings) {
    let layout = ShareLayout(contents, form, log: contents.foot ?? settings.siteTitle)
    let colours = ShareColours(of: contents.artwork, settings)
    view = [
      .text(.width, String(form.width)),
      .text(.height, String(form.height)),
      .text(.ground, colours.ground.text),
      .text(.ink, colours.ink.text),
      .text(.accent, colours.accent.text),
      // The position and the side of the cover in pixels, and its file. The file is embedded when the picture
      // is drawn.
      .text(.margin, String(ShareLayout.margin)),
      .text(.side, String(layout.cover)),
      .text(.picture, contents.artwork.fileName(side: 1000)),
      .view(
        .figures,
        layout.figures.map { figures in
          [
            .text(.column, String(figures.x)), .text(.row, String(figures.y)),
            .text(.scale, figures.scale), .text(.outlines, figures.outlines),
          ]
        }),
      .views(.lines, layout.lines.map(\.view)),
    ]
  }
}

/// The colours of a picture to share.
private struct ShareColours {
  let ground: SheetColour
  let ink: SheetColour
  let accent: SheetColour

  init(of artwork: Artwork, _ settings: SiteSettings) {
    let white = SheetColour.white
    let appearance = settings.appearance
    let tint = settings.usesCoverColours ? artwork.tint : nil
    let ground =
      tint.map { TintColours($0).bar } ?? appearance.flatMap { SheetColour($0.background) }
      ?? .black
    let ink = white.contrast(with: ground) >= 4.5 ? white : .black
    let own = appearance.flatMap { SheetColour($0.colour) }
    accent = own.flatMap { $0.contrast(with: ground) >= 3 ? $0 : nil } ?? ink
    (self.ground, self.ink) = (ground, ink)
  }
}

/// A line of text with its position.
struct ShareLine: Equatable {
  let text: String
  let x: Int

  /// The baseline.
  let y: Int
  let style: ShareStyle

  fileprivate var view: View {
    [
      .text(.text, text), .text(.column, String(x)), .text(.row, String(y)),
      .text(.size, String(style.size)), .flag(.isBold, style.isBold),
      .flag(.isQuiet, style.isQuiet), .flag(.isRightToLeft, isRightToLeft),
    ]
  }

  /// Whether the first letter belongs to a script that is written from right to left.
  private var isRightToLeft: Bool {
    let first = text.unicodeScalars.first { $0.properties.isAlphabetic }?.value ?? 0
    return (0x590...0x8FF).contains(first) || (0xFB1D...0xFDFF).contains(first)
      || (0xFE70...0xFEFF).contains(first) || (0x10800...0x10FFF).contains(first)
  }
}

/// The style of a line. Each size is in pixels.
enum ShareStyle: Equatable {
  case label, title, artist, sentence, log

  var size: Int {
    switch self {
    case .label: 28
    case .title: 48
    case .artist: 32
    case .sentence: 26
    case .log: 22
    }
  }

  /// The distance of two baselines, and that of the last one to the next text.
  var lineHeight: Int { self == .sentence ? 36 : size * 7 / 6 }
  var gap: Int {
    switch self {
    case .label: 26
    case .title: 34
    case .artist: 36
    case .sentence, .log: 0
    }
  }

  var most: Int {
    switch self {
    case .title: 2
    case .sentence: 3
    case .label, .artist, .log: 1
    }
  }

  var isBold: Bool { self == .label || self == .title }
  var isQuiet: Bool { self == .sentence || self == .log || self == .artist }
}

/// The positions of the cover, the texts and the figures in a picture to share.
struct ShareLayout {
  /// The distance of cover and text from the edges.
  static let margin = 50

  /// The height of a capital letter and of a figure, as a share of the size of the letters.
  private static let capital = (size: 72, of: 100)

  /// The side of the square with the cover.
  let cover: Int
  private(set) var lines: [ShareLine] = []
  private(set) var figures: ShareFigures?

  init(_ contents: ShareContents, _ form: ShareForm, log: String) {
    let margin = Self.margin
    cover = form == .wide ? 530 : 980
    let bottom = form.height - margin
    let column = form == .wide ? 2 * margin + cover : margin
    var width = form.width - margin - column
    var top = form == .wide ? margin : 2 * margin + cover - 10
    let foot = Self.lines(log, .log, column, width)
    let room = bottom - ShareStyle.log.size - 20
    if form == .tall, let text = contents.figures {
      // The figures stand at the right, beside the text.
      let figures = ShareFigures(text, x: 0, y: top, height: 96)
      self.figures = figures.moved(to: form.width - margin - figures.width)
      width -= figures.width + margin
    }
    add(contents.label?.uppercased(), .label, column, width, &top)
    if form == .wide, let text = contents.figures {
      figures = ShareFigures(text, x: column, y: top, height: 96)
      top += 96 + 40
    }
    add(contents.title, .title, column, width, &top)
    add(contents.artist, .artist, column, width, &top)
    let most = max(
      0, (room - top - Self.height(of: .sentence)) / ShareStyle.sentence.lineHeight + 1)
    add(contents.sentence, .sentence, column, width, &top, most: most)
    if form == .wide, figures == nil { centre(between: margin, and: room) }
    lines += foot.map { ShareLine(text: $0, x: column, y: bottom, style: .log) }
  }

  /// Adds the lines of a text below `top`, and moves `top` below them.
  private mutating func add(
    _ text: String?, _ style: ShareStyle, _ column: Int, _ width: Int, _ top: inout Int,
    most: Int = .max
  ) {
    guard let text, !text.isEmpty, most > 0 else { return }
    var baseline = top + Self.height(of: style)
    for line in Self.lines(text, style, column, width, most: most) {
      lines.append(ShareLine(text: line, x: column, y: baseline, style: style))
      top = baseline + style.gap
      baseline += style.lineHeight
    }
  }

  private static func lines(
    _ text: String, _ style: ShareStyle, _ column: Int, _ width: Int, most: Int = .max
  ) -> [String] {
    TextLines(
      text, size: style.size, isBold: style.isBold, width: width, most: min(most, style.most)
    ).lines
  }

  /// The height of a capital letter.
  private static func height(of style: ShareStyle) -> Int {
    style.size * capital.size / capital.of
  }

  /// Moves the lines to the middle of a picture without figures.
  private mutating func centre(between top: Int, and bottom: Int) {
    guard let last = lines.last?.y, last < bottom else { return }
    let shift = (bottom - last) / 2
    lines = lines.map { ShareLine(text: $0.text, x: $0.x, y: $0.y + shift, style: $0.style) }
  }
}

/// Figures as outlines.
struct ShareFigures {
  let x: Int
  let y: Int
  let width: Int

  /// The factor of the outlines, with three decimals.
  let scale: String

  /// The data of an SVG path.
  let outlines: String

  /// A character without an outline is left out.
  init(_ text: String, x: Int, y: Int, height: Int) {
    var (path, end) = ("", 0)
    for figure in text.compactMap({ character in
      FigureOutline.all.first { $0.character == character }
    }) {
      for polygon in figure.polygons {
        path += "M" + polygon.map { "\($0.x + end) \($0.y)" }.joined(separator: "L") + "Z"
      }
      end += figure.width + FigureOutline.gap
    }
    let thousandths = height * 1000 / FigureOutline.height
    (self.x, self.y, outlines) = (x, y, path)
    width = max(0, end - FigureOutline.gap) * thousandths / 1000
    scale = "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
  }

  private init(_ figures: ShareFigures, x: Int) {
    (self.x, y, width) = (x, figures.y, figures.width)
    (scale, outlines) = (figures.scale, figures.outlines)
  }

  func moved(to x: Int) -> ShareFigures { ShareFigures(self, x: x) }
}
