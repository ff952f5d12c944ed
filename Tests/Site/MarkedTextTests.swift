// A review's Markdown: only emphasis, lists and similar markup become HTML. Source: docs/faults.md
// D2.

import Albums
import Support
import Testing

@testable import Site

@Suite struct MarkedTextTests {
  @Test(arguments: [
    ("a *b* **c**", "<p>a <em>b</em> <strong>c</strong></p>\n"),
    ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
    ("# Head\ntext", "<h3>Head</h3>\n<p>text</p>\n"),
    ("1977. The year of punk.", "<p>1977. The year of punk.</p>\n"),
    ("[here](https://evil.example) <b>x</b>", "<p>here x</p>\n"),
    ("![a](https://evil.example/p.png) b", "<p> b</p>\n"),
    ("<https://evil.example>", "<p>https://evil.example</p>\n"),
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
    ("a\n\n<script>alert(1)</script>", "<p>a</p>\n"),
    ("```js\nx < y\n```", "<p><code>x &lt; y\n</code></p>\n"),
    ("a\n\n---\n\nb", "<p>a</p>\n<p>b</p>\n"),
    ("AC&DC \"x\"", "<p>AC&amp;DC &quot;x&quot;</p>\n"),
    ("a\u{202E}b\u{0}c", "<p>abc</p>\n"),
  ])
  func `blocks are cut down to emphasis and lists`(markdown: String, html: String) {
    #expect(MarkedText.blocks(markdown) == html)
  }

  /// A link of the host's own text, and its HTML. `REL` stands for the text that each link tag has
  /// before its address.
  static let links: [(String, String)] = [
    ("[here](https://a.example/?x=1&y=2)", "<a REL\"https://a.example/?x=1&amp;y=2\">here</a>"),
    ("[a *b*](mailto:me@b.example)", "<a REL\"mailto:me@b.example\">a <em>b</em></a>"),
    ("<https://a.example>", "<a REL\"https://a.example\">https://a.example</a>"),
    ("<me@b.example>", "<a REL\"mailto:me@b.example\">me@b.example</a>"),
    ("[a](https://a.example \"title\")", "<a REL\"https://a.example\">a</a>"),
    ("[a](<https://a.example/\" x=y>)", "<a REL\"https://a.example/%22%20x=y\">a</a>"),
    ("[a]\n\n[a]: https://a.example/it's", "<a REL\"https://a.example/it&#x27;s\">a</a>"),
    // A browser reads "<" as a byte of its own. For Swift, "<" and the following combining mark are
    // one character.
    ("\u{D4E}[a](https://a.example)", "\u{D4E}<a REL\"https://a.example\">a</a>"),
    ("[a](http://a.example)", "a"), ("[a](//a.example)", "a"), ("[a](/album/)", "a"),
    ("[a](https://)", "a"), ("[a](mailto:)", "a"), ("[a](javascript:alert(1))", "a"),
    ("[a](data:text/html,x)", "a"), ("[a](HTTPS://a.example)", "a"),
    ("a ![b](https://a.example/p.png)", "a "), ("a [![b](https://x)](https://a.example)", "a "),
  ]

  @Test(arguments: links)
  func `a text of the host keeps links to https and mail, and no picture`(
    markdown: String, html: String
  ) {
    let expected = html.replacing("REL", with: "rel=\"noopener\" href=")
    #expect(MarkedText.blocks(markdown, keepsLinks: true) == "<p>\(expected)</p>\n")
    #expect(!MarkedText.blocks(markdown).contains("<a"))
  }

  @Test func `seeded mutations of a link stay a link of the permitted form, or a text`() {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<4000 {
      let (one, two) = (Self.mutation(&random), Self.mutation(&random))
      let text = "[a](https://a.example/\(one)) <https://\(two)>"
      let html = MarkedText.blocks(text, keepsLinks: true)
      #expect(MarkupCheck.admits(html, withLinks: true), "\(text.debugDescription)")
      for tag in tags(of: html) where !tag.attributes.isEmpty && tag.name != "br" {
        #expect(tag.name == "a" && tag.attributes.map(\.name) == ["rel", "href"], "\(html)")
        let address = tag["href"] ?? ""
        #expect(address.hasPrefix("https://") || address.hasPrefix("mailto:"), "\(html)")
      }
    }
  }

  @Test(arguments: [
    ("*NSYNC", "*NSYNC"), ("1. Outside", "1. Outside"), ("#1 Record", "#1 Record"),
    ("__init__", "__init__"), ("[x](y)", "[x](y)"), ("<b>", "&lt;b&gt;"), ("&amp;", "&amp;amp;"),
    ("- ( )", "- ( )"), ("> 2", "&gt; 2"), ("`tick`", "`tick`"), ("a\\b", "a\\b"), ("***", "***"),
    ("   ", "(untitled)"), ("Sigur Rós\n- ( )", "Sigur Rós - ( )"), ("1977)", "1977)"),
    ("http://a.b", "http://a.b"), ("+", "+"), ("===", "==="), ("夜行フェリー", "夜行フェリー"),
  ])
  func `a plain name comes out as it is`(name: String, html: String) {
    #expect(MarkedText.name(name) == html)
  }

