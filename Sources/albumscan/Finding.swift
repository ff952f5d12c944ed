// One line of the doctor: what was checked, and what to do when it fails.

struct Finding: Encodable {
  let subject: String

  /// What to do; nil when the check passed.
  let remedy: String?

  /// The installation works today; the remedy is for later.
  var isWarning = false

  var isWell: Bool { remedy == nil || isWarning }

  var line: String { "\(mark) \(subject)\(remedy.map { ": \($0)" } ?? "")" }

  private var mark: String { remedy == nil ? "ok  " : isWarning ? "WARN" : "FAIL" }

  private enum Key: String, CodingKey { case subject, result, remedy }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(subject, forKey: .subject)
    try container.encode(remedy == nil ? "ok" : isWarning ? "warning" : "failure", forKey: .result)
    try container.encodeIfPresent(remedy, forKey: .remedy)
  }
}
