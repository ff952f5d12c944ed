// English dates of callers that do not ask a `Phrasebook` yet.

extension Timestamp {
  package var dayInWords: String {
    let time = Zone.utc.civilTime(of: self)
    return "\(time.day) \(Month(year: time.year, month: time.month).name) \(time.year)"
  }

  package var month: Month { Zone.utc.month(of: self) }
}

extension Month {
  package var name: String { monthNames[month - 1] }
  package var inWords: String { "\(name) \(year)" }
  package var start: Timestamp { Zone.utc.start(of: self) }
}

extension Money {
  package var inCents: String { "$\(cents)" }
}

private let monthNames = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September",
  "October", "November", "December",
]
