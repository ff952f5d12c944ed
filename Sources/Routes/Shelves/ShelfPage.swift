// The values of a shelf for its page (`shelf-items.mustache`).

import Albums
import CGI
import Host
import Store

struct ShelfPage {
  let installation: Installation
  let shelf: Shelf

  /// The photos of the session.
  let photos: [SessionPhoto]

  /// The question that the page asks if "Add all" would add many finds.
  var question: (count: Int, isMine: Bool)?

  /// The offer of reviews; nil for none.
  var reviews: ShelfReviewOffer?

  init(installation: Installation, shelf: Shelf, photos: [SessionPhoto]) {
    self.installation = installation
    self.shelf = shelf
    self.photos = photos
  }

  private var shown: [ShelfItem] { shelf.shownItems }

  private var hasPicture: Bool {
    shelf.size != nil && !shelf.pictureIsOver(at: installation.now)
      && Files.exists(installation.configuration.photo(shelf.id.text))
  }

  private var isDone: Bool {
    shelf.cleared == nil && !shown.isEmpty
      && (shelf.state == .complete || shelf.state == .cancelled)
  }

  func fill() -> PageFill {
    var fill = PageFill()
    fill["id"] = shelf.id.text
    fill["revision"] = "\(shelf.revision)"
    addState(to: &fill)
    addNotice(to: &fill)
    addPicture(to: &fill)
    addPhotos(to: &fill)
    guard shelf.cleared == nil else { return fill }
    addCounts(to: &fill)
    reviews?.add(to: &fill, installation)
    let hasPicture = hasPicture
    fill.list(
      "item",
      shown.map {
        ShelfItemEntry(installation: installation, shelf: shelf, item: $0, hasPicture: hasPicture)
          .fill()
      })
    fill.show("some", !shown.isEmpty)
    let dismissed = shelf.items.filter(\.isDismissed)
    fill.show("has-dismissed", !dismissed.isEmpty)
    fill["dismissed-count"] = "\(dismissed.count)"
    fill.list(
      "dismissed",
      dismissed.map { item in
        var entry = PageFill()
        entry["number"] = "\(item.number)"
        entry["title"] = item.names?.title
        return entry
      })
    return fill
  }

  // MARK: The shelf

  private func addState(to fill: inout PageFill) {
    if shelf.cleared != nil {
      fill["state"] = "cleared"
      return fill.show("cleared")
    }
    fill["state"] = shelf.state.rawValue
    switch shelf.state {
    case .waiting, .finding, .reading:
      fill.show("working")
      fill.show("stage-\(shelf.state.rawValue)")
      fill["message"] =
        shelf.failure.map { installation.text($0) }
        ?? installation.sentence("shelf.items.waiting")
    case .failed:
      fill.show("failed")
      fill["failure"] =
        shelf.failure.map { installation.text($0) }
        ?? installation.sentence("shelf.items.failed.text")
    case .cancelled where shown.isEmpty: fill.show("cancelled")
    case .complete where shown.isEmpty: fill.show("empty")
    case .complete, .cancelled: fill.show("done")
    }
    let advice = shelf.state == .failed ? [] : shelf.advice
    fill.list(
      "advice",
      advice.map { one in
        var entry = PageFill()
        entry["advice-name"] = one.rawValue
        entry["advice-text"] = installation.text(one.sentence)
        return entry
      } + unreadAdvice)
  }

  /// The advice above the list if boxes were not read: the reason, and that a person can type the titles.
  private var unreadAdvice: [PageFill] {
    guard isDone, let failure = shelf.failure else { return [] }
    var entry = PageFill()
    entry["advice-name"] = "unread"
    let isTitleMissing = shown.contains { $0.names == nil }
    entry["advice-text"] =
      installation.text(failure)
      + (isTitleMissing ? " " + installation.sentence("shelf.items.unread") : "")
    return [entry]
  }

  private func addNotice(to fill: inout PageFill) {
    guard let undo = shelf.undo else { return }
    guard let (name, count) = undo.sentence else { return }
    fill.show("notice")
    fill.show("undo")
    fill["notice"] = installation.sentence("shelf.items.done.\(name)", ["count": .count(count)])
  }

  private func addPicture(to fill: inout PageFill) {
    guard shelf.cleared == nil, hasPicture, let size = shelf.size else { return }
    fill.show("has-picture")
    fill["picture"] = "/cgi-bin/albumscan/scans/\(shelf.id)/picture?view"
    fill["picture-width"] = "\(size.width)"
    fill["picture-height"] = "\(size.height)"
  }

  /// The links between the photos of the session.
  private func addPhotos(to fill: inout PageFill) {
    fill.show("several", photos.count > 1)
    fill.show(shelf.finished == nil ? "unfinished" : "finished")
    fill.list(
      "session-photo",
      photos.enumerated().map { index, photo in
        var entry = PageFill()
        entry.show(photo.id == shelf.id ? "this-photo" : "other-photo")
        entry["photo-page"] = ShelfRoutes.page(of: photo.id)
        entry["photo-number"] = "\(index + 1)"
        entry["photo-name"] = installation.sentence(
          "shelf.items.photo-name",
          ["number": .count(index + 1), "count": .count(photo.itemCount)])
        return entry
      })
  }

  private func addCounts(to fill: inout PageFill) {
    let counted = shelf.countedItems
    let read = shown.count { $0.reading != nil }
    fill["found"] = "\(read)"
    fill["about"] = "\(shown.count)"
    fill.show(shelf.size == nil ? "not-stable" : "is-stable")
    fill["progress-text"] = installation.sentence(
      "shelf.items.progress-text", ["found": .count(read), "about": .count(shown.count)])
    let sure = counted.count { $0.sureness == .sure }
    fill["summary"] = installation.sentence(
      "shelf.items.summary",
      [
        "count": .count(counted.count), "sure": .count(sure),
        "unsure": .count(counted.count - sure),
      ])
    let toAdd = shown.count(where: \.isInAddAll)
    fill["add-count"] = "\(toAdd)"
    fill.show("some-to-add", toAdd > 0)
    // A script asks the user only if the page has this question.
    if toAdd > ShelfRoutes.mostWithoutQuestion {
      fill["add-question"] = installation.sentence(
        "shelf.items.add-question", ["count": .count(toAdd)])
    }
    fill["clear-question"] = installation.sentence(
      "shelf.items.clear-question", ["count": .count(shown.count)])
    if let question {
      fill.show("add-confirm")
      fill["add-status"] = question.isMine ? FindStatus.have.rawValue : ""
    }
  }
}

extension ShelfUndo {
  /// The name of the sentence about the change, and the number of items; nil for *Clear all*, for which
  /// the page has a text of its own.
  fileprivate var sentence: (name: String, count: Int)? {
    switch self {
    case .remove(let items): ("added", items.count)
    case .add(let items): ("removed", items.count)
    case .join: ("separated", 1)
    case .restore(let items, _): ("dismissed", items.count)
    case .dismiss(let items): ("restored", items.count)
    case .item(_, _, let isMove): (isMove ? "moved" : "named", 1)
    case .erase: ("drawn", 1)
    case .unreview(let items): ("reviewed", items.count)
    case .unclear: nil
    }
  }
}
