// What a review may never say, and what only sounds like it. Source: PRODUCT "What a review is": price,
// value, investment, rarity, pressing and collectibility offend; copies sold, charts and music do not.

import Testing

@testable import Scanning

@Suite struct MoneyTalkTests {
  static let offending: [String] = [
    // Amounts.
    "An original copy is worth $40.", "You can find it for £25 in any shop.", "Expect €30 or more.",
    "It changes hands for 40 €.", "Around US$300 these days.", "Twenty dollars well spent.",
    "A steal at 15 bucks.", "It goes for 200 pounds.", "Copies reach a thousand euros.",
    "Forty quid second-hand.", "Roughly 3,000 yen in Tokyo.", "About 50 USD online.",
    "Just 99 cents in the bin.", "worth **$40**", "A hundred-dollar record.",
    "A few hundred dollars for a clean one.",
    // Price.
    "Overpriced for what it is.", "The asking price is steep.", "The price tag is absurd.",
    "Prices have climbed for years.", "Worth the price of admission.", "Worth every penny.",
    "Worth the money.", "Well worth the asking price.", "A bargain at any price.",
    "It belongs in the bargain bin.", "A pricey record.", "An expensive album to track down.",
    "Expensive on vinyl.", "It is cheap on vinyl.", "Cheap copies are everywhere.",
    "Reasonably priced.", "It costs a fortune.", "It will cost you hundreds.",
    "Collectors pay top dollar.", "Fans pay through the nose for it.", "Save your money.",
    "A waste of money.", "Money well spent.", "Great value for money.", "It sells for hundreds.",
    "One copy sold for thousands.", "It goes for silly money.", "It was sold at auction.",
    "Look for it on eBay.", "Originals fetch absurd sums.", "It still fetches a premium.",
    "At half price it would be fair.", "Not worth full price.",
    // Value.
    "It is worth a fortune.", "It is worth a small fortune now.", "Worth a lot on the market.",
    "Its resale value is high.", "The market value keeps rising.", "Its collector value is real.",
    "It holds its value.", "It has doubled in value.", "Its value has risen sharply.",
    "A valuable copy to own.", "One of the most valuable records around.",
    "Little monetary value.", "Worth hundreds today.", "Worth serious money.",
    "It only appreciates in value.",
    // Investment.
    "A good investment.", "A sound investment for any shelf.", "Buy it as an investment.",
    "An investment piece.", "A solid investment, musically and otherwise.",
    "You should invest in a copy.", "Investors love it.",
    // Rarity.
    "A rare pressing.", "A rare record.", "This is a rare album, hard to come by.",
    "A very rare LP.", "Copies are rare.", "Now rare and expensive.", "It is rare on vinyl.",
    "Its rarity adds to the legend.", "A hard-to-find record.", "It is hard to find on vinyl.",
    "Original copies are scarce.", "Only 500 copies were pressed.", "A limited edition of 1,000.",
    "A highly sought-after record.", "Sought after by collectors.", "Fewer than 300 copies exist.",
    "The rarest of their albums.", "A limited-edition LP.",
    // Pressing.
    "The first pressing of the album sounds best.", "Original pressings have more bass.",
    "Find an early pressing.", "The Japanese pressing is quieter.", "A 180-gram pressing.",
    "Seek out the first\u{2011}pressing copy.", "The rare *pressing* is the one.",
    "Any pressing will do.", "A vinyl pressing from 1971.", "Look for the UK pressing.",
    "A **rare pressing** with a misprint.", "The pressing is noisy.", "A test pressing circulates.",
    "It was repressed in 2014.", "**Rare Pressing:** look for the blue label.",
    // Collectibility.
    "A collectible.", "Highly collectable.", "A collector's item.", "A collector’s item.",
    "Collectors prize it.", "For collectors only.", "Prized by record collectors.",
    "Collectors will want both.", "The collectors' market adores it.",
    "In mint condition it shines.",
    "A sealed copy is a treasure.", "Its collectibility is beyond doubt.",
    "A must for completists and collectors.", "The collector's edition has more.",
    // Found since.
    "A dollar-bin staple.", "It commands a premium.", "Fans pay a hefty premium for it.",
    "It changes hands for five-figure sums.", "First-press copies sound best.",
    "An original press is the one to hear.", "Check Discogs before you decide.",
    "The vinyl market has noticed.", "It has become a holy grail for crate diggers.",
    "A museum-grade audiophile pressing.", "Worth its weight in gold on vinyl.",
  ]

