// The checks of every page in the browser: the rules of WCAG 2.2 AA that a script can check, and the
// sizes of docs/product.md "Sizes and access". Each function of the script checks one rule. axe-core
// then checks the page by its own rules.

import Support
import Testing

enum PageAudit {
  /// The problems of the open page as it is now. Each problem names its rule and its element.
  static func problems(in browser: Browser) throws -> [String] {
    try ownProblems(in: browser) + Axe.problems(in: browser)
  }

  /// The problems without those that axe-core finds. Larger text changes no result of axe-core.
  static func ownProblems(in browser: Browser) throws -> [String] {
    try settle(browser)
    return try own(in: browser) + unnamed(in: browser) + LayoutCheck.problems(in: browser)
  }

  /// Waits for the end of each animation that has an end.
  static func settle(_ browser: Browser) throws {
    let isAtRest = """
      return document.getAnimations().every((one) =>
        one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity);
      """
    _ = try eventually(within: 5000) { try browser.run(isAtRest).isTrue }
  }

  /// Only the checks that longer texts can fail: lines and controls that are cut, covered or too
  /// wide.
  static func layoutProblems(in browser: Browser) throws -> [String] {
    try (own(in: browser) + LayoutCheck.problems(in: browser)).filter { problem in
      layoutRules.contains { problem.hasPrefix($0) }
    }
  }

  private static let layoutRules = [
    "scrolls sideways", "beyond the edge", "cut text", "covered", "a target under 44 px",
    "a broken word",
  ]

  private static func own(in browser: Browser) throws -> [String] {
    try browser.run(script).items.map(\.text)
  }

  /// The controls without a name. While this function asks, a script may hide a control, which then has
  /// no name: the filters of the history replace its list of months. So this function asks again for all
  /// controls that are still visible.
  private static func unnamed(in browser: Browser) throws -> [String] {
    var unnamed: [String] = []
    _ = try eventually(within: 3000) {
      unnamed = try browser.run(visibleControls).items.filter {
        try browser.accessibleName($0).isEmpty
      }.map { try browser.run("return arguments[0].outerHTML", [$0]).text }
      return unnamed.isEmpty
    }
    return unnamed.map { "a control has no name: \($0)" }
  }

  static let controls = "a[href], button, input, select, textarea, summary"

  private static let visibleControls = """
    // A modal dialog takes all other controls away.
    const around = document.querySelector("dialog:modal") ?? document;
    return [...around.querySelectorAll("\(controls)")].filter((one) =>
      !one.closest("[aria-hidden=true], [inert]") && one.checkVisibility({ visibilityProperty: true }))
    """

