// Finds the track that a review names.

import Albums

extension TrackList {
  /// The tracks of all media, in their order.
  package var tracks: [Track] { media.flatMap(\.tracks) }

  /// The indexes in `tracks` of the tracks that a review names, in the order of `names`; nil for a track that the record
  /// does not have. A printed number before the name, and an addition in brackets after either name, do not count unless
  /// they distinguish two tracks.
  package func indexes(ofTracksNamed names: [String]) -> [Int?] {
    let whole = Self.firstIndexes(of: tracks.map(\.title))
    let bare = Self.firstIndexes(of: tracks.map { Self.withoutAddition($0.title) })
    return names.map { name in
      for form in Self.forms(of: name) {
        let words = NormalName.words(of: form)
        if let index = whole[words] ?? bare[words] { return index }
      }
      return nil
    }
  }

  /// The first index of each title, by the words of its normal form. A title without words is left out.
  private static func firstIndexes(of titles: [String]) -> [[String]: Int] {
    let words = titles.map { NormalName.words(of: $0) }
    let pairs = words.enumerated().filter { !$0.element.isEmpty }.map { ($0.element, $0.offset) }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The name, then the name without a number, then both without an addition in brackets.
  private static func forms(of name: String) -> [String] {
    let plain = withoutNumber(name)
    return [name, plain, withoutAddition(name), withoutAddition(plain)]
  }

  /// `Mushroom` of `A2. Mushroom` and of `3 – Mushroom`; other names as they are.
  private static func withoutNumber(_ name: String) -> String {
    let letters = name.prefix { $0.isASCII && $0.isLetter }
    let digits = name.dropFirst(letters.count).prefix { $0.isASCII && $0.isNumber }
    let rest = name.dropFirst(letters.count + digits.count)
    guard letters.count <= 2, (1...3).contains(digits.count), let sign = rest.first,
      [".", ":", ")", "-", "–", "—"].contains(rest.first { $0 != " " } ?? sign)
    else { return name }
    let title = rest.drop { [" ", ".", ":", ")", "-", "–", "—"].contains($0) }
    return title.isEmpty ? name : String(title)
  }

  /// `Heroes` of `Heroes (2017 Remaster)` and of `Heroes [live]`.
  private static func withoutAddition(_ title: String) -> String {
    let brackets: [Character: Character] = [")": "(", "]": "["]
    guard let opening = title.last.flatMap({ brackets[$0] }),
      let open = title.lastIndex(of: opening), open > title.startIndex
    else { return title }
    return String(title[..<open])
  }
}
