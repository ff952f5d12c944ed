// The words of price, value, investment, rarity, pressing and collecting, each with the music talk
// that only sounds like it let through. The table of MoneyTalkTests says why a pattern is as it is.

extension MoneyTalk {
  /// Patterns that need not be tried where no word begins with a stem and no sign is there: they are
  /// slow, and most sentences are far from all of this.
  struct Group {
    let stems: [String]
    var signs: Set<Character> = []

    /// Made at each use, since Regex is not Sendable.
    let patterns: () -> [Regex<Substring>]
  }

  static var groups: [Group] {
    [
      Group(
        stems: ["dollar", "euro", "usd", "eur", "gbp", "buck", "quid", "yen", "cents", "pounds"],
        signs: ["$", "€", "£", "¥"], patterns: { amounts }),
      Group(
        stems: [
          "pric", "overpric", "underpric", "bargain", "expens", "inexpens", "cheap", "cost", "nose",
          "money", "worth", "sell", "sold", "goes", "went", "hands", "auction", "ebay", "fetch",
          "dollar", "premium", "figure", "discogs", "market",
        ], patterns: { prices }),
      Group(stems: ["worth", "valu", "appeal", "invest"], patterns: { values }),
      Group(
        stems: [
          "rare", "rarit", "scarce", "hard", "pressed", "exist", "made", "known", "limited",
          "sought",
        ], patterns: { rarities }),
      Group(stems: ["press", "repress"], patterns: { pressings }),
      Group(
        stems: ["collect", "mint", "sealed", "wax", "matrix", "grail"], patterns: { collecting }),
    ]
  }

  private static var amounts: [Regex<Substring>] {
    [
      #/[$€£¥]\s?\d[\d.,]*/#,
      #/\b\d[\d.,]*\s?(?:[€£¥]|(?:dollars?|euros?|usd|eur|gbp|bucks|quid|yen|cents)\b)/#,
      #/\b(?:usd|eur|gbp)\s?\d[\d.,]*/#,
      #/\b\d\d[\d.,]*\s?pounds\b/#,
      #/\b(?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|few)(?:\sof)?\s(?:dollars?|euros?|pounds|bucks|quid|yen)\b(?!\s(?:more|baby|quartet))/#,
    ]
  }

  private static var prices: [Regex<Substring>] {
    [
      #/\b(?:over|under)?priced\b/#,
      #/\bprices\b/#,
      #/\b(?:asking|full|half|high|low|fair|retail|market|steep|current|purchase)\sprice\b/#,
      #/\bprice\s(?:tags?|points?|of\sadmission)\b/#,
      #/\bworth\s(?:the|any|every|its)\s(?:money|price|penny|cent|expense|cost)\b/#,
      #/\bbargain\s(?:bins?|price|at\b)/#,
      #/\ba\s(?:real|true|great|genuine)\sbargain\b/#,
      #/\bpricey\b/#,
      #/\b(?:in)?expensive\s(?:on|to\s(?:buy|own|find)|original|first|record|album|copy|copies|vinyl|lp|edition)s?\b(?!\s(?:\w+\s)?(?:made|recorded|produced|to\smake|to\srecord))/#,
      #/\b(?:and|too|very|now)\sexpensive(?=[.,;!]|$)/#,
      #/\b(?:dirt|for|on\sthe)\scheap\b/#,
      #/\bcheap\s(?:on\s(?:vinyl|cd)|cop(?:y|ies)|vinyl|lps?|second\shand|secondhand)\b/#,
      #/\bcosts?\s(?:a\s(?:small\s)?(?:fortune|lot)|you\s(?:hundreds|thousands|plenty|dear))\b(?!\sto\s(?:make|record))/#,
      #/\b(?:top\sdollar|through\sthe\snose)\b/#,
      #/\b(?:save|waste|wasting|spend|spending)\syour\smoney\b/#,
      #/\b(?:waste\sof|good|serious|silly|big)\smoney\b(?!\s(?:on|into|producer|production))/#,
      #/\bmoney\swell\sspent\b/#,
      #/\b(?:sells?|sold|sell|selling|goes|went|hands)\sfor\s(?:hundreds|thousands|a\s(?:small\s)?fortune|a\spremium|a\slot\sof\smoney|next\sto\snothing|peanuts|over|around|up\sto)\b/#,
      #/\b(?:at|by)\sauction\b/#,
      #/\bauctioned\b/#,
      #/\b(?:ebay|discogs)\b/#,
      #/\bdollar\sbins?\b/#,
      #/\b(?:pay|pays|paid|paying|command|commands|commanding)\sa\s(?:\w+\s)?premium\b/#,
      #/\b(?:three|four|five|six)\sfigure\s(?:sums?|prices?|offers?)\b/#,
      #/\b(?:vinyl|record|collectors?'?s?|second\shand|secondhand|used)\smarket\b/#,
      #/\bworth\sits\sweight\sin\s(?:gold|vinyl)\b/#,
      #/\b(?:cop(?:y|ies)|originals?|it|still|now|can|could|will|routinely|regularly|often|records?|lps?)\sfetch(?:es|ed)?\b/#,
    ]
  }

