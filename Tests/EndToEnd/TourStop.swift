// The pages and states that `make tour` checks. `make test` checks a part of them.

import Albums
import Host
import Store
import Support

/// One page in one state.
struct TourStop: Sendable {
  let name: String
  let path: String

  /// Whether the browser has Anna's session.
  var isSignedIn = false
  var device = Device.plain

  /// Whether the tour visits the page, and then opens it once more while the server is stopped.
  var isOffline = false

  /// The body of an asynchronous function that fills the browser's storage before the page is opened.
  var stored = ""

  /// Brings the loaded page into the state.
  var act: @Sendable (Browser) throws -> Void = { _ in }

  /// A condition in JavaScript that is true in the state.
  var until = "true"

  /// Whether scrolling ends the state, for example because it closes a menu. The checks scroll, so
  /// `act` runs once more before the picture is taken.
  var endsWithScrolling = false

  /// The camera of the device and the user's answer.
  enum Device: String, CaseIterable, Sendable {
    /// No camera.
    case plain
    /// A camera that was allowed on an earlier visit.
    case camera
    /// A camera whose first question is still open.
    case question
    /// A camera that the user refused.
    case refused
  }
}

extension TourHouse {
  /// Every page and state.
  func stops() throws -> [TourStop] {
    try cameraStops() + scanStops() + albumStops() + historyStops() + searchStops() + editStops()
      + summaryStops() + accountStops() + shelfPageStops() + otherStops()
  }
}

extension TourHouse {
  private func scanStops() throws -> [TourStop] {
    let running = Self.runningScans.enumerated().map { number, scan in
      TourStop(
        name: "scan-\(scan.name.replacing(", ", with: "-").replacing(" ", with: "-"))",
        path: "/scan/\(Self.runningScan(number))/",
        // The page holds the name for a second before the next step.
        act: { _ in pause(milliseconds: scan.name == "reviewing" ? 2000 : 700) })
    }
    let slow = TourStop(
      name: "scan-slow", path: "/scan/\(Self.runningScan(0))/",
      act: { try $0.run("document.querySelector('.slow').hidden = false") })
    let ended = try endedScans().map { scan in
      TourStop(name: "scan-ended-\(scan.name)", path: "/scan/\(scan.id)/")
    }
    return running + [slow] + ended
  }

  /// The pages of the scans that have ended, one of each kind. A page that leads to an album is not
  /// among them.
  func endedScans() throws -> [(name: String, id: ScanID, isFailed: Bool)] {
    var kinds: Set<String> = []
    return try installation.store().scans(since: Timestamp(milliseconds: 0)).compactMap { scan in
      // A scan that no worker has begun has no page.
      guard let page = try? installation.text("scan/\(scan.id)/index.html"),
        !page.contains("http-equiv=\"refresh\" content=\"0")
      else { return nil }
      let isFailed = page.contains("<h1>")
      let kind =
        (isFailed ? "failed" : "waiting") + (page.contains("class=\"offer\"") ? "-offers" : "")
      return kinds.insert(kind).inserted ? (kind, scan.id, isFailed) : nil
    }
  }

  private func albumStops() throws -> [TourStop] {
    let all = try installation.store().newestFinds(60)
    // One imported find is enough, because the pages of the others have the same elements.
    let finds = all.filter { $0.scan != nil } + all.filter { $0.scan == nil }.prefix(1)
    let plain = finds.enumerated().map { number, find in
      TourStop(name: "album-\(number)", path: find.page)
    }
    guard let unsure = finds.first(where: { !$0.isSure && !$0.candidates.isEmpty }) else {
      return plain
    }
    return plain + [
      TourStop(name: "album-note", path: "/\(Self.pageWithNote)/"),
      TourStop(
        name: "album-not-this-one", path: unsure.page,
        act: { browser in
          try browser.run(
            "for (const one of document.querySelectorAll('main details')) one.open = true")
        }),
    ]
  }

  private func historyStops() throws -> [TourStop] {
    let month = try Files.entries(of: "\(installation.site)/history").first {
      $0.hasPrefix("2")
    }
    let chosen = ["list", "wall"].map { view in
      TourStop(
        name: "history-\(view)", path: "/history/",
        stored: "localStorage.setItem('albumscan.history-view', '\(view)')")
    }
    return chosen + [
      TourStop(
        name: "history-open", path: "/history/", stored: try Self.tray(of: self),
        act: { browser in
          try browser.run(
            """
            for (const one of document.querySelectorAll("details.fold")) one.open = true;
            document.querySelector(".dots, .more > summary")?.click();
            """)
        }),
      TourStop(name: "history-month", path: "/history/\(month ?? "")/"),
      TourStop(
        name: "history-undo", path: "/history/",
        stored: """
          sessionStorage.setItem("albumscan.deleted", JSON.stringify(
            [{ find: "00000000000000000000000001", title: "A title that is longer than its line on a phone" }]))
          """),
    ]
  }

  private func accountStops() throws -> [TourStop] {
    let program = "/cgi-bin/albumscan"
    return [
      TourStop(name: "settings", path: "\(program)/settings", isSignedIn: true),
      TourStop(
        name: "code", path: "\(program)/settings", isSignedIn: true,
        act: { try $0.leave(by: "document.querySelector('[name=add]').form.submit()") },
        until: "!!document.querySelector('.letters')"),
      TourStop(name: "people", path: "\(program)/people", isSignedIn: true),
      TourStop(name: "status", path: "\(program)/status", isSignedIn: true),
      TourStop(name: "publishing", path: "\(program)/publishing", isSignedIn: true),
      TourStop(name: "import", path: "\(program)/import", isSignedIn: true),
      TourStop(name: "sign-in", path: "/sign-in/"),
      TourStop(
        name: "confirm", path: "/sign-in/#\(try code())",
        until: "!!document.querySelector('form.confirm')"),
    ]
  }

  private func otherStops() -> [TourStop] {
    let pages = [
      "privacy", "offline", "404.html", "error/tooLarge", "error/notAllowed", "error/signIn",
      "error/quota", "error/network", "error/badRoute/names",
    ].map {
      TourStop(name: $0.replacing("/", with: "-"), path: $0.contains(".") ? "/\($0)" : "/\($0)/")
    }
    let stored = TourStop(
      name: "offline-history", path: "/history/", isOffline: true,
      until: "!!document.querySelector('.offline-note')")
    return (pages + [stored]).filter { stop in
      let name = stop.isOffline ? "/offline/" : stop.path
      return Files.exists(
        "\(installation.site)\(name.hasSuffix("/") ? "\(name)index.html" : name)")
    }
  }
}
