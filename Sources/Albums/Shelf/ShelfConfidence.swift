// The confidence in the work of an item: how sure it is that the item is this book or record. It is
// the product of three factors. Source: docs/product.md "Shelves".

/// The answer of a service about the names that were read on an item.
package enum Grounding: Hashable, Sendable {
  /// No service was asked, or none answered.
  case notAsked
  /// The service was asked and has no work with such names.
  case unknown
  /// The service has a work. The values are the likeness of its title and of its creator to the names
  /// that were read: 0…1. `creator` is nil if no creator was read.
  case known(title: Double, creator: Double?)
}

/// The confidence of an item: 0…1. From 0.7 on, the item is sure.
///
/// | factor | case | value |
/// |---|---|---|
/// | reading | the model's own confidence | 0…1 |
/// | grounding | the service knows the names | the likeness of the titles |
/// | | the service does not know the names | 0.6 |
/// | | no service was asked | 0.65 |
/// | agreement | title and creator are read, and the service names no other creator | 1 |
/// | | only the title is read | 0.65 |
/// | | the creator differs in a few letters | 0.7 |
/// | | the creator is another one | 0.4 |
/// | | no title is read | 0.3 |
/// | | a neighbour has the same title | × 0.6 |
///
/// So no item is sure without a service that knows both names, and two equal neighbours are not sure
/// until a person confirms them: a model that confuses two spines gives both the same names.
package enum ShelfConfidence {
  /// The confidence in an item that a person confirmed or edited.
  package static let confirmed = 1.0

  /// The factor of an item whose neighbour has the same title.
  package static let twinFactor = 0.6

  /// The confidence in the work of an item. `hasTwin` says that a box beside it has the same title.
  package static func confidence(
    in reading: SpineReading, _ grounding: Grounding, hasTwin: Bool = false
  ) -> Double {
    share(reading.confidence) * share(grounding.factor)
      * agreement(of: reading, grounding) * (hasTwin ? twinFactor : 1)
  }

  /// Names of at least this likeness agree. The likeness is measured by pairs of letters: a name of ten
  /// letters with one wrong letter has 0.78 or more.
  static let agreeing = 0.75

  /// Names below this likeness are different names.
  static let similar = 0.5

  private static func agreement(of reading: SpineReading, _ grounding: Grounding) -> Double {
    guard reading.title != nil else { return 0.3 }
    guard reading.creator != nil else { return 0.65 }
    guard case .known(_, let creator) = grounding else { return 1 }
    guard let creator else { return 0.65 }
    return creator >= agreeing ? 1 : creator >= similar ? 0.7 : 0.4
  }

  /// The value in 0…1; 0 for a value that is no number.
  private static func share(_ value: Double) -> Double { value >= 0 ? min(value, 1) : 0 }
}

extension Grounding {
  fileprivate var factor: Double {
    switch self {
    case .notAsked: 0.65
    case .unknown: 0.6
    case .known(let title, _): title
    }
  }
}

extension ShelfConfidence {
  /// The numbers of the items whose neighbour has the same title. `items` are in the order of the
  /// shelf; an item without a title has no twin.
  package static func twins(among items: [(number: Int, title: String?)]) -> Set<Int> {
    let titles = items.map { (number: $0.number, key: $0.title.map(TitleKey.init)) }
    var twins: Set<Int> = []
    for (one, other) in zip(titles, titles.dropFirst()) {
      guard let key = one.key, !key.text.isEmpty, key == other.key else { continue }
      twins.formUnion([one.number, other.number])
    }
    return twins
  }

  /// The words of a title without the spaces between them.
  private struct TitleKey: Equatable {
    let text: String

    init(_ title: String) { text = NormalName.words(of: title).joined() }
  }
}
