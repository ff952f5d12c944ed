// The published log: every kind of page, and the states that scripts of its pages make.

import Support

extension PublishedHouse {
  /// Every page and state.
  func stops() throws -> [TourStop] {
    let hasFilters = "!!document.querySelector('.chip')"
    let pages = try pages().map { page in
      TourStop(
        name: "published-\(page.name)", path: page.path,
        until: ["/", "/history/"].contains(page.path) ? hasFilters : "true")
    }
    return try pages + searchStops() + viewStops() + albumStops()
  }

  /// The search on both pages that have it: with results, without a result, and with filters in the
  /// address.
  private func searchStops() -> [TourStop] {
    let hasResults =
      "!document.querySelector('.results').hidden && document.querySelector('.hits').textContent"
    return [("front", "/"), ("history", "/history/")].flatMap { name, path in
      [
        TourStop(
          name: "published-\(name)-search", path: path, act: { try $0.search("love") },
          until: hasResults),
        TourStop(
          name: "published-\(name)-search-none", path: path, act: { try $0.search("zzzzz") },
          until: hasResults),
        TourStop(
          name: "published-\(name)-address", path: "\(path)?status=have,want&tag=late+night",
          until: hasResults),
      ]
    }
  }

  /// The list and the wall, and folds of finds that are open.
  private func viewStops() -> [TourStop] {
    let unfold = "for (const one of document.querySelectorAll('.fold')) one.open = true"
    return ["list", "wall"].flatMap { view in
      let stored = "localStorage.setItem('albumscan.history-view', '\(view)')"
      return [
        TourStop(name: "published-history-\(view)", path: "/history/", stored: stored),
        TourStop(
          name: "published-history-\(view)-open", path: "/history/", stored: stored,
          act: { try $0.run(unfold) }),
      ]
    }
  }

  /// An album page with a share sheet, which the stop imitates because Chromium on Linux has none;
  /// and an album page after its address was copied.
  private func albumStops() throws -> [TourStop] {
    let album = try album("First Love")
    return [
      TourStop(
        name: "published-album-copied", path: album.path,
        act: { browser in
          _ = try eventually(within: 5000) {
            try browser.run("return !document.querySelector('.copy').closest('[hidden]')").isTrue
          }
          try browser.run(
            """
            document.querySelector(".share").parentElement.hidden = false;
            document.querySelector(".copy").click();
            """)
        },
        until: "!!document.querySelector('.told').textContent")
    ]
  }
}
