// axe-core in the open page: the rules of WCAG 2.2 A and AA that its authors can check.
// Source: <https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md>.

import FoundationEssentials
import Host
import Support

enum Axe {
  /// The violations on the open page: each with its rule, its element and axe's message.
  static func problems(in browser: Browser) throws -> [String] {
    try problems(
      #"runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"]"#, in: browser)
  }

  /// The content that is in no landmark. This check is a best practice, not a rule of WCAG.
  static func contentOutsideLandmarks(in browser: Browser) throws -> [String] {
    try problems(#"runOnly: { type: "rule", values: ["region"] }"#, in: browser)
  }

  private static func problems(_ rules: String, in browser: Browser) throws -> [String] {
    if try !browser.run("return 'axe' in window").isTrue {
      try browser.evaluate(String(decoding: Files.read(Checkers.path(file)), as: UTF8.self) + ";0")
    }
    return try browser.evaluate(script(rules)).items.map(\.text)
  }

  private static let file = "\(Checkers.folder)/axe.min.js"

  /// With `preload: false`, axe does not load the style sheets again. No rule here needs them.
  ///
  /// While axe runs, sticky elements stand at their positions in the text. Axe judges only one scroll
  /// position, at which such an element may cover part of a target. `LayoutCheck` judges all
  /// positions.
  ///
  /// While axe runs, the page has no transitions, because a half faded text has another contrast
  /// than after its transition.
  private static func script(_ rules: String) -> String {
    """
    (() => {
      const sticky = [...document.body.querySelectorAll("*")]
        .filter((one) => getComputedStyle(one).position === "sticky");
      const before = sticky.map((one) => one.style.cssText);
      for (const one of sticky) one.style.cssText += "; position: relative; inset: auto";
      const sheets = [...document.adoptedStyleSheets];
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("*, ::before, ::after, ::backdrop { transition: none !important }");
      document.adoptedStyleSheets = [...sheets, sheet];
      return axe.run(document, {
        \(rules),
        resultTypes: ["violations"],
        preload: false,
      }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) =>
        `axe ${id}: ${node.html.slice(0, 160)} (${node.failureSummary.replace(/\\s+/g, " ")})`)))
        .finally(() => {
          sticky.forEach((one, place) => { one.style.cssText = before[place]; });
          document.adoptedStyleSheets = sheets;
        });
    })()
    """
  }
}

extension Browser {
  /// Evaluates an expression in the page and waits for its promise. The expression may be a large
  /// script, unlike that of `run`.
  @discardableResult
  func evaluate(_ expression: String) throws -> WebDriverValue {
    let answer = try chromium(
      "Runtime.evaluate",
      ["expression": .text(expression), "awaitPromise": true, "returnByValue": true])
    if let failure = answer["exceptionDetails"] {
      throw WebDriverError.refused(command: "Runtime.evaluate", answer: "\(failure)")
    }
    return answer["result"]?["value"] ?? .null
  }
}
