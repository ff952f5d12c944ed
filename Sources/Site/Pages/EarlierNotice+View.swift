// The notice that an album was found before: one sentence with a link, and a list of the earlier
// finds.

import Albums

extension EarlierNotice {
  /// The notice about the earlier finds of a find.
  init?(for find: Find, in settings: SiteSettings) {
    let notice: EarlierNotice? =
      if settings.isPublished {
        .published(find.earlier)
      } else if find.isSure {
        EarlierNotice(find.earlier)
      } else {
        .perhaps(find.earlier)
      }
    guard let notice else { return nil }
    self = notice
  }

  /// "Scanned 3 times before, last on 21 November 2026." The day is the text of a link. A script
  /// replaces the day by "today" or "yesterday". Nil if there is no earlier find.
  /// `kind` is the kind of the finds' work.
  func view(of kind: WorkKind, showsTime: Bool = true, _ words: Phrasebook) -> View? {
    guard let newest = finds.first else { return nil }
    let (opening, closing) = words.parts(sentence, around: "when")
    return [
      .text(.opening, opening),
      .text(.closing, closing),
      .text(.address, kind.page(of: newest.id)),
      .text(.when, words("when.day", ["day": .day(newest.found)])),
      // For `<time datetime>`; in the published log only the day.
      .text(.moment, showsTime ? newest.found.iso : words.zone.isoDay(newest.found)),
    ]
  }
}

extension View {
  /// A link to one earlier find.
  static func earlier(_ find: EarlierFind, _ kind: WorkKind, _ words: Phrasebook) -> View {
    [
      .text(.address, kind.page(of: find.id)),
      .text(.day, words.day(find.found)),
      .text(.isoDay, words.zone.isoDay(find.found)),
      .text(.when, words("when.day", ["day": .day(find.found)])),
    ]
  }

  /// A link with empty texts, for scripts to fill.
  static let noEarlier: View = [
    .text(.address, "/history/"), .text(.day, ""), .text(.isoDay, ""), .text(.when, ""),
  ]
}
