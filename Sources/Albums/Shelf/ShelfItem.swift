// A shelf: one photo with up to 100 items, which are books, records and other things. An item is a
// box in the photo, the names that a model read there, and the work that a service has for the names.

/// An item of a shelf photo.
package struct ShelfItem: Hashable, Sendable {
  /// The most items of one photo. Source: docs/limits.md.
  package static let mostInPhoto = ShelfError.mostItems

  /// The number in the picture and in the addresses of the item: 1…100. It never changes.
  package let number: Int
  package let box: ShelfBox

  /// Nil until a model has read the box, or a person has typed its names.
  package let reading: SpineReading?

  /// Nil until the work is known. Without a service that knows it, the work has the names that were
  /// read or typed.
  package let work: Work?

  /// The confidence in `work`: 0…1. See `ShelfConfidence`.
  package fileprivate(set) var confidence: Double

  /// The find that a person added; nil if there is none.
  package let find: FindID?

  /// The person who has the work in the history already; nil if there is no such find. A find with the
  /// status *want* does not count.
  package let holder: Holder?

  /// The person who wants the work and does not have it; nil if the work is on no want list.
  package let wisher: Holder?

  /// The earlier box of the session with the same work; nil for the first one, for an item with a find of its
  /// own, and for an item that a person has separated.
  package var original: Original?

  /// Whether a person typed or confirmed the names.
  package let isTyped: Bool

  /// Whether a person said that the box contains no item.
  package let isDismissed: Bool

  package init(
    number: Int, box: ShelfBox, reading: SpineReading? = nil, work: Work? = nil,
    confidence: Double = 0, find: FindID? = nil, holder: Holder? = nil, wisher: Holder? = nil,
    isTyped: Bool = false, isDismissed: Bool = false
  ) {
    self.number = number
    self.box = box
    self.reading = reading
    self.work = work
    self.confidence = confidence
    self.find = find
    self.holder = holder
    self.wisher = wisher
    self.isTyped = isTyped
    self.isDismissed = isDismissed
  }

  /// A box of the session, by the number of its photo (from 1) and its own number.
  package struct Original: Hashable, Sendable {
    package let scan: ScanID
    package let photo: Int
    package let number: Int

    package init(scan: ScanID, photo: Int, number: Int) {
      self.scan = scan
      self.photo = photo
      self.number = number
    }
  }

  /// A person with a find of the work: the person who has it, or who wants it.
  package enum Holder: Hashable, Sendable {
    /// The person of the shelf.
    case person
    /// Another person; nil for a person whose account was removed.
    case other(PersonName?)
  }

  /// Whether "Add all" adds the item: it is sure, not dismissed, not added yet, and no copy of an earlier
  /// item, and the person does not have the work.
  package var isInAddAll: Bool {
    !isDismissed && original == nil && find == nil && holder != .person && names != nil
      && sureness == .sure
  }

  /// The kind of the item: that of its find, which a person may have corrected on the find's page, else
  /// the kind that was read or typed. Nil for an unread item without a find.
  package var kind: SpineReading.Kind? {
    guard find != nil, let work else { return reading?.kind }
    return switch work.album.kind {
    case .album: .record
    case .book: .book
    }
  }

  package var sureness: Sureness {
    Sureness(confidence: names == nil ? 0 : isTyped ? 1 : confidence)
  }

  /// The names for pages: those of the work, or those that were read; nil without a title.
  package var names: (title: String, creator: String?)? {
    if let work { return (work.album.title, work.album.artist) }
    return reading?.title.map { ($0, reading?.creator) }
  }

  /// The work of an item: a row of `albums`.
  package struct Work: Hashable, Sendable {
    package let id: Int64
    package let album: Album

    package init(id: Int64, album: Album) {
      self.id = id
      self.album = album
    }
  }
}

extension [ShelfItem] {
  /// The items in the order of the shelf. Two neighbours with the same title have a lower confidence: a
  /// model that confuses two spines gives both the same names.
  package var withTwins: [ShelfItem] {
    let twins = ShelfConfidence.twins(
      among: filter { !$0.isDismissed }.map { (number: $0.number, title: $0.names?.title) })
    return map { item in
      guard twins.contains(item.number) else { return item }
      var item = item
      item.confidence *= ShelfConfidence.twinFactor
      return item
    }
  }
}

/// The position of an item in the shelf picture.
package struct ShelfBox: Hashable, Sendable {
  /// How the box was found.
  package enum Source: String, CaseIterable, Hashable, Sendable {
    case spine, cover
    /// A person drew the box.
    case drawn
  }

  package let source: Source

  /// Four corners, clockwise, as x and y in pixels of the shelf picture. The first corner is the top
  /// left of the box as it lies in the picture.
  package let corners: [Double]

  /// The clockwise rotation in degrees that makes the lettering upright: 0, 90, 180 or 270.
  package let rotation: Int

  /// The confidence that the box contains an item: 0…1. 1 for a drawn box.
  package let confidence: Double

  package init(source: Source, corners: [Double], rotation: Int, confidence: Double) {
    self.source = source
    self.corners = corners
    self.rotation = rotation
    self.confidence = confidence
  }
}

/// The names that were read on a spine or cover.
package struct SpineReading: Hashable, Sendable {
  /// The kind of the item, as the reading or a person judges it.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case book, record, other
  }

  package let title: String?

  /// The author of a book; the artist of a record.
  package let creator: String?
  package let publisher: String?
  package let kind: Kind

  /// The confidence in the names: 0…1; of a model, its own. 1 for names that a person typed.
  package let confidence: Double

  /// The year that a person typed; nil for names that were read.
  package let year: Int?

  package init(
    title: String?, creator: String?, publisher: String? = nil, kind: Kind, confidence: Double,
    year: Int? = nil
  ) {
    self.year = year
    self.title = title
    self.creator = creator
    self.publisher = publisher
    self.kind = kind
    self.confidence = confidence
  }
}

/// The level of a confidence from 0 to 1, for pages. Source: docs/product.md "Shelves".
package enum Sureness: String, CaseIterable, Hashable, Sendable {
  /// At least 0.7. Only such items are in "Add all".
  case sure
  /// At least 0.4.
  case likely
  /// Below 0.4, or without names.
  case unsure

  package init(confidence: Double) {
    self = confidence >= 0.7 ? .sure : confidence >= 0.4 ? .likely : .unsure
  }
}
