// Pairs of names that mean the same album, and pairs that do not. The score that MusicBrainz sends
// is no evidence (docs/services.md §0.4).

import Testing

@testable import Albums

@Suite struct TitleComparisonTests {
  typealias Pair = (artist: String, title: String, otherArtist: String, otherTitle: String)

  static let same: [Pair] = [
    // Editions.
    ("Radiohead", "OK Computer", "Radiohead", "OK Computer (Deluxe Edition)"),
    ("The Beatles", "Revolver", "The Beatles", "Revolver (2022 Super Deluxe Edition)"),
    ("The Beatles", "Abbey Road (Remastered 2009)", "The Beatles", "Abbey Road"),
    ("Nirvana", "Nevermind", "Nirvana", "Nevermind (30th Anniversary Edition)"),
    ("Prince", "1999: Super Deluxe Edition", "Prince", "1999"),
    ("Led Zeppelin", "Led Zeppelin IV - Remaster", "Led Zeppelin", "Led Zeppelin IV"),
    ("The Beach Boys", "Pet Sounds (Mono & Stereo)", "The Beach Boys", "Pet Sounds"),
    ("Fleetwood Mac", "Rumours [Expanded]", "Fleetwood Mac", "Rumours"),
    ("Taylor Swift", "Red (Deluxe Version)", "Taylor Swift", "Red"),
    // Spelling: case, punctuation, accents, signs.
    ("radiohead", "KID A", "Radiohead", "Kid A"),
    ("Oasis", "(What's the Story) Morning Glory?", "Oasis", "What’s the Story Morning Glory"),
    ("Metallica", "…And Justice for All", "Metallica", "And Justice For All"),
    ("Björk", "Debut", "Bjork", "Debut"),
    ("Sigur Ros", "Agaetis byrjun", "Sigur Rós", "Ágætis byrjun"),
    ("Motörhead", "Ace of Spades", "Motorhead", "Ace Of Spades"),
    ("Tool", "Aenima", "TOOL", "Ænima"),
    ("Beyonce\u{301}", "Lemonade", "Beyoncé", "Lemonade"),
    ("Simon & Garfunkel", "Bookends", "Simon and Garfunkel", "Bookends"),
    ("Florence + the Machine", "Lungs", "Florence and the Machine", "Lungs"),
    ("P!nk", "M!ssundaztood", "Pink", "Missundaztood"),
    ("A$AP Rocky", "Testing", "ASAP Rocky", "TESTING"),
    ("Ke$ha", "Animal", "Kesha", "Animal"),
    ("AC/DC", "Back in Black", "ACDC", "Back In Black"),
    ("AC/DC", "Powerage", "AC⚡DC", "Powerage"),
    ("R.E.M.", "Automatic for the People", "REM", "Automatic For The People"),
    ("N.W.A", "Straight Outta Compton", "NWA", "Straight Outta Compton"),
    ("Jay-Z", "The Blueprint", "JAY‐Z", "The Blueprint"),
    ("Marvin Gaye", "What's Going On", "Marvin Gaye", "Whats Goin' On"),
    ("Funkadelic", "Magot Brain", "Funkadelic", "Maggot Brain"),
    (
      "The Beatles", "Sgt. Peppers Lonely Heart Club Band", "The Beatles",
      "Sgt. Pepper’s Lonely Hearts Club Band"
    ),
    // "The".
    ("Beatles", "Help!", "The Beatles", "Help!"),
    ("The The", "Soul Mining", "The The", "Soul Mining"),
    ("Pink Floyd", "Dark Side of the Moon", "Pink Floyd", "The Dark Side of the Moon"),
    ("Pink Floyd", "Wall", "Pink Floyd", "The Wall"),
    // Joined artists: in part, in another order, with guests.
    ("Nick Cave", "Tender Prey", "Nick Cave & the Bad Seeds", "Tender Prey"),
    ("Neil Young", "Zuma", "Neil Young & Crazy Horse", "Zuma"),
    ("Bob Marley", "Exodus", "Bob Marley & The Wailers", "Exodus"),
    ("Prince", "Purple Rain", "Prince and the Revolution", "Purple Rain"),
    ("Kanye West & Jay-Z", "Watch the Throne", "JAY‐Z & Kanye West", "Watch the Throne"),
    (
      "David Byrne, Brian Eno", "My Life in the Bush of Ghosts", "Brian Eno – David Byrne",
      "My Life in the Bush of Ghosts"
    ),
    (
      "Stan Getz & João Gilberto", "Getz/Gilberto",
      "Stan Getz & João Gilberto feat. Antônio Carlos Jobim", "Getz / Gilberto"
    ),
    ("Dave Brubeck", "Time Out", "The Dave Brubeck Quartet", "Time Out"),
    ("Jimi Hendrix", "Are You Experienced", "The Jimi Hendrix Experience", "Are You Experienced"),
    ("Emerson Lake and Palmer", "Tarkus", "Emerson, Lake & Palmer", "Tarkus"),
    ("Earth Wind and Fire", "I Am", "Earth, Wind & Fire", "I Am"),
    // Titles that equal the artist's name, nicknames, and other ways to write a number.
    ("Portishead", "Portishead", "Portishead", "Portishead"),
    (
      "The Velvet Underground & Nico", "The Velvet Underground & Nico",
      "The Velvet Underground and Nico", "The Velvet Underground & Nico"
    ),
    ("The Beatles", "The Beatles (The White Album)", "The Beatles", "The Beatles"),
    ("Weezer", "Weezer (Blue Album)", "Weezer", "Weezer"),
    ("Metallica", "Metallica [The Black Album]", "Metallica", "Metallica"),
    ("Led Zeppelin", "Led Zeppelin 2", "Led Zeppelin", "Led Zeppelin II"),
    (
      "Traveling Wilburys", "Traveling Wilburys, Vol. 1", "Traveling Wilburys",
      "Traveling Wilburys, Volume One"
    ),
    ("Gorillaz", "Song Machine Pt. 1", "Gorillaz", "Song Machine, Part One"),
    // Soundtracks.
    (
      "Prince", "Purple Rain (Music from the Motion Picture)", "Prince and the Revolution",
      "Purple Rain"
    ),
    ("Vangelis", "Blade Runner (Original Motion Picture Soundtrack)", "Vangelis", "Blade Runner"),
    ("Various Artists", "Trainspotting", "Various Artists", "Trainspotting: Original Soundtrack"),
    // Names without letters, and names with letters that are not Latin.
    ("!!!", "Louden Up Now", "!!!", "Louden Up Now"),
    ("Sigur Rós", "( )", "Sigur Rós", "()"),
    ("Ed Sheeran", "÷", "Ed Sheeran", "÷ (Deluxe)"),
    ("宇多田ヒカル", "First Love", "宇多田ヒカル", "First Love"),
    ("椎名林檎", "無罪モラトリアム", "椎名林檎", "無罪モラトリアム"),
    ("Кино", "Группа крови", "КИНО", "Группа Крови"),
    ("Μάνος Χατζιδάκις", "Ο Μεγάλος Ερωτικός", "Μάνος Χατζιδάκις", "Ο μεγάλος ερωτικός"),
    // One name in several encodings and spellings.
    ("Кино", "Последний герой", "Кино", "Последнии\u{306} герои\u{306}"),
    ("ガンズ", "ドドド", "ｶﾞﾝｽﾞ", "ト\u{3099}ト\u{3099}ト\u{3099}"),
    ("ΔΡΟΜΟΣ", "ΔΡΟΜΟΣ", "Δρόμος", "Δρόμος"), ("Ｐ！ｎｋ", "Ｆｕｎｈｏｕｓｅ", "Pink", "Funhouse"),
    ("℃-ute", "Shines", "°C‐ute", "Shines"), ("Steven Wilson", "4½", "Steven Wilson", "4 1/2"),
  ]

