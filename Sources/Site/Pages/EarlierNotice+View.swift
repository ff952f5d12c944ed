// The notice that an album was found before: one sentence with a link, and a list of the earlier
// finds.

import Albums

/// "Scanned 3 times before, last on 21 November 2026." The day is the text of a link. A script
/// replaces the day by "today" or "yesterday".
struct EarlierView: Equatable, Sendable, View {
  /// The text before and after the link.
  let opening: String
  let closing: String
  let address: String

  /// The link's text, "on 21 November 2026".
  let when: String

  /// The time of the newest earlier find, for `<time datetime>`; in the published log only its day.
  let moment: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .opening: Field(opening)
    case .closing: Field(closing)
    case .address: Field(address)
    case .when: Field(when)
    case .moment: Field(moment)
    default: .nothing
    }
  }

  /// The statement on the page of a find.
  static func notice(for find: Find, in settings: SiteSettings) -> EarlierNotice? {
    guard !settings.isPublished else { return .published(find.earlier) }
    return find.isSure ? EarlierNotice(find.earlier) : .perhaps(find.earlier)
  }

  /// Nil if there is no earlier find.
  init?(_ notice: EarlierNotice?, showsTime: Bool = true, _ words: Phrasebook) {
    guard let notice, let newest = notice.finds.first else { return nil }
    (opening, closing) = words.parts(notice.sentence, around: "when")
    address = "/album/\(newest.id)/"
    when = words("when.day", ["day": .day(newest.found)])
    moment = showsTime ? newest.found.iso : words.zone.isoDay(newest.found)
  }
}

/// A link to one earlier find.
struct EarlierLink: Equatable, Sendable, View {
  let address: String
  let day: String
  let isoDay: String

  /// The words for the time, "on 21 November 2026".
  let when: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .address: Field(address)
    case .day: Field(day)
    case .isoDay: Field(isoDay)
    case .when: Field(when)
    default: .nothing
    }
  }

  init(_ find: EarlierFind, _ words: Phrasebook) {
    address = "/album/\(find.id)/"
    day = words.day(find.found)
    isoDay = words.zone.isoDay(find.found)
    when = words("when.day", ["day": .day(find.found)])
  }

  /// An empty link, for patterns that scripts fill in.
  static let none = EarlierLink()

  private init() { (address, day, isoDay, when) = ("/history/", "", "", "") }
}