  private static var values: [Regex<Substring>] {
    [
      #/\bworth\s(?:a\s(?:small\s)?(?:lot|fortune)|good\smoney|serious\smoney|hundreds|thousands|millions)\b(?!\sof\s(?:listens|plays|words|hours|spins))/#,
      #/\b(?:market|resale|monetary|financial|collector'?s?'?|collectors'|rarity|investment|cash)\s(?:value|worth|appeal)\b/#,
      #/\bvalue\sfor\smoney\b/#,
      #/\b(?:hold|holds|held|retain|retains|keep|keeps)\s(?:its|their)\svalue\b/#,
      #/\b(?:rise|rises|risen|rose|gone\sup|goes\sup|doubled?|doubles|tripled|grows?|grown|increased?|increases|appreciates?|appreciated)\sin\svalue\b/#,
      #/\bvalue\s(?:has\s|have\s)?(?:risen|rises|rose|doubled|tripled|soared|climbed|climbs|appreciated)\b/#,
      #/\b(?:most|highly|very|extremely)\svaluable\s(?:record|album|cop|lp|vinyl)\w*/#,
      #/\bvaluable\s(?:cop(?:y|ies)|vinyl|lps?|originals?|collectibles?|items?)\b/#,
      #/\b(?:good|sound|safe|worthwhile|solid|smart|great|wise)\sinvestment\b(?!\s(?:of|in)\s)/#,
      #/\b(?:as\san\sinvestment|investment\s(?:piece|grade))\b/#,
      #/\binvest\sin\s(?:a|an|the|this)\s(?:\w+\s)?(?:copy|original|vinyl|lp)\b/#,
      #/\binvestors\b/#,
    ]
  }

  private static var rarities: [Regex<Substring>] {
    [
      #/\brare(?:st)?\s(?:cop(?:y|ies)|vinyl|lps?|originals?|editions?|issues?|finds?|collectibles?)\b/#,
      #/\brare(?:st)?\s(?:records?|albums?)\b(?!\s(?:that|which|where|whose|who|to|of|in|on\swhich|with|without|as)\b)/#,
      #/\b(?:extremely|exceedingly|very|incredibly|fairly|now)\srare(?=[.,;!]|$|\s(?:and|on|in\sgood|today|now|indeed|record|album)\b)/#,
      #/\b(?:cop(?:y|ies)|originals?|records?|lps?)\s(?:is|are|remain|remains|has\sbecome|have\sbecome)\s(?:\w+\s)?(?:rare|scarce|hard\sto)\b/#,
      #/\brare\s(?:on\s(?:vinyl|cd|lp)|and\s(?:expensive|valuable|sought|collect\w+))/#,
      #/\b(?:the\s)?rarest\sof\s(?:their|his|her|its|the)\b/#,
      #/\b(?:its|their|the\s(?:record|album|lp)'s)\srarity\b/#,
      #/\bhard\sto\sfind\s(?:records?|albums?|lps?|cop(?:y|ies)|originals?|on\s(?:vinyl|cd|lp)|in\sgood)\b/#,
      #/\bhard\sto\s(?:come\sby|find)(?=[.,;!]|$)/#,
      #/\bonly\s(?:a\sfew\s)?(?:[\d.,]+|hundred|hundreds\sof)\s(?:copies\s)?(?:were\s|was\s)?(?:pressed|made|exist)\b/#,
      #/\bcopies\s(?:were\s)?(?:pressed|exist|known)\b/#,
      #/\blimited\s(?:edition|run\sof|pressing|vinyl|cop(?:y|ies))\b/#,
      #/\bsought\safter\s(?:records?|albums?|lps?|vinyl|cop(?:y|ies)|originals?|items?|by\scollectors)\b/#,
    ]
  }

  private static var pressings: [Regex<Substring>] {
    let kinds =
      #/\b(?:rare|original|first|early|second|third|later|late|new|limited|valuable|japanese|german|dutch|italian|french|american|british|uk|us|mono|stereo|vinyl|coloured|colored|gram|heavyweight|audiophile|quality|good|best|better|clean|quiet|noisy|white\slabel|promo|test|any|every|sought\safter)\spressing\b(?!\s(?:concern|need|issue|question|matter|problem|business|on\b|ahead|forward|against))/#
    return [
      kinds,
      #/\bpressings\b/#,
      #/\b(?:the|a|this|that|its)\spressing\s(?:of\b|from\b|is\b|was\b|has\b|sounds\b|plants?\b)/#,
      #/\bpressing\s(?:plants?|errors?|quality|runs?)\b/#,
      #/\b(?:was|were|been|is)\srepress(?:ed|es)?\b(?=\s(?:in|on|by|for)\b|[.,;!]|$)/#,
      #/\b(?:vinyl|lp|record|recent|new)\srepress(?:ing|ings|es)?\b/#,
      #/\b(?:first|original|early)\spress\s(?:cop(?:y|ies)|vinyl|lps?|is\s(?:the|best|rare)|sounds)\b/#,
    ]
  }

  private static var collecting: [Regex<Substring>] {
    [
      #/\bcollect[ia]b(?:le|les|ility)\b/#,
      #/\bcollector(?:'s|s'|s)\s(?:items?|editions?|pieces?|market|dream|favou?rites?|copy)\b/#,
      #/\bcollectors?\s(?:pay|prize|seek|hunt|covet|love|want|crave|will|should|still|know|adore|only|value)\b/#,
      #/\b(?:for|by|to|among|with|and)\scollectors\b/#,
      #/\b(?:record|vinyl|album|lp)\scollect(?:ors?|ing)\b/#,
      #/\bgrails?\s(?:for|of|among)\s(?:\w+\s)?(?:crate\s)?(?:diggers|hunters|buyers)\b/#,
      #/\b(?:mint\scondition|near\smint|sealed\scop(?:y|ies)|dead\swax|matrix\snumbers?)\b/#,
    ]
  }
}
