// The language of templates: fields, sections, partials, comments, and the blanks around them.
// Source: <https://github.com/mustache/spec>; the cases are our own.

import Testing

@testable import Site

/// A page with any fields, for the template `page`.
struct Sheet: Page {
  static let template = "page"
  let view: View

  init(_ fields: [FieldName: Field]) {
    view = View(fields.map { View.Entry(name: $0.key, value: $0.value) })
  }

  /// The page that `template` makes of the fields.
  func rendered(
    _ template: String, partials: KeyValuePairs<String, String> = [:]
  ) throws(SiteError) -> String {
    var texts = [(name: Self.template, text: template)]
    for (name, text) in partials { texts.append((name, text)) }
    return try Templates(texts, words: Sample.words).text(of: self)
  }
}

@Suite struct TemplateLanguageTests {
  /// An album with a cover, two tracks and a review with two bullets.
  static var sheet: Sheet {
    Sheet([
      .title: .text("Ferry"), .artist: .text("A & B"), .year: .text(""), .isUnsure: .flag(true),
      .isEmpty: .flag(false), .tracks: .texts(["one", "two"]), .tags: .texts([]),
      .parts: .views([]),
      .summaryHTML: .markup("<p>\n&amp;"), .lineHTML: .text("<b>"),
      .cover: .view([.text(.small, "s"), .view(.name, [.text(.title, "deep")])]),
      .review: .view([
        .text(.title, "Review"),
        .views(
          .bullets,
          [
            [.text(.number, "1"), .texts(.sources, ["x", "y"])],
            [.text(.number, "2"), .text(.title, "second")],
          ]),
      ]),
    ])
  }

  static let fields: [(String, String)] = [
    ("", ""), ("{title} }} {", "{title} }} {"),
    ("<{{title}}>", "<Ferry>"), ("{{ title }}{{\ttitle\n}}", "FerryFerry"),
    ("{{artist}}", "A &amp; B"), ("({{isUnsure}} {{isEmpty}})", "(true false)"),
    ("({{day}}{{unknown}}{{un-known?}})", "()"), ("({{tracks}}{{cover}}{{parts}})", "()"),
    ("{{{summaryHTML}}}", "<p>\n&amp;"), ("{{& summaryHTML }}", "<p>\n&amp;"),
    ("{{{ summaryHTML }}}", "<p>\n&amp;"), ("{{summaryHTML}}", "&lt;p&gt;\n&amp;amp;"),
    // Only checked markup goes unescaped, even in a field that a template may write unescaped.
    ("{{{lineHTML}}}", "&lt;b&gt;"),
    ("{{cover.small}} {{cover.name.title}}", "s deep"), ("({{cover.large}})", "()"),
    ("({{cover.title}}{{title.small}}{{day.small}})", "()"), ("({{cover.unknown.title}})", "()"),
    ("  {{title}}  \n", "  Ferry  \n"), (" {{{summaryHTML}}}\n", " <p>\n&amp;\n"),
  ]

  static let sections: [(String, String)] = [
    ("{{#isUnsure}}yes{{/isUnsure}}{{^isUnsure}}no{{/isUnsure}}", "yes"),
    ("{{#isEmpty}}yes{{/isEmpty}}{{^isEmpty}}no{{/isEmpty}}", "no"),
    ("{{#day}}yes{{/day}}{{^day}}no{{/day}}", "no"),
    ("{{#unknown}}yes{{/unknown}}{{^unknown}}no{{/unknown}}", "no"),
    ("{{#title}}{{.}}, {{title}}{{/title}}{{^title}}no{{/title}}", "Ferry, Ferry"),
    ("{{#artist}}{{.}}{{/artist}}", "A &amp; B"),
    // An empty text is a value, and a flag is not a context.
    ("{{#year}}[{{.}}]{{/year}}{{^year}}no{{/year}}", "[]"),
    ("{{#title}}{{#isUnsure}}{{.}}{{/isUnsure}}{{/title}}", "Ferry"),
    ("{{#tracks}}<{{.}}>{{/tracks}}{{^tracks}}none{{/tracks}}", "<one><two>"),
    ("{{#tags}}tag{{/tags}}{{^tags}}none{{/tags}}", "none"),
    ("{{#parts}}row{{/parts}}{{^parts}}none{{/parts}}", "none"),
    ("{{#tracks}}{{#.}}{{.}}{{title}} {{/.}}{{/tracks}}", "oneFerry twoFerry "),
    ("{{#cover}}{{small}} {{title}}{{/cover}}", "s Ferry"),
    (
      "{{#review}}{{title}}: {{#bullets}}{{number}} {{title}}; {{/bullets}}{{/review}}",
      "Review: 1 Review; 2 second; "
    ),
    ("{{#review.bullets}}{{#sources}}{{number}}{{.}} {{/sources}}{{/review.bullets}}", "1x 1y "),
    (
      "{{#cover.name.title}}{{.}}{{/cover.name.title}}{{^cover.name.day}}!{{/cover.name.day}}",
      "deep!"
    ),
    // A leading dot looks only into the innermost context.
    ("{{#cover}}({{.title}}{{.small}}{{#.title}}!{{/.title}}){{/cover}}", "(s)"),
    ("{{#isUnsure}}a{{#isUnsure}}b{{/isUnsure}}c{{/isUnsure}}", "abc"),
    ("{{#isEmpty}}a{{#isUnsure}}b{{/isUnsure}}c{{/isEmpty}}d", "d"),
    ("{{# title }}x{{/ title }}{{^ day }}y{{/day}}", "xy"),
  ]

