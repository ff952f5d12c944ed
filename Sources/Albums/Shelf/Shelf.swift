// A shelf photo as its page shows it: the state of its job, and its items.

/// The kind of a scan.
package enum ScanKind: String, CaseIterable, Hashable, Sendable {
  /// One cover.
  case album
  /// Many spines or covers.
  case shelf
}

/// The state of the work on a shelf photo.
package enum ShelfState: String, CaseIterable, Hashable, Sendable {
  /// The job has not begun, or waits for its next attempt.
  case waiting
  /// The program searches the photo for boxes.
  case finding
  /// Models read the boxes, and services are asked about the names.
  case reading
  case complete
  /// No page can show the photo. `Shelf.failure` is the reason.
  case failed
  /// The person cancelled the work. The items that were found stay.
  case cancelled

  /// Whether the work has ended.
  package var isFinal: Bool {
    switch self {
    case .waiting, .finding, .reading: false
    case .complete, .failed, .cancelled: true
    }
  }
}

/// A photo of a session, for the links between the pages of the session.
package struct SessionPhoto: Hashable, Sendable {
  package let id: ScanID

  /// The number of boxes that contain items.
  package let itemCount: Int

  package init(id: ScanID, itemCount: Int) {
    self.id = id
    self.itemCount = itemCount
  }
}

/// A shelf photo with its items.
package struct Shelf: Hashable, Sendable {
  package let id: ScanID
  package let person: PersonID

  /// The secret of the browser that sent the photo: the key of its upload.
  package let key: String?

  /// The first photo of the session. Photos until *Finish* are one session.
  package let session: ScanID
  package let created: Timestamp
  package var state: ShelfState

  /// The number of changes. A page with an older number is out of date.
  package let revision: Int

  /// The size of the shelf picture in pixels; nil before it is made.
  package let size: (width: Int, height: Int)?

  /// The time when the boxes were found, or when a later change queued the reading again; nil before
  /// the boxes are found.
  package let readingSince: Timestamp?
  package let advice: [PhotoAdvice]

  /// Why the photo could not be used, or why boxes were not read.
  package let failure: Failure?

  /// The time of *Clear all*; nil if the items are shown.
  package let cleared: Timestamp?

  /// The time of *Finish*, after which the shelf picture is deleted; nil before *Finish*.
  package let finished: Timestamp?

  /// The action that undoes the last change of the person; nil if there is nothing to undo.
  package let undo: ShelfUndo?

  /// In the order of their numbers.
  package var items: [ShelfItem]

  package init(
    id: ScanID, person: PersonID, key: String?, session: ScanID, created: Timestamp,
    state: ShelfState, revision: Int, size: (width: Int, height: Int)?, readingSince: Timestamp?,
    advice: [PhotoAdvice], failure: Failure?, cleared: Timestamp?, finished: Timestamp?,
    undo: ShelfUndo?, items: [ShelfItem] = []
  ) {
    self.id = id
    self.person = person
    self.key = key
    self.session = session
    self.created = created
    self.state = state
    self.revision = revision
    self.size = size
    self.readingSince = readingSince
    self.advice = advice
    self.failure = failure
    self.cleared = cleared
    self.finished = finished
    self.undo = undo
    self.items = items
  }

  package static func == (one: Shelf, other: Shelf) -> Bool {
    one.id == other.id && one.revision == other.revision && one.items == other.items
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(revision)
  }
}

extension Shelf {
  /// The time after *Clear all* in which an undo is possible, and in which the picture stays.
  /// Source: docs/limits.md.
  package static let clearedMilliseconds: Int64 = 10 * 60_000

  /// The time for which the picture stays without *Finish*. Source: docs/limits.md.
  package static let pictureMilliseconds: Int64 = 7 * 86_400_000

  /// The time for which the list stays. Source: docs/limits.md.
  package static let listMilliseconds: Int64 = 30 * 86_400_000

  /// The time after a photo in which the sender's next photo joins its session. Source:
  /// docs/limits.md.
  package static let sessionMilliseconds: Int64 = 12 * 3_600_000

  /// The items that a page shows: all but the dismissed ones.
  package var shownItems: [ShelfItem] { items.filter { !$0.isDismissed } }

  /// The items that count: the shown items that are no copies of earlier items.
  package var countedItems: [ShelfItem] { shownItems.filter { $0.original == nil } }

  /// Whether the picture is no longer needed. Before the work has ended, the picture is needed.
  package func pictureIsOver(at now: Timestamp) -> Bool {
    guard state.isFinal else { return false }
    if finished != nil || state == .failed || size == nil { return true }
    if let cleared, now.milliseconds - cleared.milliseconds > Self.clearedMilliseconds {
      return true
    }
    return now.milliseconds - created.milliseconds > Self.pictureMilliseconds
  }
}