  private static let script = #"""
    const problems = [];
    const root = document.documentElement;
    const all = (selector) => [...document.querySelectorAll(selector)];
    const html = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 120);
    const say = (rule, element, more = "") => problems.push(`${rule} ${more}: ${html(element)}`);

    function isShown(element) {
      const box = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1;
    }

    /** Whether an element is within a box of one pixel, which is only for screen readers. */
    function isOnlyRead(element) {
      for (let around = element.parentElement; around; around = around.parentElement) {
        const box = around.getBoundingClientRect();
        if (box.width <= 1 && box.height <= 1 && getComputedStyle(around).overflow === "hidden") return true;
      }
      return false;
    }

    function document_() {
      if (!root.lang) say("no language", root);
      if (!document.title.trim()) say("no title", root);
      const viewport = document.querySelector("meta[name=viewport]")?.content ?? "";
      if (!viewport.includes("device-width") || /maximum-scale|user-scalable/.test(viewport)) {
        say("cannot be enlarged", root, viewport);
      }
    }

    function structure() {
      if (all("h1").length !== 1) say("not one h1", root, all("h1").length);
      if (all("main").length !== 1) say("not one main", root, all("main").length);
      if (all("body > header").length !== 1) say("not one banner", root);
      let level = 0;
      for (const heading of all("h1, h2, h3, h4, h5, h6").filter((one) => one.checkVisibility())) {
        const own = Number(heading.tagName[1]);
        if (own > level + 1) say("a heading skips a level", heading);
        level = own;
      }
      for (const nav of all("nav")) {
        if (!nav.ariaLabel && !nav.hasAttribute("aria-labelledby")) say("a nav has no name", nav);
      }
      for (const child of all("ul > *, ol > *")) if (child.tagName !== "LI") say("not a li", child);
    }

    function identifiers() {
      const seen = new Set();
      for (const element of all("[id]")) {
        if (seen.has(element.id)) say("an id twice", element);
        seen.add(element.id);
      }
      for (const label of all("label")) if (!label.control) say("a label of nothing", label);
    }

    function pictures() {
      for (const image of all("img")) {
        if (!image.hasAttribute("alt")) say("a picture without alt", image);
        if (image.complete && !image.naturalWidth && image.currentSrc) say("a dead picture", image);
      }
    }

    function order() {
      for (const element of all("[tabindex]")) if (element.tabIndex > 0) say("tabindex", element);
      for (const element of all("[aria-hidden=true], [aria-hidden=true] *")) {
        if (element.tabIndex >= 0) say("hidden but focusable", element);
      }
    }

    /** A link within a sentence is as high as its line. Source: WCAG 2.5.8, "Inline". */
    function isInSentence(link) {
      const around = link.parentElement.textContent.trim().length;
      return getComputedStyle(link).display === "inline" && around > link.textContent.trim().length;
    }

    function targets() {
      for (const element of all("a[href], button, input, select, textarea, summary")) {
        // A tap beside a box of a shelf opens the nearest box, so a narrow box has a target of 44 px.
        if (element.closest(".boxes")) continue;
        const target = element.type === "file" ? element.labels[0] : element;
        if (!isShown(target) || isInSentence(element)) continue;
        const box = target.getBoundingClientRect();
        // The bars of a chart are 32 px apart, and long. Source: docs/decisions/149-bars-of-the-statistics.md.
        const isBar = element.closest(".bars, .histogram") && Math.max(box.width, box.height) >= 120;
        if (isBar && Math.min(box.width, box.height) >= 24) continue;
        if (box.width < 44 || box.height < 44) {
          say("a target under 44 px", target, `${box.width} × ${box.height}`);
        }
      }
    }

    /** A list of links or buttons that scrolls sideways hides nothing: the Tab key reaches each of them. */
    function isShelf(element) {
      return element.matches("ul, ol") && /auto|scroll/.test(getComputedStyle(element).overflowX)
        && element.querySelector("a[href], button");
    }

    const isOnShelf = (element) => all("ul, ol").some((list) => isShelf(list) && list.contains(element) && list !== element);

    function overflow() {
      const width = root.clientWidth;
      if (root.scrollWidth > width) say("scrolls sideways", root, `${root.scrollWidth} > ${width}`);
      for (const element of all("body *").filter(isShown)) {
        // The picture of an item is a part of the shelf picture, and its svg shows only this part.
        if (element.matches("svg > image")) continue;
        const box = element.getBoundingClientRect();
        if ((box.right > width + 1 || box.left < -1) && !isOnShelf(element) && !isOnlyRead(element)) {
          say("beyond the edge", element, `${box.left}…${box.right} of ${width}`);
        }
        const style = getComputedStyle(element);
        // A box that scrolls up and down, and has a control for the Tab key, hides nothing.
        const isScrolled = /auto|scroll/.test(style.overflowY) && element.querySelector("a[href], button");
        // A link may end its text with an ellipsis, because its page has the whole text.
        const isShortened = style.webkitLineClamp !== "none" && element.closest("a[href]");
        // A text field scrolls with the keys.
        const isCut = style.overflow !== "visible" && !element.matches("img, textarea") && !isShortened
          && (!isShelf(element) && element.scrollWidth > element.clientWidth + 1
            || !isScrolled && element.scrollHeight > element.clientHeight + 1);
        if (isCut && element.textContent.trim()) say("cut text", element);
      }
    }

    /** At the end of a page, its fixed bars cover none of its content. */
    function bars() {
      const isFixed = (one) => one !== null && one.tagName !== "MAIN" && (getComputedStyle(one).position === "fixed" || isFixed(one.parentElement));
      const bars = all(".site-bar, .actions").filter((one) => getComputedStyle(one).position === "fixed").map((one) => one.getBoundingClientRect());
      if (!bars.length) return;
      const content = all("main *").filter((one) => isShown(one) && !isFixed(one)
        && (one.matches("a, button, input, img") || [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())));
      // A list that scrolls sideways hides its other items.
      const box = (one) => {
        const own = one.getBoundingClientRect();
        const list = one.closest("ul")?.getBoundingClientRect() ?? own;
        return { left: Math.max(own.left, list.left), right: Math.min(own.right, list.right), top: own.top, bottom: own.bottom };
      };
      const covers = (bar, one) => one.left < one.right && one.right > bar.left && one.left < bar.right && one.bottom > bar.top + 1 && one.top < bar.bottom;
      scrollTo(0, root.scrollHeight);
      const hidden = content.find((one) => bars.some((bar) => covers(bar, box(one))));
      if (hidden) say("covered by a bar", hidden);
      scrollTo(0, 0);
    }

    /** Red, green and blue, 0 to 255, and alpha. A canvas converts colours that are computed, like `oklch(0.5 0.1 90)`. */
    const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
    function numbers(colour) {
      if (!colour.startsWith("rgb")) {
        brush.clearRect(0, 0, 1, 1);
        brush.fillStyle = colour;
        brush.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
        return [red, green, blue, alpha / 255];
      }
      const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
      return [red, green, blue, alpha];
    }
    const over = (top, ground) => [0, 1, 2].map((i) => top[i] * top[3] + ground[i] * (1 - top[3]));
    const luminance = (colour) => {
      const [red, green, blue] = colour.slice(0, 3).map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratio = (one, other) => {
      const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };

    /** The colours that may lie behind a point of an element; two when it is a picture. */
    function grounds(element, x, y) {
      const stack = document.elementsFromPoint(x, y);
      const start = stack.indexOf(element);
      const layers = [];
      let deepest = [[0, 0, 0], [255, 255, 255]];
      for (const layer of start < 0 ? ancestors(element) : stack.slice(start)) {
        const style = getComputedStyle(layer);
        if (layer.tagName === "IMG" || style.backgroundImage !== "none") break;
        const colour = numbers(style.backgroundColor);
        if (colour[3] === 1) { deepest = [colour]; break; }
        if (colour[3] > 0) layers.unshift(colour);
      }
      return deepest.map((ground) => layers.reduce((below, layer) => over(layer, below), ground));
    }

    function ancestors(element) {
      return element ? [element, ...ancestors(element.parentElement)] : [];
    }

    /** Whether a transition of an element runs. A half faded text has another contrast than at rest. */
    function isInTransition(element) {
      return element.getAnimations().some((one) =>
        one instanceof CSSTransition && one.playState === "running");
    }

    function contrast() {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !isShown(element)) continue;
        // Decoration that screen readers skip; the dots of the ellipsis come and go.
        if (element.closest("[aria-hidden=true]")) continue;
        if (ancestors(element).some(isInTransition)) continue;
        const range = document.createRange();
        range.selectNode(texts.currentNode);
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const box = range.getClientRects()[0];
        if (!box) continue;
        const colour = numbers(getComputedStyle(element).color);
        for (const one of ancestors(element)) colour[3] *= Number(getComputedStyle(one).opacity);
        for (const ground of grounds(element, box.x + box.width / 2, box.y + box.height / 2)) {
          const found = ratio(over(colour, ground), ground);
          if (found < 4.5) say("contrast", element, found.toFixed(2));
        }
      }
      scrollTo(0, 0);
    }

    for (const rule of [
      document_, structure, identifiers, pictures, order, targets, overflow, bars, contrast,
    ]) rule();
    return problems;
    """#
}

/// Checks the open page as it is now; the message names each problem.
func expectNoProblems(
  in browser: Browser, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let problems = try PageAudit.problems(in: browser)
  #expect(problems.isEmpty, "\(problems)", sourceLocation: sourceLocation)
}