  @Test(arguments: same)
  func `these are one album`(pair: Pair) {
    #expect(Self.bothWays(pair) >= TitleComparison.threshold)
  }

  static let different: [Pair] = [
    // Numbers.
    ("Led Zeppelin", "Led Zeppelin II", "Led Zeppelin", "Led Zeppelin III"),
    ("Led Zeppelin", "Led Zeppelin", "Led Zeppelin", "Led Zeppelin II"),
    ("Chicago", "Chicago V", "Chicago", "Chicago VI"),
    ("Guns N' Roses", "Use Your Illusion I", "Guns N' Roses", "Use Your Illusion II"),
    (
      "Traveling Wilburys", "Traveling Wilburys Vol. 1", "Traveling Wilburys",
      "Traveling Wilburys Vol. 3"
    ),
    ("Bob Dylan", "Greatest Hits", "Bob Dylan", "Greatest Hits, Vol. 2"),
    ("Adele", "19", "Adele", "21"),
    ("Queen", "Greatest Hits", "Queen", "Greatest Hits II"),
    ("New Order", "Substance", "New Order", "Substance 1987"),
    ("Gorillaz", "Song Machine, Part One", "Gorillaz", "Song Machine, Part Two"),
    ("Radiohead", "Kid A", "Radiohead", "Kid B"),
    ("Radiohead", "Kid A", "Radiohead", "KID A MNESIA"),
    // Live versions, versions with fewer instruments, and new recordings.
    ("Nirvana", "Nevermind", "Nirvana", "Nevermind (Live)"),
    ("Nirvana", "Nevermind", "Nirvana", "Nevermind (Live at the Paramount)"),
    ("Pink Floyd", "The Wall", "Pink Floyd", "The Wall Live"),
    ("Johnny Cash", "The Man Comes Around", "Johnny Cash", "The Man Comes Around (Demos)"),
    ("The Beatles", "Let It Be", "The Beatles", "Let It Be… Naked"),
    ("Taylor Swift", "Red", "Taylor Swift", "Red (Taylor's Version)"),
    ("Taylor Swift", "Fearless", "Taylor Swift", "Fearless (Taylor's Version)"),
    ("Taylor Swift", "1989", "Taylor Swift", "1989 (Taylor's Version)"),
    ("Massive Attack", "Mezzanine", "Massive Attack", "Mezzanine (Remixes)"),
    (
      "Alanis Morissette", "Jagged Little Pill", "Alanis Morissette",
      "Jagged Little Pill Acoustic"
    ),
    // Other artists.
    ("The Beatles", "Let It Be", "The Replacements", "Let It Be"),
    ("Queen", "Greatest Hits", "ABBA", "Greatest Hits"),
    ("Weezer", "Weezer", "Wheezer Tribute", "Weezer"),
    ("Simon", "Bookends", "Simon & Garfunkel", "Bookends"), ("C#", "One", "C++", "One"),
    ("The The", "Infected", "The", "Infected"),
    ("Pink Floyd", "The Dark Side of the Moon", "The Flaming Lips", "The Dark Side of the Moon"),
    ("Pink Floyd", "The Wall", "Pink Floyd Tribute Band", "The Wall"),
    ("Various Artists", "Help", "The Beatles", "Help!"),
    ("Suede", "Suede", "Sade", "Sade"),
    // Other albums.
    ("Nick Drake", "Five Leaves Left", "Nick Drake", "Bryter Layter"),
    ("Sade", "The Best of Sade", "Sade", "The Very Best of Sade"),
    ("Weezer", "Weezer (Blue Album)", "Weezer", "Weezer (Green Album)"),
    ("Weezer", "Weezer (Blue Album)", "Weezer", "Pinkerton"),
    ("Portishead", "Portishead", "Portishead", "Dummy"),
    ("David Bowie", "Low", "David Bowie", "\"Heroes\""),
    ("Pearl Jam", "Ten", "Pearl Jam", "Vs."),
    ("The Eagles", "Desperado", "The Eagles", "Eagles"),
    ("Can", "Tago Mago", "Can", "Ege Bamyasi"),
    ("Ed Sheeran", "+", "Ed Sheeran", "÷"),
    ("Sigur Rós", "( )", "Sigur Rós", "Takk..."),
    ("椎名林檎", "無罪モラトリアム", "椎名林檎", "勝訴ストリップ"),
    ("Кино", "Группа крови", "Кино", "Звезда по имени Солнце"),
    ("", "OK Computer", "Radiohead", "OK Computer"),
    ("Radiohead", "", "Radiohead", "OK Computer"),
  ]

  @Test(arguments: different)
  func `these are not`(pair: Pair) {
    #expect(Self.bothWays(pair) < TitleComparison.threshold)
  }

  // Weezer's blue and green albums are both named "Weezer": only a year or a picture distinguishes
  // them.
  @Test func `equal names have likeness 1, and the order of comparison does not matter`() {
    for pair in Self.same + Self.different {
      let likeness = TitleComparison.likeness(
        artist: pair.artist, title: pair.title, toArtist: pair.otherArtist,
        title: pair.otherTitle)
      let inverse = TitleComparison.likeness(
        artist: pair.otherArtist, title: pair.otherTitle, toArtist: pair.artist,
        title: pair.title)
      #expect(likeness == inverse && (0...1).contains(likeness), "\(pair)")
      let own = TitleComparison.likeness(
        artist: pair.artist, title: pair.title, toArtist: pair.artist, title: pair.title)
      #expect(own == 1, "\(pair)")
    }
  }

  /// The likeness of a pair. The order of the two names does not change it, as the symmetry test
  /// shows.
  private static func bothWays(_ pair: Pair) -> Double {
    TitleComparison.likeness(
      artist: pair.artist, title: pair.title, toArtist: pair.otherArtist, title: pair.otherTitle)
  }
}
