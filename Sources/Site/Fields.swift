// A page's fields as templates look them up. swift-mustache would reflect a value anew for every name
// of every template; reflecting it once made a build of 10,000 finds twice as fast.

import Mustache

/// A view whose fields are spelled out, because there are very many of it: an album's page and its
/// parts, a row of the history. Reflecting those was a sixth of a build.
protocol SpelledOut: MustacheParent {
  /// Every stored property under its own name; a test holds the two together.
  static var fields: [String: @Sendable (Self) -> Any?] { get }
}

extension SpelledOut {
  func child(named name: String) -> Any? { Self.fields[name]?(self) }
}

/// The stored properties of a value by name, and those of the values in it.
struct Fields: MustacheParent {
  private let values: [String: Any]

  /// Reflects `view`; its properties are texts, truths, other views, lists of them, or nothing.
  init(of view: Any) {
    var values: [String: Any] = [:]
    for case (let name?, let value) in Mirror(reflecting: view).children {
      values[name] = Self.reflected(value)
    }
    self.values = values
  }

  func child(named name: String) -> Any? { values[name] }

  /// Nil for an optional that holds nothing.
  private static func reflected(_ value: Any) -> Any? {
    if value is String || value is Bool || value is any MustacheParent { return value }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { reflected($0.value) }
    case .collection: return mirror.children.compactMap { reflected($0.value) }
    case .struct: return Fields(of: value)
    default: return value
    }
  }
}
