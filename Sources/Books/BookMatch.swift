// The book that Open Library has for a reading.

import Albums

package struct BookMatch: Hashable, Sendable {
  /// The name of the work, or the name of an edition if that is more like the title on the spine: a
  /// translation has a title of its own.
  package let title: String

  /// All authors, separated by commas; nil if the service names none.
  package let author: String?

  /// The year of the first edition, 1–2999; nil if unknown.
  package let year: Int?

  /// 13 digits: of the edition whose publisher was read, else of any edition.
  package let isbn: String?

  /// The number for `OpenLibrary.cover`, at least 1.
  package let cover: Int?

  /// The publisher of the edition, if the publisher on the spine names an edition.
  package let publisher: String?

  /// The pages of the same edition: 1–20,000.
  package let pages: Int?

  /// `/works/OL893415W`.
  package let workKey: String

  /// 0 to 1: how well the names agree with the reading; at least `BookComparison.threshold`. At most
  /// 0.8 if the author is unknown.
  package let likeness: Double

  /// 0 to 1: how well the titles agree.
  package let titleLikeness: Double

  /// 0 to 1: how well the authors agree; nil if the reading has none.
  package let authorLikeness: Double?

  /// `edition` is the edition whose publisher was read.
  init(_ work: FoundWork, edition: BookEdition?) {
    title = work.title
    author = work.author
    year = work.year
    isbn = (edition?.isbn ?? work.isbn)?.digits
    cover = edition?.cover ?? work.cover
    publisher = edition?.publisher
    pages = edition?.pages
    workKey = work.key
    likeness = work.comparison.likeness
    titleLikeness = work.comparison.title
    authorLikeness = work.hasReadAuthor ? work.comparison.author : nil
  }

  /// The work with the number `isbn`. `edition` is the edition that has it; its title may be that of a
  /// translation.
  init(_ work: FoundWork, isbn: ISBN, edition: BookEdition?) {
    title = edition.flatMap { $0.title.isEmpty ? nil : $0.title } ?? work.title
    author = work.author
    year = work.year
    self.isbn = isbn.digits
    cover = edition?.cover ?? work.cover
    publisher = edition?.publisher
    pages = edition?.pages
    workKey = work.key
    (likeness, titleLikeness, authorLikeness) = (1, 1, nil)
  }
}
