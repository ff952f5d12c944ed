// Finds the track that a review names.

import Albums

extension TrackList {
  /// The tracks of all media, in their order.
  package var tracks: [Track] { media.flatMap(\.tracks) }

  /// The index in `tracks` of the track that a review names; nil if the record has no such track. A printed number before
  /// the name, and an addition in brackets after either name, do not count unless they distinguish two tracks.
  package func index(ofTrackNamed name: String) -> Int? {
    let titles = tracks.map { NormalName.words(of: $0.title) }
    for form in Self.forms(of: name) {
      let words = NormalName.words(of: form)
      if words.isEmpty { continue }
      if let index = titles.firstIndex(of: words) { return index }
      let bare = tracks.map { NormalName.words(of: Self.withoutAddition($0.title)) }
      if let index = bare.firstIndex(of: words) { return index }
    }
    return nil
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
