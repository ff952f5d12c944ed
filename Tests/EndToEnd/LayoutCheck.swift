// Two checks: a control that floats over the page must not cover a text or another control, and a
// short word must not be broken across lines.

import Support

enum LayoutCheck {
  static func problems(in browser: Browser) throws -> [String] {
    try covered(in: browser) + brokenWords(in: browser)
  }

  /// The texts and controls that a fixed or sticky element covers even when the page is scrolled to
  /// its beginning (for an element in the upper half of the screen) or to its end (in the lower half).
  /// An open dialog covers the page on purpose; so does a banner that reports a failure, until the
  /// user does something.
  private static func covered(in browser: Browser) throws -> [String] {
    try browser.run(coverScript).items.map(\.text)
  }

  private static let coverScript = #"""
    const found = new Set();
    const html = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 100);
    // An element that only screen readers read has the size of one pixel.
    const isShown = (one) => {
      const box = one.getBoundingClientRect();
      return one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 1 && box.height > 1;
    };
    const open = "dialog[open], [popover]:popover-open, [role=dialog], [role=alertdialog], [role=alert]";
    const floats = [...document.querySelectorAll("body *")].filter((one) =>
      ["fixed", "sticky"].includes(getComputedStyle(one).position) && isShown(one)
        && !one.closest(open) && !one.querySelector(open)
        && getComputedStyle(one).pointerEvents !== "none" && one.textContent.trim() + one.innerHTML);

    /** The edges of the visible part of the box. A list or nav that scrolls cuts off the rest. */
    function shown(element, box) {
      const [list, nav] = [element.closest("ul, ol"), element.closest("nav")];
      const isCut = (one, direction) => one && /auto|scroll/.test(getComputedStyle(one)[direction]);
      const [across, down] = [isCut(list, "overflowX") ? list : null, isCut(nav, "overflowY") ? nav : null]
        .map((one) => one?.getBoundingClientRect() ?? box);
      return {
        left: Math.max(box.left, across.left), right: Math.min(box.right, across.right),
        top: Math.max(box.top, down.top), bottom: Math.min(box.bottom, down.bottom),
      };
    }

    /** The boxes of the lines of text and of the controls, with their elements. */
    function* boxes() {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !isShown(element)) continue;
        const range = document.createRange();
        range.selectNode(texts.currentNode);
        for (const box of range.getClientRects()) yield [element, box];
      }
      for (const element of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
        if (isShown(element)) yield [element, element.getBoundingClientRect()];
      }
    }

    function look(place, isOurs) {
      scrollTo({ top: place, behavior: "instant" });
      for (const float of floats) {
        const over = float.getBoundingClientRect();
        if (!isOurs(over) || over.width * over.height < 1) continue;
        for (const [element, box] of boxes()) {
          if (float.contains(element) || element.contains(float) || box.width < 2 || box.height < 2) continue;
          const part = shown(element, box);
          const [left, right] = [Math.max(part.left, over.left), Math.min(part.right, over.right)];
          const [top, bottom] = [Math.max(part.top, over.top), Math.min(part.bottom, over.bottom)];
          if (right - left < 2 || bottom - top < 2) continue;
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          // The corners of a round button cover nothing.
          if (hit && float.contains(hit)) found.add(`covered by ${html(float)}: ${html(element)}`);
        }
      }
    }

    const middle = innerHeight / 2;
    look(0, (box) => (box.top + box.bottom) / 2 < middle);
    look(document.documentElement.scrollHeight, (box) => (box.top + box.bottom) / 2 >= middle);
    scrollTo({ top: 0, behavior: "instant" });
    return [...found];
    """#

  /// A short word fits on every line. A long word may be broken, and so may a word in large text on
  /// the smallest phone, where a line has about eight letters.
  private static func brokenWords(in browser: Browser) throws -> [String] {
    try browser.run(wordScript).items.map(\.text)
  }

  private static let wordScript = #"""
    const found = [];
    const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (size > 24 && innerWidth < 400) return found;
    // Text that only screen readers read is in a box of one pixel.
    const isUnseen = (one) => one !== document.body
      && (getComputedStyle(one).position === "absolute" && one.offsetWidth < 2 || isUnseen(one.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const word = /(?<!\p{L})\p{Script=Latin}{2,12}(?!\p{L})/gu;
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (!element.checkVisibility({ visibilityProperty: true }) || isUnseen(element)) continue;
      // An address is one long word.
      const addresses = [...texts.currentNode.data.matchAll(/\S*:\/\/\S*/g)];
      const isInAddress = (at) => addresses.some((one) => one.index <= at && at < one.index + one[0].length);
      for (const { 0: text, index } of texts.currentNode.data.matchAll(word)) {
        if (isInAddress(index)) continue;
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + text.length);
        const [first, ...others] = range.getClientRects();
        if (others.some((one) => one.top >= first.bottom - 1)) {
          found.push(`a broken word ${text}: ${element.outerHTML.slice(0, 100)}`);
        }
      }
    }
    return found;
    """#
}
