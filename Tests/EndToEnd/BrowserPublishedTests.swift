// The appearance of the published log in a browser: texts stay readable whatever colours the host
// chooses.

import Host
import Support
import Testing

@Suite(.serialized) struct BrowserPublishedTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    server = try WebServer(installation)
  }

  /// Grounds and accents. The last colours of the list gave the lowest contrasts in 50,000 random
  /// pairs.
  private static let colours = [
    "#000000", "#ffffff", "#00de52", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff",
    "#00ffff", "#808080", "#666666", "#999999", "#f5f0e6", "#14213d", "#c8102e", "#fca311",
    "#f0164b", "#0e838f", "#c18521", "#0772db", "#f43aaa",
  ]

  @Test(arguments: [Appearance.light, .dark])
  func `every text has a contrast of 4.5, whatever colours the host chooses`(
    appearance: Appearance
  ) throws {
    let browser = try Browser()
    try browser.appearance(appearance)
    try browser.open("\(installation.origin)/privacy/")
    try browser.run(Self.addSheet)
    let isThere = "return getComputedStyle(document.documentElement).getPropertyValue('--day')"
    #expect(try eventually { try !browser.run(isThere).text.isEmpty })
    let colours = WebDriverValue.list(Self.colours.map { .text($0) })
    // One command for each ground, because a command may take at most 30 seconds.
    for ground in Self.colours {
      let pairs = try browser.run(Self.contrasts, [.text(ground), colours])
      #expect(pairs["count"]?.number == Double(Self.colours.count * 10))
      let low = pairs["low"]?.items.map(\.text) ?? []
      #expect(low.isEmpty, "\(low.prefix(20))")
    }
  }

  @Test func `the default colours are those of the brand`() throws {
    let browser = try Browser()
    try browser.appearance(.dark)
    try browser.open("\(installation.origin)/privacy/")
    try browser.run(Self.addSheet)
    let accent = "\(Self.paint) return painted('var(--accent)').slice(0, 3).join()"
    #expect(try eventually { try browser.run(accent).text == "0,222,82" })
    let ground = "\(Self.paint) return painted('var(--ground)').slice(0, 3).join()"
    #expect(try eventually { try browser.run(ground).text == "0,0,0" })
  }

  @Test func `a card has its rating and "not sure" at both ends of one line`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/privacy/")
    let ends = try browser.run(
      """
      const sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = "/published.css";
      document.head.append(sheet);
      document.documentElement.className = "published";
      const card = document.createElement("a");
      card.className = "card";
      card.style.width = "200px";
      for (const [name, text] of [["span", ""], ["b", "7.4"], ["em", "Not sure"]]) {
        card.append(Object.assign(document.createElement(name), { textContent: text }), " ");
      }
      document.body.replaceChildren(card);
      return new Promise((done) => { sheet.onload = () => {
        const [box, rating, unsure] = [card, ...card.querySelectorAll("b, em")]
          .map((one) => one.getBoundingClientRect());
        done([rating.left - box.left, box.right - unsure.right, rating.top - unsure.top].join());
      }; });
      """
    ).text
    #expect(ends == "0,0,0")
  }

  /// Gives the open page the colours of the published log.
  private static let addSheet = """
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = "/published-colours.css";
    document.head.append(sheet);
    document.documentElement.className = "published";
    """

  /// Red, green and blue of a colour as the screen shows it, 0 to 255.
  private static let paint = """
    const probe = document.body.appendChild(document.createElement("i"));
    const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
      .getContext("2d", { willReadFrequently: true });
    function painted(colour) {
      probe.style.color = colour;
      brush.fillStyle = getComputedStyle(probe).color;
      brush.fillRect(0, 0, 1, 1);
      return [...brush.getImageData(0, 0, 1, 1).data];
    }
    """

  /// For a ground and many accents: the number of the compared pairs, and those with a contrast below 4.5.
  private static let contrasts = """
    \(paint)
    const luminance = (colour) => {
      const [red, green, blue] = colour.slice(0, 3).map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const texts = [
      ["ink", "ground"], ["soft", "ground"], ["quiet", "ground"], ["accent", "ground"],
      ["quiet", "field"], ["ink", "pressed"], ["ink", "empty"], ["quiet", "empty"],
      ["on-glass", "glass"], ["glass-accent", "glass"],
    ];
    const low = [];
    let count = 0;
    const [ground, accents] = arguments;
    for (const accent of accents) {
      document.documentElement.style.setProperty("--host-ground", ground);
      document.documentElement.style.setProperty("--host-accent", accent);
      for (const pair of texts) {
        const [dark, light] = pair.map((name) => luminance(painted(`var(--${name})`)))
          .sort((one, other) => one - other);
        const found = (light + 0.05) / (dark + 0.05);
        count += 1;
        if (!(found >= 4.5)) low.push(`${pair} on ${ground} with ${accent}: ${found.toFixed(2)}`);
      }
    }
    return { count, low };
    """
}
