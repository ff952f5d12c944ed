// Names to which rules 1 and 2 gave one key, although they are different. Source: docs/names.md "After an upgrade".

extension AlbumKey {
  /// Whether former rules ignored a sign or a "The" of the name: they took C#, C++ and C for one name.
  package static func hadIgnoredSigns(_ name: String) -> Bool {
    name.contains { ignoredSigns.contains($0) } || name.lowercased().hasPrefix("the the")
  }

  private static let ignoredSigns: Set<Character> = ["+", "#", "♯", "♭"]

  /// Whether former rules gave both names one key.
  package func wasOne(with other: AlbumKey) -> Bool { withoutSigns == other.withoutSigns }

  /// The words that former rules knew. A name of a sign, such as "sharp", may also be a word of the name, so different
  /// names of today may have equal words here.
  private var withoutSigns: [Substring] {
    text.split(separator: " ").filter { !Self.namesOfSigns.contains($0) }
  }

  private static let namesOfSigns: Set<Substring> = ["and", "flat", "plus", "sharp", "the"]
}
