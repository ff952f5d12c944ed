// Values by path. Paths are compared by their bytes. Two equal values of `String` may have
// different bytes, such as "é" as one code point or as two.

/// A table with a value for each path.
package struct PathTable<Value> {
  private var values: [[UInt8]: Value] = [:]

  package init() {}

  package subscript(path: String) -> Value? {
    get { values[Array(path.utf8)] }
    set { values[Array(path.utf8)] = newValue }
  }

  package var isEmpty: Bool { values.isEmpty }

  /// All paths, sorted by their bytes.
  package var paths: [String] {
    values.keys.sorted { $0.lexicographicallyPrecedes($1) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension PathTable: Equatable where Value: Equatable {}
extension PathTable: Sendable where Value: Sendable {}

extension PathTable: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, Value)...) {
    for (path, value) in elements { self[path] = value }
  }
}
