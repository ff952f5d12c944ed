// The pages of the published log in a real browser, from a server without a program and below a path: with every
// width, colour and text size, without scripts, with the keyboard only, after a wrong address, and from the disk.
// `make test` checks a sample of the pages, `make tour` all of them.

import Host
import Support
import Testing

@Suite(.serialized) struct BrowserPublishedPagesTests {
  let log: PublishedHouse

  init() throws { log = try PublishedHouse() }

  private struct Look: Sendable {
    let page: PublishedPage
    let width: Int
    let height: Int
    let appearance: Appearance

    var name: String { "\(page.name) at \(width) px, \(appearance)" }
  }

  @Test func `every page is for everyone, also at twice the text`() throws {
    let cases = try log.pages().flatMap { page in
      [(320, 568), (390, 844), (1440, 900)].flatMap { width, height in
        Appearance.allCases.map {
          Look(page: page, width: width, height: height, appearance: $0)
        }
      }
    }
    let drawn = sampled(
      cases, 4, of: "published pages at twice the text", whole: .tour, name: \.name)
    let browser = try Browser()
    try browser.reducedMotion()
    for look in drawn {
      try browser.size(look.width, look.height)
      try browser.appearance(look.appearance)
      try browser.openPublished(look.page.path, of: log)
      let problems = try PageAudit.problems(in: browser)
      #expect(problems.isEmpty, "\(look.name): \(problems.joined(separator: "\n"))")
      try browser.run("document.documentElement.style.fontSize = '200%'")
      let larger = try PageAudit.ownProblems(in: browser)
      #expect(larger.isEmpty, "\(look.name), text 200 %: \(larger.joined(separator: "\n"))")
    }
  }

