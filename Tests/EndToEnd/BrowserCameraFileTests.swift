// A user chooses a picture file. The page finds out the format from the bytes, not from the name.

import Albums
import Host
import Store
import Support
import Testing

@Suite(.serialized) struct BrowserCameraFileTests {
  let installation: Installation
  let server: WebServer

  init() throws {
    installation = try Installation()
    server = try WebServer(installation)
  }

  /// `made(type, side, name, filling)` is a square picture of that type and side in a file with the
  /// type of a JPEG, and with `filling` bytes behind the picture. `kind(blob)` is the type that the
  /// first bytes of a blob tell.
  private static let tools = """
    const { newCanvas, context } = await module("crop");
    const { asJPEG, reduced, wholePhoto } = await module("picture");
    const made = async (type, side, name = "a.jpg", filling = 0) => {
      const canvas = newCanvas(side, side);
      context(canvas).fillRect(10, 10, side / 2, side / 3);
      const picture = await canvas.convertToBlob({ type });
      return new File([picture, new Uint8Array(filling)], name, { type: name.endsWith("jpg") ? "image/jpeg" : "" });
    };
    const kind = async (blob) => {
      const bytes = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
      return bytes[0] === 0xFF && bytes[1] === 0xD8 ? "jpeg" : String.fromCharCode(...bytes);
    };
    """

  /// The type and the side of a picture, the name of its file, and whether the file itself is sent.
  private static let files: [(type: String, side: Int, name: String, isKept: Bool)] = [
    ("image/jpeg", 400, "a.jpg", true), ("image/jpeg", 400, "a", true),
    ("image/webp", 400, "a.jpg", false), ("image/png", 400, "a.jpg", false),
    ("image/webp", 400, "a.webp", false), ("image/webp", 3000, "a.jpg", false),
  ]

  @Test func `a chosen picture is sent as a JPEG, whatever its name says`() throws {
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    for file in Self.files {
      let seen = try browser.runAsync(
        """
        \(Self.tools)
        const file = await made("\(file.type)", \(file.side), "\(file.name)");
        const ways = [(await reduced(file)).photo, await asJPEG(file), (await wholePhoto(file)).photo];
        return { kinds: await Promise.all(ways.map(kind)), kept: ways.map((photo) => photo === file) };
        """)
      #expect(seen["kinds"]?.items.map(\.text) == ["jpeg", "jpeg", "jpeg"], "\(file)")
      let kept = seen["kept"]?.items.map(\.isTrue)
      #expect(kept == [file.isKept, file.isKept, file.isKept], "\(file)")
    }
  }

  /// A browser that reads codes, in pictures that are not reduced only.
  private static let reading = """
    delete globalThis.Worker;
    globalThis.BarcodeDetector = class {
      async detect({ naturalWidth }) {
        return naturalWidth === 3000 ? [{ rawValue: "042281081125" }] : [];
      }
    };
    """

  @Test func `the browser reads the product code in the whole picture, and sends it`()
    throws
  {
    let browser = try Browser()
    try browser.beforeEachPage(Self.reading)
    try browser.open("\(installation.origin)/")
    _ = try browser.runAsync(
      """
      \(Self.tools)
      const chosen = new DataTransfer();
      chosen.items.add(await made("image/jpeg", 3000));
      const input = document.querySelector("#choose-photo");
      input.files = chosen.files;
      input.dispatchEvent(new Event("change"));
      return {};
      """)
    let store = try installation.store()
    #expect(try eventually { try !store.scans(since: Timestamp(milliseconds: 0)).isEmpty })
    let scan = try #require(try store.scans(since: Timestamp(milliseconds: 0)).last)
    let kept = try store.record(of: scan.id).first { $0.column == "codes" }?.value
    #expect(kept == "0042281081125")
  }

  @Test(arguments: ["return new Promise(() => {})", "throw new Error('no service')"])
  func `a photo does not wait for a browser that finds no codes`(detecting: String) throws {
    let browser = try Browser()
    try browser.beforeEachPage(
      "globalThis.BarcodeDetector = class { async detect() { \(detecting) } };")
    try browser.open("\(installation.origin)/")
    let codes = try browser.runAsync(
      """
      const { codesIn } = await module("codes");
      const { newCanvas, context } = await module("crop");
      const canvas = newCanvas(20, 20);
      context(canvas).fillRect(0, 0, 9, 9);
      return { codes: await codesIn(canvas) };
      """)
    #expect(codes["codes"] == .text(""))
  }

  @Test func `a JPEG above 32 MB is sent smaller, and a file that is no picture stays as it is`()
    throws
  {
    let browser = try Browser()
    try browser.open("\(installation.origin)/")
    let seen = try browser.runAsync(
      """
      \(Self.tools)
      const large = await made("image/jpeg", 800, "a.jpg", 33 << 20);
      const { width } = await createImageBitmap(await asJPEG(large));
      const none = new File(["GIF89a"], "a.jpg", { type: "image/jpeg" });
      return {
        sizes: [(await asJPEG(large)).size, (await wholePhoto(large)).photo.size, (await reduced(large)).photo.size],
        width, none: [await asJPEG(none) === none, (await reduced(none)).photo === none],
      };
      """)
    let sizes = seen["sizes"]?.items.compactMap(\.number) ?? []
    #expect(sizes.count == 3 && sizes.allSatisfy { $0 < 100_000 }, "\(sizes)")
    #expect(seen["width"]?.number == 800)
    #expect(seen["none"]?.items.map(\.isTrue) == [true, true])
  }
}