  @Test(arguments: offending)
  func `this is talk of money or collecting`(sentence: String) {
    #expect(MoneyTalk.offence(in: sentence) != nil)
    #expect(MoneyTalk.offence(in: "A *fine* album. \(sentence.uppercased()) So there.") != nil)
  }

  static let passing: [String] = [
    // Evidence that may be given.
    "It sold 12 million copies.", "Certified platinum in five countries.", "A gold record by 1974.",
    "It sold only 300 copies at first.", "Number one for 37 weeks.", "It sold for years to come.",
    "It won the Mercury Prize.", "Best-selling album of 1983.", "Diamond certification followed.",
    "It has sold 2,000,000 copies since.", "It scored 9.2 at Pitchfork and 92 at Metacritic.",
    "A commercial failure that found its audience later.", "It topped the UK chart in 1994.",
    // Names of songs, albums and bands.
    "Money is built on a loop of cash registers.", "*Money* opens side two.",
    "“Money for Nothing” was everywhere.", "Rare Earth play on it.",
    "The cover of Rare Earth's “Get Ready” drags.", "“$20” is the rager here.",
    "“If I Had $1000000” still charms.", "*$10 Cowboy* is country soul.",
    "Miles Davis's *Collectors' Items* is looser.", "“Price Tag” is the hit.",
    "“Bargain” and “Baba O'Riley” frame it.", "Alan Price plays organ.",
    "Lloyd Price sang it first.",
    "The First Edition backed Kenny Rogers.", "*Expensive Shit* is Fela at his angriest.",
    "*Fetch the Bolt Cutters* shares its kitchen clatter.", "50 Cent appears twice.",
    "50 Cent's debut.", "Cheap Trick learned from it.", "*Cheap Thrills* is looser.",
    "Morricone's *For a Few Dollars More* echoes here.", "“Million Dollar Baby” swings.",
    "Pulp's “Common People” has more bite.", "A$AP Rocky raps over it.", "*Rare* was her comeback.",
    "Blur's “Country House” was the Britpop prize.", "Investment bankers are mocked in verse two.",
    // Words with another sense.
    "Worth hearing for the drums alone.", "Worth your time.", "Well worth a listen.",
    "It is worth it for the coda.", "For what it's worth, the ballads last.",
    "A song about self-worth.", "Worth more than its reputation.", "Worth hundreds of listens.",
    "A rare talent.", "A rare moment of calm.", "That rare album that unites everyone.",
    "A rare record that gets better each time.", "A rare groove staple.",
    "She is rarely this direct.",
    "Rare honesty runs through it.", "Such restraint is rare in pop.",
    "B-sides and rarities fill disc two.",
    "The band in rare form.", "Scarcely a wasted note.", "Hard to find a weak track here.",
    "It is hard to find fault with side one.",
    "Collected on the compilation *Hatful of Hollow*.", "A collection of ten songs.",
    "It belongs in every collection.", "Harry Smith, the folk-song collector, would smile.",
    "A collective of London players.", "Calm and collected singing.",
    "The price of fame is its subject.", "She pays the price in the last verse.",
    "Success at any price is its theme.", "A priceless vocal.",
    "A Faustian bargain drives the story.",
    "Pressing on regardless, the band grew.", "A pressing concern in 1968.",
    "The most pressing question is war.",
    "Its pressing, urgent rhythms never rest.", "Repressed anger boils over.",
    "Production values are high.", "Shock value alone does not carry it.",
    "It has real artistic value.",
    "Its value as a document is plain.", "A valuable record of a scene.",
    "A valuable lesson in restraint.",
    "Emotional investment pays off.", "The listener is invested in every line.",
    "A worthwhile investment of your time.", "The band goes for a rawer sound.",
    "It has a lot going for it.",
    "He goes for broke on “Layla”.", "The most expensive album ever made at the time.",
    "Expensive-sounding strings sweeten it.", "Cheap synths give it charm.",
    "Recorded cheaply in a week.",
    "It cost them their drummer.", "The riff pounds on, and track 3 pounds along.",
    "A fetching melody.",
    "The sought-after producer gave it shape.", "A satire of greed and money.",
    "The limited palette suits it.", "The original album was sequenced otherwise.",
    "Reissued in 2009 to fresh acclaim.", "An early edition of the group plays here.",
    "Discount the filler and it soars.", "It was recorded on sixteen tracks in mint-green rooms.",
    "Auctioneers' patter is sampled on “Going Once”.", "An economy of means.",
    "Rich, opulent arrangements.",
    "If you love Can's early records, own it.", "Leave it in the rack.",
    // Found since.
    "The press was unkind.", "The music press of 1977 adored it.", "Original, press-shy and proud.",
    "The first press reviews were cruel.", "“Million Dollar Bash” rolls along.",
    "Dollar signs fill the artwork of its parody.", "The Holy Grail of space rock, to its fans.",
    "A premium on melody.", "It put a premium on feel.", "The market for prog had gone by 1977.",
    "Worth its weight in riffs.", "Five-figure crowds sang along.",
  ]

