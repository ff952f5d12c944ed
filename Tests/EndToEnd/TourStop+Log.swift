// The search, the changes of finds, index pages, overviews and statistics.

import Albums
import Host
import Store
import Support

extension TourHouse {
  /// The search of the history, its filters, the selection of finds, and the menu of a row.
  func searchStops() -> [TourStop] {
    let hasResults =
      "!document.querySelector('.results').hidden && document.querySelector('.hits').textContent"
    let chip =
      "[...document.querySelectorAll('.chip')].find((one) => one.dataset.chip.startsWith('tag') || one.dataset.chip.startsWith('status'))"
    return [
      TourStop(
        name: "history-search", path: "/history/", act: { try $0.search("love") },
        until: hasResults),
      TourStop(
        name: "history-search-none", path: "/history/", act: { try $0.search("zzzzz") },
        until: hasResults),
      TourStop(
        name: "history-chip", path: "/history/",
        act: { browser in
          _ = try eventually { try browser.run("return !!\(chip)").isTrue }
          try browser.run("\(chip).click()")
        },
        until: "document.querySelector('.chip[aria-pressed=true]') && \(hasResults)"),
      TourStop(
        name: "history-address", path: "/history/?status=have,want&tag=late+night&sort=rating",
        until: hasResults),
      TourStop(
        name: "history-selection", path: "/history/",
        act: { browser in
          try browser.run(
            """
            if ("selecting" in document.documentElement.dataset) return;
            document.querySelector(".select").click();
            const picks = document.querySelectorAll(".finds > section > ol > li > .slide > .pick");
            for (const pick of [...picks].slice(0, 2)) pick.click();
            document.querySelector(".actions button").click();
            """)
        },
        until: "document.querySelectorAll('.pick:checked').length === 2"),
      TourStop(
        name: "history-menu", path: "/history/",
        act: { browser in
          try browser.run(
            """
            const [menu, dots] = [document.querySelector(".menu"), document.querySelector(".finds .dots")];
            if (menu.hidden) dots.click();
            """)
        },
        until: "!document.querySelector('.menu').hidden", endsWithScrolling: true),
    ]
  }

  /// The form of a find, and the pages after changes and deletions, which the program fills.
  func editStops() throws -> [TourStop] {
    let program = "/cgi-bin/albumscan"
    let store = try installation.store()
    let finds = try store.newestFinds(60)
    let edited = finds.first { $0.details.note != nil && $0.details.place != nil }
    let deleted = try store.deletedFinds(of: nil, at: Household.now).first?.find
    return [
      TourStop(
        name: "edit", path: "\(program)/finds/\(edited?.id.text ?? "")/edit", isSignedIn: true),
      TourStop(name: "add", path: "\(program)/add", isSignedIn: true),
      TourStop(
        name: "added", path: "\(program)/add?added=\(finds.first?.id.text ?? "")",
        isSignedIn: true),
      TourStop(name: "edited", path: "\(program)/edits/\(Self.edit)", isSignedIn: true),
      TourStop(
        name: "edited-undone", path: "\(program)/edits/\(Self.undoneEdit)", isSignedIn: true),
      TourStop(
        name: "deleted", path: "\(program)/finds/\(deleted?.id.text ?? "")", isSignedIn: true),
      TourStop(name: "deleted-finds", path: "\(program)/deleted", isSignedIn: true),
    ]
  }

  /// For each kind of index page, the overview and the index page with the longest name; also the
  /// long pages and the statistics.
  func summaryStops() throws -> [TourStop] {
    let kinds = ["artists", "years", "tags", "tiers", "genres", "labels", "places"]
    let indexes = try kinds.flatMap { kind in
      let pages = try folders(in: kind).filter { !$0.hasPrefix("long-") }
      let longest = pages.max { ($0.count, $0) < ($1.count, $1) }
      return [
        TourStop(name: kind, path: "/\(kind)/"),
        TourStop(name: "\(kind)-page", path: "/\(kind)/\(longest ?? "")/"),
      ]
    }
    let long = Self.longPages.map { page in
      TourStop(name: page.replacing("/", with: "-"), path: "/\(page)/")
    }
    let year = try folders(in: "statistics").max() ?? ""
    return indexes + long + [
      TourStop(name: "statistics", path: "/statistics/"),
      TourStop(name: "statistics-year", path: "/statistics/\(year)/"),
    ]
  }

  private func folders(in folder: String) throws -> [String] {
    try Files.entries(of: "\(installation.site)/\(folder)").filter { $0 != "index.html" }
  }
}

extension Browser {
  /// Types into the search field of the history.
  func search(_ text: String) throws {
    try run(
      """
      const field = document.querySelector("#filter");
      field.focus();
      field.value = arguments[0];
      field.dispatchEvent(new Event("input"));
      """, [.text(text)])
  }
}