  static let lines: [(String, String)] = [
    ("a\n{{#title}}\nb\n{{/title}}\nc\n", "a\nb\nc\n"),
    ("a\n {{#title}}\t\nb\n\t{{/title}} \nc", "a\nb\nc"),
    ("a\n{{^day}}\nb\n{{/day}}\nc", "a\nb\nc"),
    ("a\r\n{{#title}}\r\nb\r\n{{/title}}\r\nc", "a\r\nb\r\nc"),
    (" {{#title}}\nb{{/title}}\nc", "b\nc"), ("a{{#title}}\nb\n {{/title}}", "a\nb\n"),
    (" {{#title}}b{{/title}}\n {{#title}}c{{/title}}\n", " b\n c\n"),
    (" | {{#title}} {{! x }}\n {{/title}} | \n", " |  \n  | \n"),
    ("{{#title}}{{#artist}}\nb\n{{/artist}}{{/title}}\n", "\nb\n\n"),
    ("{{#title}}\n{{/title}}\n{{#title}}\n{{/title}}\n", ""),
    ("{{#title}}b\n{{/title}}\n {{#title}}\nc\n{{/title}}\n", "b\nc\n"),
    ("12{{! no }}34", "1234"), ("1 {{!\n two\n lines {{ }} 2", "1  2"),
    ("a\n {{! alone }}\nb\n", "a\nb\n"), ("a\n{{!\n alone\n}}\nb", "a\nb"),
    ("a\n {{! end }}", "a\n"),
    (" a {{! not alone }}\nb", " a \nb"), ("{{!}}{{!}}\n", "\n"),
  ]

  @Test(arguments: sections + lines + fields)
  func `a template gives exactly this text`(template: String, text: String) throws {
    #expect(try Self.sheet.rendered(template) == text)
  }

  static let partials: [(String, String, String)] = [
    ("({{> part}})", "[{{title}}]", "([Ferry])"), ("({{>part}})", "", "()"),
    ("{{#cover}}{{> part }}{{/cover}}", "{{small}}", "s"),
    // A partial that does not exist is empty, as in earlier versions.
    ("({{> other}})", "x", "()"), ("a\n {{> other}}\nb", "x", "a\n b"),
    ("| {{> part}} |", "\t-\t", "| \t-\t |"),
    ("  {{title}} {{> part}}\n", "a\nb", "  Ferry a\nb\n"),
    ("a\r\n{{> part}}\r\nb", "-", "a\r\n-b"), ("a\n  {{> part}}", "b\nc", "a\n  b\n  c"),
    ("  {{> part}}\na", "b\nc", "  b\n  ca"),
    (
      "<\n {{> part}}\n>\n", "-\n{{#tracks}}\n{{.}}\n{{/tracks}}\n\n-\n",
      "<\n -\n one\n two\n \n -\n>\n"
    ),
    // A value within a partial keeps its own line breaks.
    (" {{> part}}\n", "-\n{{{summaryHTML}}}!\n", " -\n <p>\n&amp;!\n"),
    ("{{> part}}\n", "{{#review}}\n{{title}}\n{{/review}}\n", "Review\n"),
  ]

  @Test(arguments: partials)
  func `a partial stands in place of its tag`(
    template: String, partial: String, text: String
  ) throws {
    #expect(try Self.sheet.rendered(template, partials: ["part": partial]) == text)
  }

  @Test func `partials within partials add their indentation`() throws {
    let page = try Self.sheet.rendered(
      "{{#review}}\n  {{> outer}}\n{{/review}}\n",
      partials: ["outer": "<\n {{> inner}}\n>\n", "inner": "a\n{{> last}}\n", "last": "b\nc\n"])
    #expect(page == "  <\n   a\n   b\n   c\n  >\n")
  }

  @Test func `a partial may contain itself as long as the data go`() throws {
    let leaf = Sheet([.title: .text("leaf"), .parts: .views([])])
    let tree = Sheet([.title: .text("tree"), .parts: .views([leaf.view, leaf.view])])
    let node = "{{title}}<{{#parts}}{{> node}}{{/parts}}>"
    #expect(try tree.rendered("{{> node}}", partials: ["node": node]) == "tree<leaf<>leaf<>>")
  }
}
