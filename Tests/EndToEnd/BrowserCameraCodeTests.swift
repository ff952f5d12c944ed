// Product codes in a browser that has no reader of its own: the page reads them before it reduces a
// photo, and sends them with it.

import Albums
import FoundationEssentials
import JPEG
import Pictures
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserCameraCodeTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    server = try WebServer(installation)
  }

  /// A browser without workers and without a reader of codes. Its time is so slow that no test
  /// depends on how long a photo waits for its codes.
  static let slowTime = """
    {
      delete globalThis.Worker;
      delete globalThis.BarcodeDetector;
      const [now, wait] = [performance.now.bind(performance), setTimeout];
      performance.now = () => now() / 1000;
      globalThis.setTimeout = (work, time, ...rest) =>
        wait(work, time === 300 ? 60_000 : time, ...rest);
    }
    """

  /// `drawn(jpeg)` is an ImageBitmap of a JPEG in base64. `turned(picture, side, degrees)` is a
  /// grey canvas of that side with the picture in its middle, turned clockwise.
  private static let tools = """
    const { newCanvas, context } = await module("crop");
    const drawn = (jpeg) =>
      createImageBitmap(new Blob([Uint8Array.from(atob(jpeg), (sign) => sign.charCodeAt(0))]));
    const turned = (picture, side, degrees) => {
      const canvas = newCanvas(side, side);
      const drawing = context(canvas);
      drawing.fillStyle = "#888";
      drawing.fillRect(0, 0, side, side);
      drawing.translate(side / 2, side / 2);
      drawing.rotate(degrees * Math.PI / 180);
      drawing.drawImage(picture, -picture.width / 2, -picture.height / 2);
      return canvas;
    };
    """

  /// Chooses a file of the picture that `picture` (JavaScript) gives.
  private static func choosing(_ picture: String) -> String {
    """
    \(tools)
    const canvas = \(picture);
    const chosen = new DataTransfer();
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    chosen.items.add(new File([blob], "back.jpg", { type: "image/jpeg" }));
    const input = document.querySelector("#choose-photo");
    input.files = chosen.files;
    input.dispatchEvent(new Event("change"));
    return {};
    """
  }

  private func base64(_ pixels: Pixels) throws -> WebDriverValue {
    let jpeg = try JPEG.encode(pixels, quality: 90, maximumBytes: 1 << 20)
    return .text(Data(jpeg).base64EncodedString())
  }

  /// The codes that arrived with the newest scan; nil without one.
  private func codesOfNewestScan() throws -> String? {
    let store = try installation.store()
    #expect(try eventually { try !store.scans(since: Timestamp(milliseconds: 0)).isEmpty })
    let scan = try #require(try store.scans(since: Timestamp(milliseconds: 0)).last)
    return try store.record(of: scan.id).first { $0.column == "codes" }?.value
  }

  @Test(arguments: [0, 30, 90, 180])
  func `the page reads the product code of a back held at any angle, and sends it`(degrees: Int)
    throws
  {
    let drawn = DrawnCode(seed: 2, "EAN-13", .none)
    let browser = try Browser()
    try browser.beforeEachPage(Self.slowTime)
    try browser.open("\(installation.origin)/")
    // The code has 200 to 330 of 2,600 pixels; a sent photo has 2,048.
    _ = try browser.runAsync(
      Self.choosing("turned(await drawn(parameters[0]), 2600, \(degrees))"),
      [try base64(drawn.pixels)])
    #expect(try codesOfNewestScan() == drawn.digits)
  }

  @Test func `a photo without a product code is sent without codes`() throws {
    let browser = try Browser()
    try browser.beforeEachPage(Self.slowTime)
    try browser.open("\(installation.origin)/")
    _ = try browser.runAsync(
      Self.choosing("turned(await drawn(parameters[0]), 2600, 20)"),
      [try base64(DrawnBars.picture(seed: 1, .strokes))])
    #expect(try codesOfNewestScan() ?? "" == "")
  }

  @Test func `a photo is sent although the reader of codes fails`() throws {
    let drawn = DrawnCode(seed: 2, "EAN-13", .none)
    let browser = try Browser()
    try browser.beforeEachPage(
      """
      \(Self.slowTime)
      globalThis.MessageChannel = class { constructor() { throw new Error("no channel"); } };
      """)
    try browser.open("\(installation.origin)/")
    _ = try browser.runAsync(
      Self.choosing("turned(await drawn(parameters[0]), 2600, 0)"), [try base64(drawn.pixels)])
    #expect(try codesOfNewestScan() ?? "" == "")
  }

  /// Readers of a browser that do not read product codes.
  private static let failing = [
    "constructor() { throw new TypeError('no such format'); }",
    "async detect() { throw new Error('no service'); }",
  ]

  @Test(arguments: failing)
  func `the page reads the code if the reader of the browser fails`(reader: String) throws {
    let drawn = DrawnCode(seed: 2, "EAN-13", .none)
    let browser = try Browser()
    try browser.beforeEachPage(
      "\(Self.slowTime) globalThis.BarcodeDetector = class { \(reader) };")
    try browser.open("\(installation.origin)/")
    let seen = try browser.runAsync(
      """
      \(Self.tools)
      const { codesIn } = await module("codes");
      return { codes: await codesIn(await drawn(parameters[0])) };
      """, [try base64(drawn.pixels)])
    #expect(seen["codes"] == .text(drawn.digits))
  }

  @Test func `the code in a frame of the camera is read before the frame is reduced`() throws {
    let drawn = DrawnCode(seed: 2, "EAN-13", .none)
    let browser = try Browser()
    try browser.beforeEachPage(Self.slowTime)
    try browser.open("\(installation.origin)/")
    let seen = try browser.runAsync(
      """
      \(Self.tools)
      const { cropped, fullCrop } = await module("crop");
      const { finishedCrop } = await module("picture");
      const frame = turned(await drawn(parameters[0]), 2600, 30);
      const guide = { x: 100, y: 100, width: 2400, height: 2400 };
      const crop = cropped(frame, frame, guide);
      const full = await fullCrop(frame, frame, guide);
      const { width } = full;
      const { codes } = await finishedCrop({ ...crop, full });
      return { codes, widths: [crop.canvas.width, width, full.width] };
      """, [try base64(drawn.pixels)])
    #expect(seen["codes"] == .text(drawn.digits))
    // The crop, the frame, and the frame after it was closed.
    #expect(seen["widths"]?.items.map(\.number) == [1517, 2600, 0])
  }

  /// The numbers that the page finds in pictures, in as much time as it needs.
  private func numbers(in pictures: [Pixels]) throws -> [[String]] {
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    return try pictures.map { picture in
      let seen = try browser.runAsync(
        """
        \(Self.tools)
        const { barCodes } = await module("bars");
        return { codes: await barCodes(await drawn(parameters[0]), Infinity) };
        """, [try base64(picture)])
      return seen["codes"]?.items.map(\.text) ?? []
    }
  }

  @Test func `most codes with a trouble are read, and none is read wrongly`() throws {
    var drawings: [DrawnCode] = []
    for trouble in CodeTrouble.allCases {
      for kind in ["EAN-13", "UPC-A", "EAN-8"] {
        drawings.append(DrawnCode(seed: 90, kind, trouble))
      }
    }
    let numbers = try numbers(in: drawings.map(\.pixels))
    var (read, countable) = (0, 0)
    for (drawn, found) in zip(drawings, numbers) {
      let kind = try #require(ProductCode.Kind(rawValue: drawn.kind))
      let code = try #require(ProductCode(kind, drawn.digits))
      if !code.isShopNumber { countable += 1 }
      if found == [code.digits] { read += 1 } else { #expect(found == [], "\(drawn.digits)") }
    }
    #expect(Double(read) >= 0.8 * Double(countable), "\(numbers)")
  }

  @Test func `bars that are no code give no number`() throws {
    let pictures = BarLook.allCases.map { DrawnBars.picture(seed: 1, $0) }
    let broken = ["EAN-13", "UPC-A", "EAN-8"].flatMap { kind in
      [
        DrawnCode(seed: 1, kind, .none, wrongCheckDigit: true).pixels,
        DrawnCode(seed: 1, kind, .none, showing: 0.5).pixels,
      ]
    }
    for found in try numbers(in: pictures + broken) { #expect(found == []) }
  }
}
