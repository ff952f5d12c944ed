// Readers use the published log in a real browser: search, the wall and the list, sharing,
// printing, and a published log in another language.

import FoundationEssentials
import Host
import Support
import Testing

@Suite(.serialized) struct BrowserPublishedReaderTests {
  // MARK: Search and view

  @Test func `a search is in the address, and Back returns to its results and their position`()
    throws
  {
    let log = try PublishedHouse()
    let browser = try Browser(width: 390, height: 500)
    let album = try log.album("First Love")
    for path in ["/", "/history/"] {
      let page = "\(log.address)\(path)"
      try browser.openPublished(path, of: log)
      try browser.type("first love", into: "#filter")
      #expect(try eventually { try titles(browser) == ["First Love"] }, "\(path)")
      #expect(try eventually { try browser.text(".hits") == "1 find" }, "\(path)")
      #expect(try browser.address == "\(page)?q=first+love")
      try browser.tap(".results .find")
      #expect(try eventually { try browser.address == "\(log.address)\(album.path)" }, "\(path)")
      #expect(try browser.text("h1").contains("First Love"))
      try browser.leave(by: "history.back()")
      #expect(try eventually { try titles(browser) == ["First Love"] }, "\(path)")
      #expect(try browser.address == "\(page)?q=first+love")
      #expect(
        try browser.run("return document.querySelector('#filter').value").text == "first love")

      try browser.openPublished("\(path)?q=e", of: log)
      // The page tells screen readers the count when the files of all months have arrived.
      #expect(
        try eventually { try browser.text(".hits").wholeMatch(of: /[0-9]+ finds/) != nil },
        "\(path)")
      let found = try titles(browser)
      #expect(found.count > 3, "\(path)")
      try browser.run("scrollTo(0, 150)")
      let top = try browser.run("return scrollY").number
      #expect(top > 0, "\(path)")
      try browser.leave(by: "document.querySelectorAll('.results .find')[2].click()")
      #expect(try eventually { try browser.address.contains("/album/") }, "\(path)")
      try browser.leave(by: "history.back()")
      #expect(try eventually { try titles(browser) == found }, "\(path)")
      #expect(try eventually { try browser.run("return scrollY").number == top }, "\(path)")
      #expect(try browser.address == "\(page)?q=e")
    }
    try expectSilence(browser)
  }

  @Test func `names in every script are found, and Escape shows the page again`() throws {
    let log = try PublishedHouse()
    let browser = try Browser()
    for path in ["/", "/history/"] {
      try browser.openPublished(path, of: log)
      for (query, title) in [
        ("ヒカル", "First Love"), ("فيروز", "وحدن بيبقوا متل زهر البيلسان"),
        ("angstrom", "Copper Sings"), ("тихий", "Ночной паром"),
      ] {
        try browser.search(query)
        #expect(try eventually { try titles(browser) == [title] }, "\(path) \(query)")
      }
      try browser.search(PublishedHouse.secret)
      #expect(
        try eventually {
          try browser.text(".hits") == "No finds match “\(PublishedHouse.secret)”."
        }, "\(path)")
      try browser.press(.escape)
      #expect(try eventually { try titles(browser).isEmpty })
      #expect(try browser.address == "\(log.address)\(path)")
      let isBack = "return document.querySelector('.page, .finds:not(.results)').checkVisibility()"
      #expect(try browser.run(isBack).isTrue, "\(path)")
    }
    try expectSilence(browser)
  }

  @Test func `the chosen view is remembered, also on the way back from an album`() throws {
    let log = try PublishedHouse()
    let browser = try Browser()
    let isBeside = """
      const [one, other] = [...document.querySelectorAll(".finds:not(.results) section > ol > li")]
        .map((row) => row.getBoundingClientRect());
      return one.top === other.top && one.right <= other.left;
      """
    let name = "return document.querySelector('.view')"
    try browser.openPublished("/history/", of: log)
    #expect(try !browser.run(isBeside).isTrue)
    #expect(try browser.accessibleName(browser.run(name)) == "Show as a wall of covers")
    try browser.tap(".view")
    #expect(try browser.run(isBeside).isTrue)
    #expect(try browser.accessibleName(browser.run(name)) == "Show as a list")
    try browser.tap(".finds .find")
    #expect(try eventually { try browser.address.contains("/album/") })
    try browser.leave(by: "history.back()")
    #expect(try eventually { try browser.address == "\(log.address)/history/" })
    #expect(try eventually { try browser.run(isBeside).isTrue })
    try browser.openPublished("/history/", of: log)
    #expect(try browser.run(isBeside).isTrue)
    try browser.tap(".view")
    try browser.openPublished("/history/", of: log)
    #expect(try !browser.run(isBeside).isTrue)
    try expectSilence(browser)
  }

  // MARK: Sharing

  @Test func `a reader copies or shares the address that the host gave the page`() throws {
    let log = try PublishedHouse()
    let album = try log.album("First Love")
    let address = "\(PublishedHouse.url)\(album.path)"
    let browser = try Browser()
    func openAlbum() throws {
      try browser.open("\(log.address)\(album.path)#content")
      #expect(try eventually { try !browser.text(".copy").isEmpty })
    }
    try openAlbum()
    // Chromium on Linux has no share sheet.
    #expect(try browser.text(".share").isEmpty)
    try browser.tap(".copy")
    #expect(try eventually { try browser.text(".told") == "The link is copied." })

    try browser.run(
      "navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    try browser.tap(".copy")
    #expect(try eventually { try browser.run("return window.copied ?? ''").text == address })

    try browser.run(
      """
      navigator.clipboard.writeText = async () => { throw new DOMException("", "NotAllowedError"); };
      document.execCommand = () => false;
      """)
    try browser.tap(".copy")
    #expect(try eventually { try browser.text(".told") == "The link: \(address)" })

    try browser.beforeEachPage(
      """
      Object.defineProperty(navigator, "share", {
        configurable: true, value: async ({ url }) => { window.shared = url; },
      });
      """)
    try browser.open("about:blank")
    try openAlbum()
    try browser.tap(".share")
    #expect(try eventually { try browser.run("return window.shared ?? ''").text == address })
    #expect(try browser.text(".told").isEmpty)

    // A browser that shares files sends the picture, with the address in its text.
    try browser.beforeEachPage(
      """
      Object.defineProperty(navigator, "canShare", { value: () => true });
      Object.defineProperty(navigator, "share", { value: async ({ files: [file], text }) => {
        window.shared = `${file.type} ${file.size > 10000} ${text.split("\\n").at(-1)}`;
      } });
      """)
    try browser.open("about:blank")
    try openAlbum()
    try browser.tap(".share")
    #expect(
      try eventually {
        try browser.run("return window.shared ?? ''").text == "image/jpeg true \(address)"
      })
    try expectSilence(browser)
  }

  // MARK: Paper

  @Test func `an album prints on one sheet, also from a dark screen`() throws {
    let log = try PublishedHouse()
    // A note may be long, so this rule does not apply to albums with a note.
    let albums = try log.albums().filter { !$0.page.contains("class=\"notes\"") }
    let cited = try #require(albums.first { $0.page.contains("class=\"sources\"") })
    let others = sampled(
      albums.filter { $0.path != cited.path }, 2, of: "albums on paper", whole: .tour,
      name: \.title)
    let browser = try Browser()
    try browser.appearance(.dark)
    for album in [cited] + others {
      try browser.open("\(log.address)\(album.path)")
      for (width, height) in [(8.27, 11.69), (8.5, 11)] {
        #expect(try sheets(of: browser, width, height) == 1, "\(album.title) on \(width) inches")
      }
    }
  }

  /// The number of sheets on which the open page prints. The size of the paper is in inches.
  private func sheets(of browser: Browser, _ width: Double, _ height: Double) throws -> Int {
    let answer = try browser.chromium(
      "Page.printToPDF",
      ["paperWidth": .number(width), "paperHeight": .number(height), "printBackground": true])
    let bytes = Data(base64Encoded: answer["data"]?.text ?? "") ?? Data()
    return String(decoding: bytes, as: UTF8.self).matches(of: /\/Type\s*\/Page\b/).count
  }

  // MARK: Another language

  @Test func `a German log has no English text, before and after its scripts`() throws {
    let log = try PublishedHouse(language: "de")
    let (english, german) = try Self.catalogues()
    #expect(english.count > 300 && english.contains("All finds") && german.contains("Alle Funde"))
    let browser = try Browser()
    let albums = try log.albums()
    let rich = try #require(albums.first { $0.page.contains("class=\"sources\"") }).path
    let bare = try #require(albums.first { $0.page.contains("class=\"no-review\"") }).path
    let pages = try log.pages().map(\.path).filter { !$0.hasPrefix("/album/") }
    let drawn = sampled(pages, 8, of: "German pages", whole: .tour, name: \.self)
    for path in [rich, bare, "/?q=love"] + drawn + ["/history/?q=zzzz"] {
      try browser.openPublished(path, of: log)
      if path.contains("?") { #expect(try eventually { try !browser.text(".hits").isEmpty }) }
      if path == rich { #expect(try eventually { try !browser.text(".copy").isEmpty }) }
      #expect(try browser.run("return document.documentElement.lang").text == "de", "\(path)")
      let texts = Set(try browser.run(Self.texts).items.map(\.text))
      let strays = texts.intersection(english).subtracting(german)
      #expect(strays.isEmpty, "\(path): \(strays.sorted())")
    }
    #expect(try !browser.text(".hits").contains("No finds"))
    try expectSilence(browser)
  }

  /// Every text of the open page that a reader sees or hears, except parts in another language.
  private static let texts = """
    const texts = new Set([document.title.split(" · ")[0]]);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (!parentElement.closest("script, bdi, body [lang]")) texts.add(data.trim());
    }
    for (const name of ["alt", "aria-label", "placeholder", "title"]) {
      for (const one of document.querySelectorAll(`body [${name}]`)) texts.add(one.getAttribute(name).trim());
    }
    return [...texts];
    """

  /// The texts of the program in English and in German: those without an argument.
  private static func catalogues() throws -> (english: Set<String>, german: Set<String>) {
    let file = try Files.read("\(Checkout.root)/words/de.po")
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n")
    var (english, german): (Set<String>, Set<String>) = ([], [])
    for (line, next) in zip(lines, lines.dropFirst())
    where line.hasPrefix("msgid \"") && next.hasPrefix("msgstr \"") {
      let (text, translation) = (line.dropFirst(7).dropLast(), next.dropFirst(8).dropLast())
      guard text.count > 2, !text.contains("{"), !text.contains("\\") else { continue }
      english.insert(String(text))
      german.insert(String(translation))
    }
    return (english, german)
  }
}

extension BrowserPublishedReaderTests {
  /// The titles of the results.
  private func titles(_ browser: Browser) throws -> [String] {
    try browser.run(
      """
      const box = document.querySelector(".results");
      return !box || box.hidden ? [] : [...box.querySelectorAll(".title")].map((one) => one.textContent);
      """
    ).items.map(\.text)
  }

  private func expectSilence(_ browser: Browser) throws {
    let lines = try browser.messages()
    #expect(lines.isEmpty, "\(lines)")
  }
}
