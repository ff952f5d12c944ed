// Compares the title and author that were read on a spine with those that a service found.

/// The likeness of two books' names. Case, accents of Latin letters, punctuation and a leading
/// article do not count. A spine often has no subtitle, and of the author only the surname.
package struct BookComparison: Equatable, Sendable {
  /// Names with a lower likeness are different. The same value as for albums.
  package static let threshold = TitleComparison.threshold

  /// The likeness of the authors if the spine or the service names none.
  package static let unknownAuthor = 0.8

  /// 0 to 1: how alike the titles are.
  package let title: Double

  /// 0 to 1: how alike the authors are.
  package let author: Double

  /// 0 to 1: the lower of the two.
  package var likeness: Double { min(title, author) }

  package init(title: Double, author: Double) {
    self.title = title
    self.author = author
  }

  /// 0 to 1: the likeness of two titles. A subtitle follows a colon, a dash, a semicolon or a bracket.
  /// For equal main titles, the likeness is at least 0.94 if only `other` has a subtitle. It is at
  /// least 0.8 if only `title` has a subtitle: less, because the service knows most subtitles.
  package static func likeness(title: String, to other: String) -> Double {
    let (one, two) = (TitleForms(title), TitleForms(other))
    let whole = likeness(one.whole, two.whole)
    if two.contains(beginning: one) { return max(whole, 0.9) }
    return switch (one.hasSubtitle, two.hasSubtitle) {
    case (false, true): max(whole, 0.94 * likeness(one.whole, two.main))
    case (true, false): max(whole, 0.8 * likeness(one.main, two.whole))
    case (true, true), (false, false): whole
    }
  }

  private static func likeness(_ one: [String], _ other: [String]) -> Double {
    if one == other { return one.isEmpty ? 0 : 1 }
    let (first, second) = (one.joined(separator: " "), other.joined(separator: " "))
    guard !first.isEmpty, !second.isEmpty,
      TitleWords(first).numbers == TitleWords(second).numbers
    else { return 0 }
    let letters = TitleComparison.dice(first, second)
    return TitleForms.haveOtherWords(one, other) ? min(letters, 0.7) : letters
  }

  /// 0 to 1: the likeness of the author who was read to the authors that the service names. `author`
  /// may list several people. `unknownAuthor` if `author` is nil or `others` is empty.
  package static func likeness(author: String?, to others: [String]) -> Double {
    guard let author, !others.isEmpty else { return unknownAuthor }
    let known = others.map { AuthorName($0) }.filter { !$0.words.isEmpty }
    let read = AuthorName.people(in: author)
    guard !read.isEmpty, !known.isEmpty else { return unknownAuthor }
    let each = read.map { person in known.map { person.likeness(to: $0) }.max() ?? 0 }
    let mean = each.reduce(0, +) / Double(each.count)
    // The service may lack an author. Then one right name is strong evidence for the others.
    let people = 0.7 * (each.max() ?? 0) + 0.3 * mean
    return max(people, AuthorName.areSurnames(author, of: known) ? 0.95 : 0)
  }
}

/// The words of a title, with and without its subtitle.
private struct TitleForms {
  let whole: [String]
  let main: [String]
  var hasSubtitle: Bool { main != whole }

  init(_ title: String) {
    let position = title.indices.dropFirst().first { index in
      switch title[index] {
      case "(", "[", ";": true
      // "2:15" has no subtitle.
      case ":", "–", "—", "-":
        title.index(after: index) == title.endIndex || title[title.index(after: index)] == " "
      default: false
      }
    }
    let head = position.map { title[..<$0] } ?? title[...]
    let tail = position.map { NormalName.words(of: String(title[$0...])) } ?? []
    let main = Self.withoutArticle(head)
    self.main = main
    whole = main + (Self.isEmptyPhrase(tail) ? [] : tail)
  }

  /// Whether `title` is this main title, followed by the beginning of this subtitle.
  func contains(beginning title: TitleForms) -> Bool {
    hasSubtitle && title.whole.count > main.count && title.whole.starts(with: main)
      && whole.starts(with: title.whole)
  }

  /// Whether one title has all words of the other and a further word, as "Second Foundation" and
  /// "Foundation". Then most letters are equal, but the titles are those of two books.
  static func haveOtherWords(_ one: [String], _ other: [String]) -> Bool {
    let (short, long) = one.count <= other.count ? (one, other) : (other, one)
    guard short.allSatisfy(long.contains) else { return false }
    return long.contains { !short.contains($0) && !isFiller($0) }
  }

  /// "Hobbit" for "The Hobbit", also in a title with the article at its end ("Hobbit, The"); a title
  /// that is only an article stays.
  private static func withoutArticle(_ title: Substring) -> [String] {
    let parts = title.split(separator: ",").map { NormalName.words(of: String($0)) }
    let all = parts.flatMap(\.self)
    guard all.count > 1 else { return all }
    if articles.contains(all[0]) { return Array(all.dropFirst()) }
    let isAtEnd = parts.last.map { $0.count == 1 && articles.contains($0[0]) } ?? false
    return isAtEnd ? Array(all.dropLast()) : all
  }

  /// Whether a subtitle says only the kind of the text or the number of the edition: "A Novel",
  /// "Roman", "3rd Edition".
  private static func isEmptyPhrase(_ words: [String]) -> Bool {
    words.contains(where: kinds.contains) && words.allSatisfy(isFiller)
  }

  private static func isFiller(_ word: String) -> Bool {
    articles.contains(word) || small.contains(word) || kinds.contains(word)
      || word.first?.isNumber == true
  }

  private static let articles: Set<String> = [
    "a", "an", "the", "der", "die", "das", "ein", "eine", "le", "la", "les", "un", "une", "el",
    "los", "las", "il", "lo", "gli", "de", "het", "een", "o", "os", "as", "den", "det", "en",
  ]
  private static let small: Set<String> = [
    "and", "und", "of", "in", "to", "third", "fourth", "fifth", "sixth",
  ]
  private static let kinds: Set<String> = [
    "novel", "roman", "edition", "auflage", "ausgabe", "stories", "erzahlungen", "poems",
    "gedichte",
    "memoir", "novella", "revised", "annotated", "illustrated", "paperback", "unabridged",
  ]
}
