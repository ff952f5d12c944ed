// The pages of one month. A page has at most 100 finds. The parts of a month are numbered from the
// oldest find, so that newer finds never change a full page. The newest part is the page of the
// month itself.

import Albums

/// The addresses of the pages of a month.
struct MonthPages: Equatable, Sendable {
  /// The maximum number of finds on a page. Source: docs/limits.md.
  static let size = 100

  let month: Month

  /// The number of parts, at least 1.
  let count: Int

  init(_ month: Month, finds: Int) { self.init(month, count: (finds + Self.size - 1) / Self.size) }

  init(_ month: Month, count: Int) {
    self.month = month
    self.count = max(1, count)
  }

  /// The path of a part below the root. Parts are counted from 0, pages of full parts from 1:
  /// `history/2026-11/1/index.html` has the oldest finds.
  func path(of part: Int) -> String {
    part == count - 1
      ? HistoryPage.path(month) : "history/\(month)/\(part + 1)/index.html"
  }

  /// The address of the page with older finds of the month; nil for the oldest part.
  func older(than part: Int) -> String? { part == 0 ? nil : address(of: part - 1) }

  /// The address of the page with newer finds of the month; nil for the newest part.
  func newer(than part: Int) -> String? { part >= count - 1 ? nil : address(of: part + 1) }

  /// The number of the page of a full part; nil for the page of the month.
  func number(of part: Int) -> Int? { part == count - 1 ? nil : part + 1 }

  /// The positions of a part's finds, counted from the oldest find of the month.
  static func range(of part: Int) -> Range<Int> { part * size..<(part + 1) * size }

  /// The address of the page of a part.
  func address(of part: Int) -> String {
    "/\(path(of: part).dropLast("index.html".utf8.count))"
  }
}
