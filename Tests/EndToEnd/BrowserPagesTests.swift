// Every page in a real browser, with other colours, with the keyboard only, and on a small phone.

import Host
import Support
import Testing

@Suite(.serialized) struct BrowserPagesTests {
  let installation: Installation
  let server: WebServer

  /// One page of every kind. The history has finds of the first tier and of the last tier.
  let pages: [String]

  /// The camera page with the message about a failed scan.
  let bannerPage: String

  init() throws {
    installation = try Installation()
    try installation.copyData("scanned-data") {
      let installation = try Installation()
      try installation.copySample()
      let sleeves = [
        "Miles Davis - Kind of Blue", "Elton John - Leather Jackets",
        "Stevie Wonder - Stevie Wonder's Journey Through The Secret Life of Plants",
      ].map { "\(Checkout.root)/sample/catalogue/\($0).jpg" }
      _ = try installation.albumscan(["scan"] + sleeves + [Sample.other])
      return installation
    }
    server = try WebServer(installation)
    let house = installation
    let store = try house.store()
    let failed = try Files.entries(of: "\(house.site)/scan").first {
      try house.text("scan/\($0)/index.html").contains("Unable to identify")
    }
    let month = try Files.entries(of: "\(house.site)/history").first { $0 != "index.html" }
    bannerPage = "/?failed=\(failed ?? "")"
    pages =
      [
        "/", "/shelf/", "/history/", "/history/\(month ?? "")/", "/settings/", "/privacy/",
        "/404.html", "/sign-in/",
        "/error/tooLarge/", "/error/notJPEG/heic/", "/error/notAllowed/",
        "/scan/\(failed ?? "")/",
      ] + (try store.newestFinds(3).map { "/album/\($0.id)/" })
  }

  @Test func `every page is for everyone, at 320 pixels, twice the text, and lying down`() throws {
    let looked = sampled(pages, 5, of: "pages at twice the text", whole: .tour, name: \.self)
    for (width, height) in [(320, 568), (844, 390)] {
      let browser = try still(
        Browser(width: width, height: height, hasServiceWorker: true))
      for page in looked {
        try browser.open("\(installation.origin)\(page)")
        try settle(browser, page)
        expectNone(try PageAudit.problems(in: browser), "\(page) at \(width)")
        guard width < 844 else { continue }
        try browser.run("document.documentElement.style.fontSize = '200%'")
        expectNone(try PageAudit.ownProblems(in: browser), "\(page) at \(width), text 200 %")
      }
    }
  }

