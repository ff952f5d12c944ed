// Stores a failure in two database columns: its code, and its case with the arguments as JSON. The
// general failure of a code needs only the code.

package import Text

extension Failure {
  package var stored: (code: String, arguments: String?) {
    let arguments = arguments
    return (code.rawValue, arguments == .null ? nil : arguments.written())
  }

  /// Nil for an unknown code. Missing or unknown arguments give the general failure of the code,
  /// because another version may have written the row.
  package init?(code: String, arguments: String?) {
    guard let known = FailureCode(rawValue: code) else { return nil }
    let json = arguments.flatMap { JSON(Array($0.utf8)) }
    let read = json.flatMap { Failure(reading: $0) }
    self = read?.code == known ? read ?? Failure(known) : Failure(known)
  }

  /// The case and its arguments, `{"case":"cap","amount":10000000}`, also for `status.json`; null
  /// for the general failure of a code.
  package var arguments: JSON {
    self == Failure(code) ? .null : .object([JSON.Member("case", .string(name))] + members)
  }

  private var members: [JSON.Member] {
    switch self {
    case .noReview(let failure): [JSON.Member("noReview", true)] + failure.members
    case .givenUp(let failure): [JSON.Member("givenUp", true)] + failure.members
    case .notJPEG(let kind): [JSON.Member("kind", .string(kind.rawValue))]
    case .photoStopped(let times): [JSON.Member("times", .integer(times))]
    case .notKnownHere(let covers): [JSON.Member("covers", .integer(covers))]
    case .trouble(let trouble): [JSON.Member("trouble", .string(trouble.rawValue))]
    case .paused(let trouble, let until):
      [
        JSON.Member("trouble", .string(trouble.rawValue)),
        JSON.Member("until", .integer(Int(until.milliseconds))),
      ]
    case .priceUnknown(let model): [JSON.Member("model", .string(model))]
    case .cap(let budget?), .shareUsed(let budget):
      [
        JSON.Member("amount", .integer(Int(budget.amount.microdollars))),
        JSON.Member("next", .integer(Int(budget.next.milliseconds))),
      ]
    case .planUsed(let plan):
      [
        JSON.Member("count", .integer(plan.count)),
        JSON.Member("next", plan.next.map { .integer(Int($0.milliseconds)) } ?? .null),
        JSON.Member("contact", plan.contact.map { .string($0) } ?? .null),
      ]
    case .foreignLink(let site): [JSON.Member("site", .string(site))]
    case .linkOfOther(let kind): [JSON.Member("kind", .string(kind))]
    case .notPublished(let reason), .notSent(let reason):
      [JSON.Member("reason", .string(reason))]
    default: []
    }
  }

  private init?(reading json: JSON) {
    guard let name = json["case"].text, let bare = Self.read(name, json) else { return nil }
    if json["noReview"] == true {
      self = .noReview(bare)
    } else {
      self = json["givenUp"] == true ? .givenUp(bare) : bare
    }
  }

  private static func read(_ name: String, _ arguments: JSON) -> Failure? {
    let trouble = arguments["trouble"].text.flatMap { Trouble(rawValue: $0) }
    switch name {
    case "notJPEG": return .notJPEG(arguments["kind"].text.flatMap(UploadKind.init) ?? .other)
    case "photoStopped": return arguments["times"].integer.map { .photoStopped(times: $0) }
    case "notKnownHere": return arguments["covers"].integer.map { .notKnownHere(covers: $0) }
    case "trouble": return trouble.map { .trouble($0) }
    case "paused":
      guard let trouble, let until = arguments["until"].integer else { return nil }
      return .paused(trouble, until: Timestamp(milliseconds: Int64(until)))
    case "priceUnknown": return arguments["model"].text.map { .priceUnknown(model: $0) }
    case "cap": return .cap(budget(arguments))
    case "shareUsed": return budget(arguments).map { .shareUsed($0) }
    case "planUsed":
      return arguments["count"].integer.map { count in
        let next = arguments["next"].integer.map { Timestamp(milliseconds: Int64($0)) }
        return .planUsed(
          UsedPlan(count: count, next: next, contact: arguments["contact"].text))
      }
    case "foreignLink": return arguments["site"].text.map { .foreignLink(site: $0) }
    case "linkOfOther": return arguments["kind"].text.map { .linkOfOther(kind: $0) }
    case "notPublished": return arguments["reason"].text.map { .notPublished(reason: $0) }
    case "notSent": return arguments["reason"].text.map { .notSent(reason: $0) }
    default: return plain[name]
    }
  }

  private static func budget(_ arguments: JSON) -> Budget? {
    guard let amount = arguments["amount"].integer, let next = arguments["next"].integer else {
      return nil
    }
    return Budget(
      amount: Money(microdollars: Int64(amount)), next: Timestamp(milliseconds: Int64(next)))
  }

  /// The case's name in the database. A case that is renamed in the code keeps this name.
  private var name: String {
    switch self {
    case .notJPEG: "notJPEG"
    case .photoStopped: "photoStopped"
    case .notKnownHere: "notKnownHere"
    case .trouble: "trouble"
    case .paused: "paused"
    case .priceUnknown: "priceUnknown"
    case .cap: "cap"
    case .shareUsed: "shareUsed"
    case .planUsed: "planUsed"
    case .foreignLink: "foreignLink"
    case .linkOfOther: "linkOfOther"
    case .notPublished: "notPublished"
    case .notSent: "notSent"
    case .noReview(let failure), .givenUp(let failure): failure.name
    default: Self.plain.first { $0.value == self }?.key ?? ""
    }
  }

  /// The cases without arguments, by name.
  static let plain: [String: Failure] = [
    "unreadable": .unreadable, "tooLarge": .tooLarge, "empty": .empty,
    "pictureNotKept": .pictureNotKept, "noDetail": .noDetail, "serverStopped": .serverStopped,
    "coverTooSmall": .coverTooSmall,
    "notIdentified": .notIdentified,
    "searchDidNotHelp": .searchDidNotHelp, "tooLittleText": .tooLittleText,
    "unclearText": .unclearText, "nonsenseTwice": .nonsenseTwice,
    "noWordsRead": .noWordsRead, "wordsUnknown": .wordsUnknown, "codeUnknown": .codeUnknown,
    "hintDidNotHelp": .hintDidNotHelp, "backDidNotHelp": .backDidNotHelp,
    "providerRefused": .providerRefused,
    "providerFailed": .providerFailed, "nonsense": .nonsense, "tooSlow": .tooSlow,
    "overloaded": .overloaded, "askedTooOften": .askedTooOften, "noAnswer": .noAnswer,
    "network": .network, "musicBrainzDown": .musicBrainzDown, "quota": .quota, "busy": .busy,
    "diskFull": .diskFull, "notBooked": .notBooked, "gaveUp": .gaveUp, "notFound": .notFound,
    "unknownLink": .unknownLink, "scanIsOver": .scanIsOver, "noModel": .noModel,
    "review": .review, "reviewIncomplete": .reviewIncomplete,
    "reviewAboutMoney": .reviewAboutMoney, "reviewNotStored": .reviewNotStored,
    "reviewStopped": .reviewStopped,
    "requestersPlanUsed": .requestersPlanUsed, "requestersShareUsed": .requestersShareUsed,
    "unusableFile": .unusableFile, "wrongSetting": .wrongSetting,
  ]
}
