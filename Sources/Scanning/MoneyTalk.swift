// Never about money: finds talk of price, worth, rarity or collecting in a text we would show.
// Copies sold, charts, certifications, a track called Money and the band Rare Earth pass.

enum MoneyTalk {
  /// The first words that offend; nil when there are none. Source: PRODUCT "What a review is".
  static func offence(in text: String) -> String? {
    for pattern in patterns {
      if let match = text.firstMatch(of: pattern) { return String(match.output) }
    }
    return nil
  }

  // Regex is not Sendable, so the patterns are made at each use; a review is read once.
  private static var patterns: [Regex<Substring>] {
    [
      #/(?i)[$€£¥]\s?\d[\d.,]*/#,
      #/(?i)\b\d[\d.,]*\s?(?:dollars|euros|pounds|usd|eur|gbp|bucks)\b/#,
      #/(?i)\bworth\s+(?:a\s+(?:lot|fortune)|good\s+money|serious\s+money|hundreds|thousands|\$)/#,
      #/(?i)\b(?:good|sound|safe|worthwhile|solid|smart)\s+investment\b/#,
      #/(?i)\b(?:market|resale|monetary|financial|collector'?s?|collectible|collectable)\s+(?:value|price|worth|appeal)\b/#,
      #/(?i)\b(?:rare|original|first|early|sought-after|valuable|limited)\s+(?:pressing|pressings|edition\s+pressing)\b/#,
      #/(?i)\b(?:collectible|collectable|collectibles|collectables)\b/#,
      #/(?i)\b(?:collector'?s\s+item|collectors?\s+(?:pay|prize|seek|hunt))\b/#,
      #/(?i)\b(?:fetch(?:es)?|sells?\s+for|goes\s+for|going\s+for|priced\s+at|price\s+tag|asking\s+price|bargain\s+bin|overpriced|underpriced)\b/#,
      #/(?i)\b(?:expensive|inexpensive|pricey)\s+(?:record|album|copy|vinyl|lp|pressing)\b/#,
    ]
  }
}