  @Test func `every passing state passes the accessibility checks, too`() throws {
    let states: [(page: String, script: String)] = [
      (bannerPage, ""),
      (
        "/history/",
        "for (const one of [...document.querySelectorAll('.more [action$=\"/delete\"]')].slice(1)) one.requestSubmit()"
      ),
      ("/history/", "document.querySelector('.view').click()"),
      ("/history/", "document.querySelector('.dots').click()"),
      ("/scan/waiting/", "document.querySelector('.slow').classList.remove('later')"),
      (
        "/scan/waiting/",
        """
        const sentence = "A patient record, and long enough to fill more than one line. ";
        const review = document.querySelector(".so-far");
        review.textContent = sentence.repeat(8);
        review.hidden = false;
        """
      ),
    ]
    let browser = try still(Browser(width: 320, height: 568))
    try browser.beforeEachPage(Self.unansweredStatus)
    for (page, script) in states {
      try browser.open("\(installation.origin)\(page)")
      try settle(browser, page)
      try browser.run(script)
      if script.contains("requestSubmit") {
        #expect(try eventually { try !browser.text(".toast").isEmpty })
      }
      expectNone(try PageAudit.problems(in: browser), page)
      try browser.run("document.documentElement.style.fontSize = '200%'")
      expectNone(try PageAudit.ownProblems(in: browser), "\(page), text 200 %")
    }
    try browser.open("\(installation.origin)/")
    try browser.chromium(
      "Network.emulateNetworkConditions",
      ["offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
    try browser.type(Sample.photo, into: "#choose-photo")
    #expect(try eventually { try !browser.text(".again").isEmpty })
    expectNone(try PageAudit.problems(in: browser), "a photo that did not get through")
  }

  /// A script that answers no request of a scan's page, so that the page keeps its state.
  private static let unansweredStatus = """
    if (location.pathname.startsWith("/scan/")) window.fetch = () => new Promise(() => {});
    """

  @Test func `the audit finds what is broken on purpose`() throws {
    let browser = try Browser()
    for (rule, fault) in Self.faults {
      try browser.open("\(installation.origin)/privacy/")
      try browser.run(fault)
      let problems =
        try (rule.hasPrefix("axe") ? Axe.problems(in: browser) : PageAudit.ownProblems(in: browser))
      #expect(problems.contains { $0.hasPrefix(rule) }, "\(rule): \(problems)")
    }
  }

  @Test func `the audit does not judge a control that a script hides meanwhile`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/privacy/")
    try browser.run(Self.add("button", "", "setTimeout(() => { element.hidden = true; }, 1000)"))
    let problems = try PageAudit.ownProblems(in: browser)
    #expect(!problems.contains { $0.hasPrefix("a control has no name") }, "\(problems)")
  }

  /// Pairs of a rule that must report a problem, and the script that makes the problem.
  private static let faults = [
    ("no language", "document.documentElement.lang = ''"),
    ("no title", "document.title = ''"),
    ("not one h1", "document.querySelector('h1').remove()"),
    ("a heading skips a level", "document.querySelector('h1 + h2').remove(); \(add("h4", "x"))"),
    ("not one main", add("main", "x")),
    ("an id twice", add("p", "x", "element.id = 'content'")),
    ("a picture without alt", add("img", "", "element.src = '/logo.svg'")),
    ("a target under 44 px", add("button", "x")),
    ("a control has no name", add("button", "")),
    ("tabindex", add("button", "x", "element.tabIndex = 2")),
    ("scrolls sideways", add("p", "x", "element.style.width = '500px'")),
    ("covered by a bar", "document.querySelector('main').style.padding = '0'"),
    ("cut text", add("p", "x", "element.style.cssText = 'overflow: hidden; height: 9px'")),
    ("cut text", add("p", "x", "element.style.cssText = 'overflow: auto; height: 9px'")),
    ("axe image-alt", add("img", "", "element.src = '/logo.svg'")),
    ("axe aria-required-children", add("div", "x", "element.role = 'tablist'")),
    (
      "covered by", add("button", "x", "element.style.cssText = 'position: fixed; inset: 0 0 auto'")
    ),
    ("contrast", add("p", "x", "element.style.color = '#888'")),
    ("contrast", add("p", "x", "element.style.opacity = '.4'")),
    ("contrast", add("p", "x", "element.style.background = '#000000cc'")),
  ]

  /// A script that adds an element at the end of the page's content.
  private static func add(_ tag: String, _ text: String, _ more: String = "") -> String {
    """
    const element = document.createElement("\(tag)");
    element.textContent = "\(text)";
    document.querySelector("main").append(element);
    \(more)
    """
  }

  @Test func `no page writes to the console or loads from another origin`() throws {
    let browser = try Browser(hasServiceWorker: true, logsNetwork: true)
    for page in pages + [bannerPage] {
      try browser.open("\(installation.origin)\(page)")
      try settle(browser, page)
      let lines = try browser.messages()
      #expect(lines.isEmpty, "\(page): \(lines)")
    }
    let asked = try browser.log("performance").compactMap { entry -> Substring? in
      let message = entry["message"]?.text ?? ""
      guard message.contains("Network.requestWillBeSent\"") else { return nil }
      return message.firstMatch(of: #/"request":\{.*?"url":"([^"]*)"/#)?.output.1
    }
    #expect(asked.count > pages.count)
    let foreign = asked.filter {
      !$0.hasPrefix("\(installation.origin)/") && !$0.hasPrefix("data:") && !$0.hasPrefix("blob:")
        && !$0.hasPrefix("chrome:")  // the tab before the first page
    }
    #expect(foreign.isEmpty, "\(foreign)")
  }

  /// Shows the card "Your notes", which gets its buttons only near the window.
  private func showNotesButtons(in browser: Browser) throws {
    let isComplete = """
      const notes = document.querySelector(".own-notes");
      notes?.scrollIntoView();
      return !notes || notes.querySelector(".field-buttons [aria-expanded]") !== null;
      """
    #expect(try eventually(within: 9000) { try browser.run(isComplete).isTrue })
    _ = try browser.run("scrollTo(0, 0)")
  }

  @Test func `the Tab key reaches every control of a page in order, and is seen there`() throws {
    let browser = try Browser(hasServiceWorker: true)
    for page in pages + [bannerPage] {
      try browser.open("\(installation.origin)\(page)")
      try settle(browser, page)
      try showNotesButtons(in: browser)
      let count = Int(try browser.run(Self.numberControls).number)
      #expect(count > 0)
      var reached: [String] = []
      for _ in 0..<count {
        try browser.press(.tab)
        // The bar of an album's page slides in when a control in it has the focus.
        try PageAudit.settle(browser)
        reached.append(try browser.run(Self.describeFocus).text)
      }
      #expect(reached == (0..<count).map { "\($0)" }, "\(page)")
    }
  }

  @Test func `Enter follows every link within the site`() throws {
    let browser = try Browser()
    var followed: Set<String> = []
    for page in pages {
      try browser.open("\(installation.origin)\(page)")
      let links = try browser.run(
        """
        return [...document.querySelectorAll("a[href^='/']")].filter((link) =>
          link.checkVisibility() && !link.pathname.startsWith("/feed."))
          .map((link) => link.getAttribute("href"))
        """
      ).items.map(\.text)
      // One link of each kind is enough, for example one link to an album.
      for link in links where followed.insert("\(page.prefix(6)) \(link.prefix(7))").inserted {
        try browser.open("\(installation.origin)\(page)")
        try settle(browser, page)
        try browser.run(
          """
          [...document.querySelectorAll(`a[href='${arguments[0]}']`)]
            .find((one) => one.checkVisibility()).focus()
          """, [.text(link)])
        try browser.press(.enter)
        let arrives = try eventually { try browser.address == "\(installation.origin)\(link)" }
        #expect(arrives, "\(page): \(link) was not followed")
      }
    }
  }

  @Test func `Enter deletes a find, undoes it, and opens the picker`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/history/")
    try browser.run("document.querySelector('.dots').focus()")
    try browser.press(.enter)
    #expect(try browser.run("return document.activeElement.role").text == "menuitem")
    try browser.press(.up)
    try browser.press(.enter)
    let focused = "return document.activeElement.textContent.trim()"
    #expect(try eventually { try browser.run(focused).text == "Undo" })
    try browser.press(.enter)
    #expect(try eventually { try browser.text(".toast") == "It is back." })
    #expect(try browser.run("return document.activeElement.matches('.find')").isTrue)

    // Without a camera, SCAN also opens the file picker.
    let phone = try Browser(cameraPermission: .denied, logsNetwork: true)
    try phone.open("\(installation.origin)/")
    #expect(try eventually { try !phone.text(".problem").isEmpty })
    try phone.chromium("Page.setInterceptFileChooserDialog", ["enabled": true])
    for control in ["#take-photo", "#choose-photo", ".bar .pill"] {
      try phone.run("document.querySelector(arguments[0]).focus()", [.text(control)])
      _ = try phone.log("performance")
      try phone.press(.enter)
      let isAsked = try eventually {
        try phone.log("performance").contains {
          $0["message"]?.text.contains("Page.fileChooserOpened") == true
        }
      }
      #expect(isAsked, "\(control)")
    }
  }
}

extension BrowserPagesTests {
  /// Turns on "reduced motion" in the browser, so that no element is half transparent during a
  /// measurement.
  private func still(_ browser: Browser) throws -> Browser {
    try browser.chromium(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-reduced-motion", "value": "reduce"]]])
    return browser
  }

  /// Waits until the page's script has written its text, or until the script has opened another
  /// page.
  private func settle(_ browser: Browser, _ page: String) throws {
    // The filters appear when the manifest of the search has arrived.
    if page.hasPrefix("/history/") {
      #expect(try eventually { try !browser.text(".chips").isEmpty })
    }
    if page == "/settings/" {
      // The address changes before the new page has its style. The card `.phone` appears only when
      // the service worker runs.
      #expect(
        try eventually {
          try browser.address.hasSuffix("/cgi-bin/albumscan/settings")
            && browser.run(
              """
              return document.readyState === "complete"
                && (!navigator.serviceWorker || !!document.querySelector(".phone"))
              """
            ).isTrue
        })
    } else if page.hasPrefix("/scan/") {
      // The link for the host appears with the answer of the server. Without people, every reader
      // sees it.
      let isThere = "return !document.querySelector('.for-host[hidden]')"
      #expect(try eventually { try browser.run(isThere).isTrue })
    } else if page.hasPrefix("/?failed=") {
      #expect(try eventually { try browser.run("return !!document.querySelector('.thin')").isTrue })
    }
  }

  private func expectNone(_ problems: [String], _ place: String) {
    #expect(problems.isEmpty, "\(place): \(problems.joined(separator: "\n"))")
  }

  /// Numbers the elements that the Tab key should reach, in the order of the page.
  private static let numberControls = """
    const controls = [...document.querySelectorAll("\(PageAudit.controls)")]
      .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility(
        { visibilityProperty: true }))
      // The Tab key reaches one button of a group, and the arrow keys the others.
      .filter((one) => one.type !== "radio" || one.checked);
    controls.forEach((one, number) => { one.dataset.stop = number; });
    return controls.length;
    """

  /// The number of the focused element, and its problems.
  private static let describeFocus = """
    const element = document.activeElement;
    const target = element.type === "file" ? element.labels[0] : element;
    const style = getComputedStyle(target);
    const box = target.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const isMarked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const isOnTop = target.contains(hit);
    return element.dataset.stop + (isMarked ? "" : " unmarked") + (isOnTop ? "" : " covered");
    """
}
