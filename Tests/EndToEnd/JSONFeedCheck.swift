// JSON Feed 1.1, rule by rule. Source: <https://www.jsonfeed.org/version/1.1/>.

import FoundationEssentials

enum JSONFeedCheck {
  /// The problems of a feed: a missing or unknown member, or a member of the wrong kind.
  static func problems(of feed: WebDriverValue) -> [String] {
    var problems = check(feed, feedMembers, required: ["version", "title", "items"], at: "feed")
    if feed["version"]?.text != "https://jsonfeed.org/version/1.1" { problems.append("version") }
    let items = feed["items"]?.items ?? []
    for (number, item) in items.enumerated() {
      let path = "item \(number)"
      problems += check(item, itemMembers, required: ["id"], at: path)
      if item["content_html"] == nil && item["content_text"] == nil {
        problems.append("\(path): no content")
      }
    }
    let ids = items.map { $0["id"]?.text ?? "" }
    if Set(ids).count < ids.count { problems.append("an id twice") }
    return problems
  }

  private enum Kind { case text, address, moment, texts, authors, hubs, items, bool, attachments }

  private static let feedMembers: [String: Kind] = [
    "version": .address, "title": .text, "home_page_url": .address, "feed_url": .address,
    "description": .text, "user_comment": .text, "next_url": .address, "icon": .address,
    "favicon": .address, "authors": .authors, "language": .text, "expired": .bool, "hubs": .hubs,
    "items": .items,
  ]
  private static let itemMembers: [String: Kind] = [
    "id": .text, "url": .address, "external_url": .address, "title": .text, "content_html": .text,
    "content_text": .text, "summary": .text, "image": .address, "banner_image": .address,
    "date_published": .moment, "date_modified": .moment, "authors": .authors, "tags": .texts,
    "language": .text, "attachments": .attachments,
  ]

  /// Names that begin with "_" belong to extensions.
  private static func check(
    _ value: WebDriverValue, _ members: [String: Kind], required: [String], at path: String
  ) -> [String] {
    guard case .object(let found) = value else { return ["\(path) is no object"] }
    let missing = required.filter { found[$0] == nil }.map { "\(path): no \($0)" }
    let wrong = found.filter { !$0.key.hasPrefix("_") }.compactMap { name, value -> String? in
      guard let kind = members[name] else { return "\(path): unknown member \(name)" }
      return isOf(kind, value) ? nil : "\(path): \(name) is \(value)"
    }
    return missing + wrong
  }

  private static func isOf(_ kind: Kind, _ value: WebDriverValue) -> Bool {
    switch kind {
    case .text: !value.text.isEmpty
    case .address: value.text.wholeMatch(of: #/https?://[^\s]+/#) != nil
    case .moment:
      value.text.wholeMatch(
        of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/#) != nil
    case .texts: isList(value) && value.items.allSatisfy { !$0.text.isEmpty }
    case .authors:
      isList(value)
        && value.items.allSatisfy { $0["name"] != nil || $0["url"] != nil || $0["avatar"] != nil }
    case .hubs: isList(value) && value.items.allSatisfy { $0["type"] != nil && $0["url"] != nil }
    case .attachments:
      isList(value) && value.items.allSatisfy { $0["url"] != nil && $0["mime_type"] != nil }
    case .items: isList(value)
    case .bool: value == .bool(true) || value == .bool(false)
    }
  }

  private static func isList(_ value: WebDriverValue) -> Bool {
    if case .list = value { true } else { false }
  }
}
