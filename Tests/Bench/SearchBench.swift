// The search of a history of 100,000 finds in the browser, on the slow line and with the slow
// processor of the other browser figures.

import Host
import Services
import Support

struct SearchBench {
  private let finds = 100_000

  /// The maximum time from the navigation of a new browser to the first result.
  private let mostFirst = 3000.0

  /// The maximum time from a key to its results, after all files have arrived.
  private let mostKey = 150.0

  /// The letters that are typed one after another; the words are in titles of the history.
  private static let typed = ["gard", "garde", "garden", "electric", "wintr", "silver road"]

  func figures() throws -> [Figure] {
    guard Chromium.missingProgram == nil, Files.exists("/usr/sbin/lighttpd") else {
      let name = Chromium.missingProgram ?? "lighttpd"
      return [
        Figure(
          name: "search in a browser", value: "\(name) is not installed", target: "≤ 3000 ms",
          isMet: nil)
      ]
    }
    let house = try BrowserHouse()
    try ScaleLog.fill(house.house, finds: finds)
    guard house.house.albumscan(["build"]).exitCode == 0 else { throw BenchError.noInstallation }
    let shards = try Files.entries(of: house.house.folder.file("site/search"))
      .filter { !$0.contains("words-") && $0 != "index.json" }.count
    var (firsts, keys, bytes): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<3 {
      let browser = try Chromium(
        trusting: house.certificate, camera: nil, slowDown: BrowserBench.slowDown)
      firsts.append(try firstResult(house, browser))
      let before = house.proxy.counts.down
      _ = try browser.wait(
        for:
          "document.querySelector('.hits').textContent.match(/[0-9]/) && \(Self.loaded) >= \(shards)",
        limit: 120_000)
      bytes.append(Double(house.proxy.counts.down - before))
      browser.wait(milliseconds: 3000)
      keys += try browser.value(Self.keys).items?.compactMap(\.decimal) ?? [.infinity]
    }
    let (first, key) = (Measure.median(firsts), Measure.percentile(keys, 0.9))
    return [
      Figure(
        name: "search of \(finds) finds: first result of a new browser",
        value: "\(rounded(first)) ms", target: "≤ 3000 ms", isMet: first <= mostFirst),
      Figure(
        name: "search of \(finds) finds: nine of ten keys, after all \(shards) files have arrived",
        value: "\(rounded(key)) ms (median \(rounded(Measure.median(keys))) ms)",
        target: "≤ 150 ms", isMet: key <= mostKey,
        details: ["      \(keys.map(rounded).joined(separator: " ")) ms"]),
      Figure(
        name: "bytes of the files after the first result",
        value: "\(rounded(Measure.median(bytes) / 1_000_000)) MB", target: "none", isMet: nil),
    ]
  }

  /// The number of files of the search that have arrived.
  private static let loaded =
    "performance.getEntriesByType('resource').filter((one) => one.name.includes('/search/20')).length"

  private func firstResult(_ house: BrowserHouse, _ browser: Chromium) throws -> Double {
    try browser.open("\(house.origin)/history/?q=garden")
    let hasResult = try browser.wait(for: "window.benchNotes?.result", limit: 30_000)
    return hasResult ? try browser.value("benchNotes.result").decimal ?? .infinity : .infinity
  }

  /// Types texts, and returns the milliseconds from each key to the picture with its results.
  private static let keys = """
    (async () => {
      const field = document.querySelector('#filter');
      const list = document.querySelector('.results ol');
      const pause = (time) => new Promise((go) => setTimeout(go, time));
      const times = [];
      for (const text of \(JSON.array(typed.map { .string($0) }))) {
        const drawn = new Promise((go) => {
          const watch = new MutationObserver(() => {
            watch.disconnect();
            requestAnimationFrame(() => setTimeout(go));
          });
          watch.observe(list, { childList: true });
        });
        const begun = performance.now();
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await Promise.race([drawn, pause(5000)]);
        times.push(performance.now() - begun);
        await pause(700);
      }
      return times;
    })()
    """
}
