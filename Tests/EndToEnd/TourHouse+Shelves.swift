// Shelves of Anna in every state, and the stops of the tour that show their pages.

import Albums
import Host
import JPEG
import Pictures
import Store
import Support

/// The shelves of the tour, in one session. `working` is the last one, because its job does not end.
enum TourShelf: UInt8, CaseIterable {
  case many = 101
  case full, single, empty, failed, cleared, again, working

  var id: ScanID { ScanID(randomBytes: Array(repeating: rawValue, count: 17)) }

  var path: String { "/cgi-bin/albumscan/scans/\(id)/items" }

  /// The number of boxes in the photo.
  var count: Int {
    switch self {
    case .working, .many: 24
    case .full: 80
    case .again: 5
    case .single, .cleared: 1
    case .empty, .failed: 0
    }
  }
}

extension TourHouse {
  /// Writes the shelves of Anna.
  static func addShelves(to house: Installation, of anna: Person) throws {
    let drawn = DrawnShelf(seed: 11, .dense, .lit, angle: 0, rows: 4)
    let photo = try JPEG.encode(drawn.pixels, quality: 85, maximumBytes: 8 << 20)
    let boxes = (drawn.spines + drawn.partlySeen).map { quad in
      ShelfBox(
        source: .spine, corners: quad.corners.flatMap { [$0.x, $0.y] }, rotation: 270,
        confidence: 0.9)
    }
    // Waiting scans would be claimed before the shelves.
    let day = 86_400_000
    try house.sql("UPDATE jobs SET next_attempt = next_attempt + \(day)")
    for shelf in TourShelf.allCases {
      try add(shelf, Array(boxes.prefix(shelf.count)), to: house, of: anna)
      guard shelf != .failed, shelf != .empty else { continue }
      try Files.replace("\(house.data)/photos/\(shelf.id).jpg", with: photo, durably: false)
    }
    let (many, now) = (TourShelf.many.id, Household.now)
    let store = try house.store()
    _ = try store.change(many, .add([1, 2], isMine: true), by: anna.id, at: now)
    _ = try store.change(many, .dismiss([24]), by: anna.id, at: now)
    _ = try store.change(TourShelf.cleared.id, .clear, by: anna.id, at: now)
    // No worker continues the shelf that is still being read.
    try house.sql(
      "UPDATE jobs SET next_attempt = next_attempt + iif(kind = 'shelf', \(day), -\(day))")
  }

  private static func add(
    _ shelf: TourShelf, _ boxes: [ShelfBox], to house: Installation, of anna: Person
  ) throws {
    let store = try house.store()
    let now = Household.now
    let upload = NewScan(
      id: shelf.id, person: anna.id, key: "tour-shelf-\(shelf.rawValue)",
      digest: Array(repeating: shelf.rawValue, count: 32), byteCount: 1000, guide: nil,
      kind: .shelf)
    guard try store.accept(upload, at: now) == .accepted, let job = try store.claimJob(at: now)
    else { throw InstallationError.failed("the shelf \(shelf)") }
    try store.beginFinding(job, at: now)
    if shelf == .failed {
      return try store.failShelf(job, .unreadable, at: now)
    }
    try store.record(boxes, width: 1600, height: 1200, advice: [], of: job, at: now)
    try store.makeSheets(of: job, at: now)
    for task in try store.shelfTasks(of: job) {
      if shelf == .working, task.number > 9 { continue }
      let (reading, confidence) = reading(of: task.number)
      try store.record(reading, of: task, job, at: now)
      guard let grounding = try store.shelfTasks(of: job).first(where: { $0.number == task.number })
      else { continue }
      let album = reading.album
      let work = if let album { try store.keep(album) } else { nil as Int64? }
      try store.record(
        work: work, confidence: album == nil ? 0 : confidence, of: grounding, job, at: now)
    }
    if shelf == .working { return }
    guard try store.endShelf(job, at: now) else { throw InstallationError.failed("\(shelf)") }
  }

  /// Every fifth box has no names, every third is a record, and every fourth is not sure.
  private static func reading(of number: Int) -> (SpineReading, confidence: Double) {
    let names = [
      ("The Left Hand of Darkness", "Ursula K. Le Guin", "Ace Books"),
      ("Ultra Blue", "宇多田ヒカル", "EMI"), ("موسم الهجرة إلى الشمال", "الطيب صالح", "دار العودة"),
      (
        "The Unbelievably Long and Winding History of a Title That Does Not Fit in One Line",
        "Maximiliane Freifrau von Hohenstein-Wittgenstein", "Verlag der Universitätsbuchhandlung"
      ),
      ("Emma", "Jane Austen", "Penguin"), ("Solaris", "Stanisław Lem", "Faber"),
    ]
    let (title, creator, publisher) = names[number % names.count]
    let isNamed = number % 5 != 0
    let reading = SpineReading(
      title: isNamed ? "\(title) \(number)" : nil, creator: isNamed ? creator : nil,
      publisher: isNamed ? publisher : nil, kind: number % 3 == 0 ? .record : .book,
      confidence: 0.9)
    return (reading, number % 4 == 0 ? 0.5 : number % 7 == 0 ? 0.3 : 0.9)
  }

  /// The page of each shelf, and its states after actions of a person.
  func shelfPageStops() -> [TourStop] {
    let pages = TourShelf.allCases.map { shelf in
      TourStop(name: "shelf-items-\(shelf)", path: shelf.path, isSignedIn: true)
    }
    func many(
      _ name: String, stored: String = "", _ act: String = "", until: String = "true"
    ) -> TourStop {
      TourStop(
        name: "shelf-items-\(name)", path: TourShelf.many.path, isSignedIn: true, stored: stored,
        act: { browser in
          _ = try eventually { try browser.run("return !!document.querySelector('.sheet')").isTrue }
          if !act.isEmpty { try browser.run(act) }
        }, until: until)
    }
    let isOpen = "document.querySelector('dialog[open]')"
    let list = "sessionStorage.setItem('albumscan.shelf-view', 'list')"
    return pages + [
      many("list", stored: list, until: "document.querySelector('#item-1').checkVisibility()"),
      many(
        "sheet", "document.querySelector('#item-4 .open').click()",
        until: "document.querySelector('.sheet').open"),
      many(
        "edit", "document.querySelector('#item-4 .review').click()",
        until: "document.querySelector('.sheet details[open]')"),
      many("clear", "document.querySelector('.clear-all button').click()", until: isOpen),
      many(
        "draw", "document.querySelector('.draw').click()",
        until: "document.querySelector('.draft-area')"),
    ]
  }
}
