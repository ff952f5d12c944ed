// The results of the runs in the browser, and their comparison with the targets.

import Support

struct BrowserResults {
  var first: [PageVisit] = []
  var later: [PageVisit] = []
  var album: [PageVisit] = []
  var albumLater: [PageVisit] = []
  var history: [PageVisit] = []
  var scanPage: [PageVisit] = []

  /// Whether the camera page shows a camera, and not only a file input.
  var hasCamera = false

  /// The camera page with several scans in its tray.
  var series: [PageVisit] = []

  /// For each kind of scan and each run, the milliseconds from the tap to the name: first visit,
  /// later visit.
  var names: [[[Double]]] = ScanKind.all.map { _ in [] }

  /// For each kind of scan, the requests of each scan. The last two elements belong to the last run: its
  /// first visit, then its later visit.
  var scanRequests: [[RequestLog]] = ScanKind.all.map { _ in [] }

  /// The lengths of tasks over 50 ms.
  var slides: [[Double]] = []
  var swipe: [[Double]] = []
  var tray: [[Double]] = []
  var selection: [[Double]] = []
  var selectionFrames: [String] = []

  var figures: [Figure] { times + tapToName + sizes + calm }

  private var times: [Figure] {
    let firstUse = first.map { $0.usable(withCamera: false) }
    let laterUse = later.map { $0.usable(withCamera: hasCamera) }
    let tap = later.map { $0.usable(withCamera: false) }
    return [
      time("SCAN usable, first visit", firstUse, 2000, first.last?.requests),
      time(
        "SCAN usable, later visit", laterUse, 700, later.last?.requests,
        later.map(\.cameraStart)),
      Figure(
        name: "SCAN remembers a tap until the camera has a picture, later visit",
        value: "\(Int(Measure.median(tap))) ms", target: "none", isMet: nil),
      time("album text visible, first visit", album.map(\.text), 1500, album.last?.requests),
      time(
        "album text visible, later visit", albumLater.map(\.text), 1500, albumLater.last?.requests),
    ]
  }

  private var tapToName: [Figure] {
    ScanKind.all.indices.flatMap { place in
      ["first visit", "later visit"].enumerated().map { number, visit in
        let kind = ScanKind.all[place]
        return time(
          "tap to name, \(kind.name) of 12 MP, \(visit)", names[place].map { $0[number] },
          kind.most, scanRequests[place].suffix(2).dropFirst(number).first)
      }
    }
  }

  private func time(
    _ name: String, _ values: [Double], _ most: Double, _ requests: RequestLog?,
    _ more: [String] = []
  ) -> Figure {
    guard !values.isEmpty else {
      return Figure(name: name, value: "not measured", target: "≤ \(Int(most)) ms", isMet: nil)
    }
    let median = Measure.median(values)
    let all = values.map { $0.isFinite ? "\(Int($0))" : "never" }.joined(separator: ", ")
    return Figure(
      name: name, value: median.isFinite ? "\(Int(median)) ms (\(all))" : "never (\(all))",
      target: "≤ \(Int(most)) ms", isMet: median <= most,
      details: more + (requests?.requests.map(\.line) ?? []))
  }

  private var sizes: [Figure] {
    let home = first.map { Double($0.requests.bytes) }.max() ?? .infinity
    let page = album.map { Double($0.requests.bytesWithoutPictures) }.max() ?? .infinity
    let depths = first.map { $0.requests.depth(before: $0.usable(withCamera: false)) }
    let line = first.map { Double($0.lineBytes) }.max() ?? 0
    let more = " (\(rounded(line / 1000)) kB with TLS and service worker)"
    return [
      size("/ in all, compressed", home, 60_000, more),
      Figure(
        name: "round trips of / until SCAN is usable", value: "\(depths.max() ?? 0)", target: "≤ 2",
        isMet: !depths.isEmpty && depths.allSatisfy { $0 <= 2 },
        details: first.last?.requests.requests.map(\.line) ?? []),
      size("album page without its picture, compressed", page, 25_000),
    ]
  }

  private func size(
    _ name: String, _ bytes: Double, _ most: Double, _ more: String = ""
  ) -> Figure {
    Figure(
      name: name, value: bytes.isFinite ? "\(rounded(bytes / 1000)) kB\(more)" : "not measured",
      target: "≤ \(Int(most / 1000)) kB", isMet: bytes <= most)
  }

  /// The figures that show whether the parts of a page stay in place, and whether long tasks block
  /// the page.
  private var calm: [Figure] {
    let pages = [
      ("/", first + later), ("album", album + albumLater), ("history", history),
      ("scan", scanPage), ("/ with tray", series),
    ]
    let shifts = pages.filter { !$0.1.isEmpty }.map { name, visits in
      Figure(
        name: "layout shift, page \(name)",
        value: "\(rounded((visits.map(\.shift).max() ?? .infinity) * 100)) hundredths",
        target: "0", isMet: visits.allSatisfy { $0.shift == 0 },
        details: visits.flatMap(\.moved).map { "      \($0)" })
    }
    return shifts + [
      tasks("slides of the scan page", slides), tasks("swipe", swipe),
      tasks("selection", selection, selectionFrames),
      tasks("tray", tray, series.flatMap(\.longFrames)),
    ]
  }

  private func tasks(
    _ name: String, _ rounds: [[Double]], _ frames: [String] = []
  ) -> Figure {
    let longest = rounds.joined().max()
    return Figure(
      name: "tasks over 50 ms, \(name)",
      value: longest.map { "\(rounds.joined().count), the longest \(Int($0)) ms" } ?? "none",
      target: "none", isMet: rounds.isEmpty ? nil : longest == nil,
      details: frames.map { "      \($0)" })
  }
}