  @Test(arguments: passing)
  func `this is talk of music`(sentence: String) {
    #expect(MoneyTalk.offence(in: sentence) == nil)
  }

  static let tracks: [String] = [
    "Money", "Price Tag", "Dollar Days", "Rent", "Gold Dust Woman", "Million Dollar Bash",
    "Money for Nothing", "Money (That's What I Want)", "Money, Money, Money", "Bargain", "$20",
    "If I Had $1000000", "$1000 Wedding", "C.R.E.A.M. (Cash Rules Everything Around Me)",
    "Price Tag (feat. B.o.B)", "Price Tag - Live at Wembley", "A Hundred Dollars",
    "Million Dollar Man", "Hard to Find", "eBay", "99 Cents", "Collector's Item", "Limited Edition",
    "Rare", "Rare (Deluxe Version)", "For a Few Dollars More", "Can't Buy Me Love", "Free Money",
    "Take the Money and Run", "Have a Cigar", "Cheap Thrills", "Top Dollar", "Dirt Cheap",
    "Too Expensive", "Worth It", "For What It's Worth", "Priceless", "First We Take Manhattan",
    "Under Pressure", "Pressing On", "Sold (The Grundy County Auction Incident)", "Gold",
    "She Works Hard for the Money", "Mo Money Mo Problems", "Diamonds and Pearls", "Paid in Full",
    "The Price", "What Price Glory", "(You Gotta Pay) The Price of Love", "Cost of Living",
    "Buy It in Bottles", "“Price Tag”", "*Million Dollar Bash*", "Million Dollar Bash [Take 2]",
    "For Sale", "Bills, Bills, Bills", "Investors", "価格", "MILLION DOLLAR BABY",
  ]

  @Test(arguments: tracks)
  func `this is a track, whatever it is about`(track: String) {
    #expect(MoneyTalk.offence(inTrack: track) == nil)
  }

  @Test(arguments: [
    ("Money (original pressing, worth $200)", "$200"),
    ("Money (Original Pressing)", "original pressing"),
    ("Money – worth a fortune today", "worth a fortune"), ("Money - Worth $200", "$200"),
    ("Price Tag (worth $40)", "$40"), ("Time; a rare pressing has a longer take", "rare pressing"),
    ("Time: sells for hundreds", "sells for hundreds"), ("Time, worth $200", "$200"),
    ("a rare pressing", "rare pressing"), ("The B-side is a good investment", "good investment"),
    ("Time [Limited Edition]", "limited edition"), ("Time {sold on eBay}", "ebay"),
  ])
  func `what stands behind a track's name may talk of money`(track: String, words: String) {
    #expect(MoneyTalk.offence(inTrack: track)?.contains(words) == true)
  }

  @Test func `the words that offend are named`() {
    #expect(MoneyTalk.offence(in: "A great album, and a good investment.") == "good investment")
    #expect(MoneyTalk.offence(in: "The *rare* pressing.") == "rare pressing")
  }
}
