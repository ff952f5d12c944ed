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
    var random = Seeded(seed: 7)
    for _ in 0..<4000 {
      let text = Self.mutation(&random)
      #expect(MarkupCheck.admits(MarkedText.blocks(text)), "\(text.debugDescription)")
    }
  }

  /// libcmark reads a punctuation mark after a backslash as text.
  /// Source: <https://spec.commonmark.org/0.30/#backslash-escapes>.
  @Test func `a name equals libcmark's rendering of its escaped text`() {
    var random = Seeded(seed: 11)
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

  private static func mutation(_ random: inout Seeded) -> String {
    let parts = [
      "<", ">", "*", "_", "[", "]", "(", ")", "!", "`", "\n", "  ", "- ", "1. ", "&", "\"",
      "'", "\\", "svg", "onload=1", "javascript:", "\u{301}", "\u{200D}", "<a href=", "#", "> ",
      "\u{A0}", "\u{3000}", "é", "&amp;", "~~~", "=", "\t", "\u{85}", "\u{FFFD}", "\0", "|",
    ]
    let count = Int.random(in: 1...30, using: &random)
    return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
  }
}