  @Test(arguments: [
    "<img src=x onerror=alert(1)>", "<svg><script>1</script>", "[a](javascript:alert(1))",
    "[a]( \u{1}javascript:alert(1))", "![x](data:image/png;base64,AAAA)", "![x](//evil)",
    "<a href='intent:x'>b</a>", "[a]: javascript:1\n\n[a]", "<!-- --><p onclick=1>", "<?php x ?>",
    "<![CDATA[x]]>", "**<b onload=1>**", "`<img>`", "\"\u{301} onload=1", "<\u{301}img src=x>",
    "***a*b**c*", "> > > a", "3. a\n4. b", "[![x](y)](z)", "<x-y-z a=b>", "&lt;script&gt;",
    "&#60;script&#62;", "\\<script>", "~~~ onload=1\nx\n~~~", "a<br onload=1>b", "| a |\n|---|",
    "<details open ontoggle=1>", "<math><mi//xlink:href=1>", "[x](vbscript:1 'onload=1')",
  ])
  func `no tag or attribute gets through that is not on the list`(markdown: String) {
    for html in [MarkedText.blocks(markdown), MarkedText.line(markdown), MarkedText.name(markdown)]
    {
      #expect(MarkupCheck.admits(html), "\(html)")
      for tag in tags(of: html) {
        #expect(tag.attributes.allSatisfy { $0.name == "/" || $0.name.isEmpty }, "\(html)")
      }
    }
  }

  @Test(arguments: [
    String(repeating: "![[]()", count: 3000), String(repeating: "> ", count: 9000) + "x",
    String(repeating: "*a ", count: 6000), String(repeating: "[", count: 17_000),
    String(repeating: "- ", count: 9000) + "x", String(repeating: "*", count: 17_000),
    String(repeating: "`a", count: 8000), String(repeating: "a\u{301}\u{302}", count: 5000),
  ])
  func `hostile Markdown is handled in time`(markdown: String) {
    var html = ""
    let time = processorTime { html = MarkedText.blocks(markdown) }
    #expect(MarkupCheck.admits(html))
    #expect(time < .seconds(1), "\(time) in a debug build")
  }

  @Test(arguments: [
    ("<a rel=\"noopener\" href=\"https://a.example/\">b</a>", true),
    ("<a rel=\"noopener\" href=\"mailto:a@b\">b</a>", true),
    ("<a rel=\"noopener\" href=\"https://a\" x=\"y\">b</a>", false),
    ("<a rel=\"noopener\" href=\"http://a\">b</a>", false),
    ("<a rel=\"noopener\" href=\"javascript:a\">b</a>", false),
    ("<a rel=\"noopener\" href=\"https://a/'\">b</a>", false),
    ("<a rel=\"noopener\" href=\"https://a/\u{301}\">b</a>", false),
    ("<a rel=\"noopener\" href=\"https://a\">b", false), ("<a href=\"https://a\">b</a>", false),
    ("<a>b</a>", false), ("<img rel=\"noopener\" href=\"https://a\">", false),
  ])
  func `the allow-list admits a link in one form, and only in a text of the host`(
    html: String, isAdmitted: Bool
  ) {
    #expect(MarkupCheck.admits(html, withLinks: true) == isAdmitted)
    #expect(!MarkupCheck.admits(html))
  }

  @Test(arguments: [
    ("<p>a</p>", true), ("<p>a", false), ("<p class=x>a</p>", false), ("<em><p></em></p>", false),
    ("<script></script>", false), ("<br />", true), ("a & b", false), ("&amp;", true),
    ("&lt;\u{301}", true), ("\"", false), ("<p\u{301}>", false), ("<P></P>", false),
    ("</p>", false),
  ])
  func `the allow-list admits only what it names`(html: String, isAdmitted: Bool) {
    #expect(MarkupCheck.admits(html) == isAdmitted)
  }

  @Test func `at most two thousand nodes and sixteen levels are rendered`() {
    let deep = MarkedText.blocks(String(repeating: "> ", count: 40) + "x")
    #expect(deep.split(separator: "<blockquote>").count <= 17)
    let wide = MarkedText.blocks(String(repeating: "*a* ", count: 3000))
    #expect(wide.split(separator: "<em>").count <= 2001)
  }

  @Test func `seeded mutations never get past the list`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      let text = Self.mutation(&random)
      #expect(MarkupCheck.admits(MarkedText.blocks(text)), "\(text.debugDescription)")
    }
  }

  /// libcmark reads a punctuation mark after a backslash as text.
  /// Source: <https://spec.commonmark.org/0.30/#backslash-escapes>.
  @Test func `a name equals libcmark's rendering of its escaped text`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<4000 {
      let text = Self.mutation(&random)
      // A letter comes first, because a combining mark would join the tag before it.
      var markdown = String.UnicodeScalarView("x".unicodeScalars)
      for scalar in PlainText.name(text, otherwise: "(untitled)").unicodeScalars {
        let isPunctuation = scalar.isASCII && scalar.properties.generalCategory != .spaceSeparator
        let isLetter = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        if isPunctuation, !isLetter { markdown.append("\\") }
        markdown.append(scalar)
      }
      let rendered = MarkedText.line(String(markdown))
      #expect("x" + MarkedText.name(text) == rendered, "\(text.debugDescription)")
    }
  }

  private static func mutation(_ random: inout SeededGenerator) -> String {
    let parts = [
      "<", ">", "*", "_", "[", "]", "(", ")", "!", "`", "\n", "  ", "- ", "1. ", "&", "\"",
      "'", "\\", "svg", "onload=1", "javascript:", "\u{301}", "\u{200D}", "<a href=", "#", "> ",
      "\u{A0}", "\u{3000}", "é", "&amp;", "~~~", "=", "\t", "\u{85}", "\u{FFFD}", "\0", "|",
    ]
    let count = Int.random(in: 1...30, using: &random)
    return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
  }
}
