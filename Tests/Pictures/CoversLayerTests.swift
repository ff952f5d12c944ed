// The folders in Covers are layers: a file uses only types of its own layer and of earlier layers.

import Host
import Support
import Testing

@Suite struct CoversLayerTests {
  /// The layers in their order.
  static let layers = [
    "Finding", "Straightening", "Fingerprint", "Matching", "Index", "Spines", "Codes",
  ]

  private static let folder = "\(Checkout.root)/Sources/Covers"

  /// The files of a layer, without comments.
  private static func files(of layer: String) throws -> [(name: String, text: String)] {
    try Files.entries(of: "\(folder)/\(layer)").map { name in
      let text = String(decoding: try Files.read("\(folder)/\(layer)/\(name)"), as: UTF8.self)
      let lines = text.split(separator: "\n").map { line in
        String(line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line)
      }
      return ("\(layer)/\(name)", lines.joined(separator: "\n"))
    }
  }

  /// The types that a layer declares at the beginning of a line. Code can use nested types only
  /// through these types.
  private static func types(of layer: String) throws -> Set<String> {
    var found: Set<String> = []
    for (_, text) in try files(of: layer) {
      for match in text.matches(of: /(?m)^(?:package )?(?:struct|enum|typealias) (\w+)/) {
        found.insert(String(match.output.1))
      }
    }
    return found
  }

  @Test func `every file of Covers is in one of the layers`() throws {
    #expect(Set(try Files.entries(of: Self.folder)) == Set(Self.layers))
  }

  @Test(arguments: layers)
  func `a layer uses no type of a later one`(_ layer: String) throws {
    let place = try #require(Self.layers.firstIndex(of: layer))
    let later = try Self.layers[(place + 1)...].reduce(into: Set<String>()) {
      $0.formUnion(try Self.types(of: $1))
    }
    for (name, text) in try Self.files(of: layer) {
      let words = Set(text.matches(of: /\b[A-Z]\w+/).map { String($0.output) })
      #expect(words.isDisjoint(with: later), "\(name) uses \(words.intersection(later).sorted())")
    }
  }
}
