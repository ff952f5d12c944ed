// Compares two normalised artist names. A name may be given in full, in part or in another order.

enum ArtistName {
  /// 0 to 1: how alike two artists are; 0.9 for a known short form of the longer name. "Nick Cave"
  /// may stand for "Nick Cave and the Bad Seeds", but "Simon" is not "Simon and Garfunkel".
  static func likeness(_ one: String, _ other: String) -> Double {
    let (short, long) = one.utf8.count < other.utf8.count ? (one, other) : (other, one)
    if one == other || isReordered(one, other) { return 1 }
    return leads(short, long) ? 0.9 : TitleComparison.dice(one, other)
  }

  private static func leads(_ short: String, _ long: String) -> Bool {
    guard long.hasPrefix("\(short) ") else { return false }
    let rest = long.dropFirst(short.count + 1)
    if rest.hasPrefix("and the ") { return true }
    guard short.contains(" "), let next = rest.split(separator: " ").first.map(String.init)
    else { return false }
    return joins.contains(next) || ensembles.contains(String(rest))
  }

  /// Whether both names list the same people: "Kanye West and Jay-Z", "Jay-Z, Kanye West".
  private static func isReordered(_ one: String, _ other: String) -> Bool {
    let names = people(one)
    return !names.isEmpty && names == people(other)
  }

  private static func people(_ artist: String) -> [Substring] {
    artist.split(separator: " ").filter { !joins.contains(String($0)) && $0 != "the" }.sorted()
  }

  private static let joins: Set<String> = [
    "and", "with", "feat", "featuring", "ft", "vs", "meets",
  ]

  private static let ensembles: Set<String> = [
    "band", "combo", "ensemble", "experience", "group", "octet", "orchestra", "project", "quartet",
    "quintet", "revue", "septet", "sextet", "trio", "big band", "blues band", "jazz band",
  ]
}