  @Test func `no page writes to the console, and no request leaves the path of the log`() throws {
    let browser = try Browser(logsNetwork: true)
    _ = try browser.log("performance")
    let pages = sampled(
      try log.pages(), 15, of: "published pages that are silent", whole: .tour, name: \.name)
    for page in pages {
      try browser.openPublished(page.path, of: log)
      let lines = try browser.messages()
      #expect(lines.isEmpty, "\(page.name): \(lines)")
    }
    try browser.openPublished("/?q=love", of: log)
    #expect(try eventually { try !browser.text(".hits").isEmpty })
    let asked = try browser.log("performance").compactMap { entry -> Substring? in
      let message = entry["message"]?.text ?? ""
      guard message.contains("Network.requestWillBeSent\"") else { return nil }
      return message.firstMatch(of: #/"request":\{.*?"url":"([^"]*)"/#)?.output.1
    }
    #expect(asked.count > pages.count)
    #expect(asked.contains { $0.contains("/search/") && $0.hasSuffix(".json") })
    let others = asked.filter {
      !$0.hasPrefix("\(log.address)/") && !$0.hasPrefix("data:") && !$0.hasPrefix("chrome:")
    }
    #expect(others.isEmpty, "\(others)")
  }

  @Test func `without script every page is read, and no control does nothing`() throws {
    let browser = try Browser(hasScript: false)
    let pages = sampled(
      try log.pages(), 12, of: "published pages without script", whole: .tour, name: \.name)
    let always = ["/", "/history/"].map { PublishedPage(name: $0, path: $0) }
    for page in always + pages {
      try browser.open("\(log.address)\(page.path)")
      #expect(try !browser.text("h1").isEmpty, "\(page.name)")
      let dead = try browser.run(Self.visibleControls).items.map(\.text)
      #expect(dead.isEmpty, "\(page.name): \(dead)")
    }
    try browser.open("\(log.address)/history/")
    #expect(try browser.text(".finds").contains("宇多田ヒカル"))
    try browser.tap(".finds .find")
    #expect(try eventually { try browser.address.contains("/album/") })
    #expect(try browser.text(".sharing a") == "Send by e-mail")
    let mail = try browser.run("return document.querySelector('.sharing a').protocol").text
    #expect(mail == "mailto:")
  }

  /// The controls that need a script.
  private static let visibleControls = """
    return [...document.querySelectorAll("button, input, select, textarea, form, [role=search]")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => one.outerHTML.slice(0, 100));
    """

  // MARK: The keyboard

  @Test func `the Tab key follows what the eye sees, and is seen at each control`() throws {
    let pages = try log.pages().filter { $0.path != "/404.html" }
    let drawn = sampled(
      pages, 2, of: "published pages with the keyboard", whole: .tour, name: \.name)
    let always = ["/", "/history/", try log.album("First Love").path]
    let paths = always + drawn.map(\.path).filter { !always.contains($0) }
    let browser = try Browser()
    for (width, height) in [(390, 844), (1440, 900)] {
      try browser.size(width, height)
      for path in paths {
        try browser.openPublished(path, of: log)
        let count = Int(try browser.run(Self.numberControls).number)
        #expect(count > 3, "\(path)")
        let jumps = try browser.run(Self.jumps).items.map(\.text)
        #expect(jumps.isEmpty, "\(path) at \(width): \(jumps)")
        var reached: [String] = []
        for _ in 0..<count {
          try browser.press(.tab)
          reached.append(try browser.run(Self.describeFocus).text)
        }
        #expect(reached == (0..<count).map { "\($0)" }, "\(path) at \(width)")
      }
    }
  }

  @Test func `the first Tab shows a link that skips the head`() throws {
    let browser = try Browser()
    for page in try log.pages().prefix(3) {
      try browser.openPublished(page.path, of: log)
      try browser.press(.tab)
      #expect(try browser.run(Self.skipsVisibly).isTrue, "\(page.name)")
      try browser.press(.enter)
      try browser.press(.tab)
      let isInside = "return document.querySelector('main').contains(document.activeElement)"
      #expect(try browser.run(isInside).isTrue, "\(page.name)")
    }
  }

  private static let skipsVisibly = """
    const box = document.activeElement.getBoundingClientRect();
    return document.activeElement.matches(".skip") && box.top >= 0 && box.left >= 0
      && box.right <= innerWidth && box.bottom <= innerHeight;
    """

  /// Numbers the elements that the Tab key should reach, in the order of the page.
  private static let numberControls = """
    const controls = [...document.querySelectorAll("\(PageAudit.controls)")]
      .filter((one) => one.tabIndex >= 0 && !one.disabled
        && one.checkVisibility({ visibilityProperty: true }));
    controls.forEach((one, number) => { one.dataset.stop = number; });
    return controls.length;
    """

  /// The controls in a wrong order: a control lies above the control before it, or to its left. The
  /// order may continue at the top of another column, but to the left only into or out of a
  /// navigation, such as the months beside the finds. The script does not compare two controls that
  /// overlap.
  private static let jumps = """
    const controls = [...document.querySelectorAll("[data-stop]:not(.skip)")];
    // A control that its list has scrolled away counts as a control at the edge of the list.
    const seen = (each) => {
      const [box, list] = [each.getClientRects()[0], each.closest("ul")];
      if (!list || getComputedStyle(list).overflowX !== "auto") return box;
      const { left, right } = list.getBoundingClientRect();
      const within = (x) => Math.max(left, Math.min(right, x));
      return { left: within(box.left), right: within(box.right), top: box.top, bottom: box.bottom };
    };
    const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const covers = (box, [x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom;
    return controls.slice(1).flatMap((next, place) => {
      const [one, other] = [controls[place], next].map(seen);
      if (covers(one, middle(other)) || covers(other, middle(one))) return [];
      const [[x, y], [nextX, nextY]] = [middle(one), middle(other)];
      const isBeside = other.right < one.left + 1 && next.closest("nav") !== controls[place].closest("nav");
      const isAbove = nextY < y - 12 && other.left < one.right - 1 && !isBeside;
      const isBefore = Math.abs(nextY - y) <= 12 && nextX < x;
      return isAbove || isBefore ? [`${controls[place].outerHTML} → ${next.outerHTML}`] : [];
    });
    """

  /// The number of the focused element, and its problems. Of a link with several lines, only the
  /// first line is checked. A link that begins at the end of a line has an empty box there.
  private static let describeFocus = """
    const element = document.activeElement;
    const style = getComputedStyle(element);
    const box = [...element.getClientRects()].find((one) => one.width >= 1);
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isMarked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    return element.dataset.stop + (isMarked ? "" : " unmarked")
      + (element.contains(hit) ? "" : ` at ${box.x}, ${box.y}, covered by ${hit?.outerHTML.slice(0, 200)}`);
    """

  // MARK: Other addresses

  @Test func `a wrong address has the appearance of the log, and leads home`() throws {
    let browser = try Browser()
    try browser.open("\(log.address)/album/nowhere/at/all/")
    let status = "return performance.getEntriesByType('navigation')[0].responseStatus"
    #expect(try browser.run(status).number == 404)
    #expect(try browser.run(Self.hasLook).isTrue)
    let problems = try PageAudit.problems(in: browser)
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
    try browser.tap(".ways-out a")
    #expect(try eventually { try browser.address == "\(log.address)/" })
    #expect(try eventually { try browser.run(Self.hasLook).isTrue })
  }

  @Test func `a copy on the disk is read like the log, and its links lead to pages`() throws {
    let browser = try Browser()
    let disk = "file://\(log.files)"
    for (link, part) in [
      (".card", "article h1"), (".sections a[href*='history/']", ".finds .find"),
    ] {
      try browser.open("\(disk)/index.html")
      #expect(try browser.run(Self.hasLook).isTrue)
      #expect(try browser.text("h1").hasPrefix("Records & Ferries"))
      let hasPicture = "return document.querySelector('.card img')?.naturalWidth > 0"
      #expect(try eventually(within: 5000) { try browser.run(hasPicture).isTrue })
      // Browsers load no module from the disk.
      let dead = try browser.run(Self.visibleControls).items.map(\.text)
      #expect(dead.isEmpty, "\(dead)")
      try browser.tap(link)
      let isThere = try eventually(within: 5000) {
        try browser.address.hasPrefix(disk) && !browser.text(part).isEmpty
      }
      let address = try browser.address
      #expect(isThere, "\(link) leads to \(address)")
    }
  }

  /// Whether the page has the sheet with the colours of the published log.
  private static let hasLook = """
    return getComputedStyle(document.documentElement).getPropertyValue("--day") !== ""
      && getComputedStyle(document.querySelector(".skip")).position === "absolute";
    """
}

extension Browser {
  /// Opens a page of the published log. On a page with a search, waits for the filters, which load
  /// later.
  func openPublished(_ path: String, of log: PublishedHouse) throws {
    try open("\(log.address)\(path)")
    let hasFilters =
      "return !document.querySelector('.chips') || !!document.querySelector('.chip')"
    let isReady = try eventually(within: 10_000) { try run(hasFilters).isTrue }
    guard isReady else {
      throw WebDriverError.refused(command: path, answer: "the page has no filters")
    }
  }
}
