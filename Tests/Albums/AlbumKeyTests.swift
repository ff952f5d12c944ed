// The cache key of an album: names of the same album have one key, and names of different albums
// have different keys.

import Albums
import Testing

@Suite struct AlbumKeyTests {
  /// Real titles, and the common key of all their editions.
  static let editions: [(artist: String, title: String, key: String)] = [
    ("Radiohead", "OK Computer", "radiohead / ok computer"),
    ("Radiohead", "OK Computer (Collector's Edition)", "radiohead / ok computer"),
    ("Radiohead", "OK Computer [Collectors Edition]", "radiohead / ok computer"),
    ("The Beatles", "Revolver (2022 Deluxe Edition)", "beatles / revolver"),
    ("The Beatles", "Revolver (Super Deluxe)", "beatles / revolver"),
    ("The Beatles", "Revolver (2022 Mix)", "beatles / revolver"),
    ("The Beatles", "Revolver (Mono)", "beatles / revolver"),
    ("The Beatles", "Revolver (Remastered 2009)", "beatles / revolver"),
    ("The Beatles", "Revolver - Remastered 2009", "beatles / revolver"),
    ("Beatles", "REVOLVER [Remastered]", "beatles / revolver"),
    ("The Beach Boys", "Pet Sounds (Mono & Stereo)", "beach boys / pet sounds"),
    ("The Beach Boys", "Pet Sounds (50th Anniversary Edition)", "beach boys / pet sounds"),
    ("Miles Davis", "Kind of Blue (50th Anniversary Legacy Edition)", "miles davis / kind of blue"),
    ("Miles Davis", "Kind of Blue (Legacy Edition)", "miles davis / kind of blue"),
    ("Miles Davis", "Kind of Blue (Mono Version)", "miles davis / kind of blue"),
    ("Nirvana", "Nevermind (30th Anniversary Super Deluxe)", "nirvana / nevermind"),
    ("Nirvana", "Nevermind 30th Anniversary Edition", "nirvana / nevermind"),
    ("Nirvana", "Nevermind (Remastered)", "nirvana / nevermind"),
    ("Michael Jackson", "Thriller", "michael jackson / thriller"),
    ("Michael Jackson", "Thriller (40 Years Anniversary Edition)", "michael jackson / thriller"),
    ("Fleetwood Mac", "Rumours (Deluxe Edition)", "fleetwood mac / rumours"),
    ("Fleetwood Mac", "Rumours Deluxe Edition", "fleetwood mac / rumours"),
    ("Fleetwood Mac", "Rumours [Expanded]", "fleetwood mac / rumours"),
    ("Fleetwood Mac", "Rumours (2004 Reissue)", "fleetwood mac / rumours"),
    ("Fleetwood Mac", "Rumours (2CD Expanded Edition)", "fleetwood mac / rumours"),
    ("Joy Division", "Unknown Pleasures (Collector’s Edition)", "joy division / unknown pleasures"),
    ("The Cure", "Disintegration (Deluxe Edition) [Remastered]", "cure / disintegration"),
    ("The Cure", "Disintegration (Remastered) (Deluxe Edition)", "cure / disintegration"),
    ("Pixies", "Doolittle (UK Version)", "pixies / doolittle"),
    ("The Rolling Stones", "Out of Our Heads (US Version)", "rolling stones / out of our heads"),
    ("Daft Punk", "Discovery (Bonus Track Edition)", "daft punk / discovery"),
    ("Arctic Monkeys", "AM (With Bonus Tracks)", "arctic monkeys / am"),
    ("Beyoncé", "Lemonade (Explicit)", "beyonce / lemonade"),
    ("Beyonce\u{301}", "Lemonade", "beyonce / lemonade"),
    ("Kate Bush", "Hounds of Love (2018 Remaster)", "kate bush / hounds of love"),
    ("Kate Bush", "Hounds of Love – Remaster", "kate bush / hounds of love"),
    ("Can", "Tago Mago [40th Anniversary Edition]", "can / tago mago"),
    ("Can", "Tago Mago (Limited Edition, Digitally Remastered)", "can / tago mago"),
    ("Metallica", "Ride the Lightning (Remastered Deluxe)", "metallica / ride the lightning"),
    ("Metallica", "…And Justice for All", "metallica / and justice for all"),
    ("Metallica", "...And Justice For All (Remastered)", "metallica / and justice for all"),
    ("Pink Floyd", "The Dark Side of the Moon", "pink floyd / dark side of the moon"),
    ("Pink Floyd", "Dark Side Of The Moon (2011 Remaster)", "pink floyd / dark side of the moon"),
    ("Pink Floyd", "The Wall: Remastered", "pink floyd / wall"),
    ("Prince", "1999: Super Deluxe Edition", "prince / 1999"),
    ("Prince", "1999 (Remastered)", "prince / 1999"),
    ("Prince", "1999 Remastered", "prince / 1999"),
    ("Van Halen", "1984 (Remastered)", "van halen / 1984"),
    ("The The", "Soul Mining", "the the / soul mining"),
    ("AC/DC", "Back in Black", "ac dc / back in black"),
    ("!!!", "Louden Up Now", "!!! / louden up now"),
    ("Sigur Rós", "( )", "sigur ros / ()"),
    ("Sigur Rós", "( ) (20th Anniversary Edition)", "sigur ros / ()"),
    (
      "Sigur Rós", "Ágætis byrjun – A Good Beginning", "sigur ros / agaetis byrjun a good beginning"
    ),
    ("Ed Sheeran", "÷ (Deluxe)", "ed sheeran / ÷"),
    ("Ed Sheeran", "= [Deluxe Edition]", "ed sheeran / ="),
    ("David Bowie", "★", "david bowie / ★"),
    ("David Bowie", "“Heroes”", "david bowie / heroes"),
    ("David Bowie", "\"Heroes\" (2017 Remaster)", "david bowie / heroes"),
    ("Nobody", "(Deluxe)", "nobody / deluxe"),
    ("Nobody", "Stereo", "nobody / stereo"),
    ("Nobody", "Deluxe Edition", "nobody / deluxe edition"),
    ("宇多田ヒカル", "First Love", "宇多田ヒカル / first love"),
    ("宇多田ヒカル", "First Love (15th Anniversary Deluxe Edition)", "宇多田ヒカル / first love"),
    ("椎名林檎", "無罪モラトリアム", "椎名林檎 / 無罪モラトリアム"),
    ("Кино", "Группа крови (Remastered)", "кино / группа крови"),
    ("Μάνος Χατζιδάκις", "Ο Μεγάλος Ερωτικός", "μανοσ χατζιδακισ / ο μεγαλοσ ερωτικοσ"),
    ("Simon & Garfunkel", "Bookends", "simon and garfunkel / bookends"),
    ("Simon and Garfunkel", "Bookends (Bonus Tracks)", "simon and garfunkel / bookends"),
    (
      "Simon & Garfunkel", "Parsley, Sage, Rosemary & Thyme",
      "simon and garfunkel / parsley sage rosemary and thyme"
    ),
    (
      "Simon & Garfunkel", "Parsley, Sage, Rosemary and Thyme",
      "simon and garfunkel / parsley sage rosemary and thyme"
    ),
    ("Oasis", "(What's the Story) Morning Glory?", "oasis / whats the story morning glory"),
    ("Oasis", "(What’s the Story) Morning Glory?", "oasis / whats the story morning glory"),
    ("Led Zeppelin", "Led Zeppelin IV - Remaster", "led zeppelin / led zeppelin iv"),
    ("Led Zeppelin", "Led Zeppelin IV (Deluxe Edition)", "led zeppelin / led zeppelin iv"),
    ("Guns N' Roses", "Use Your Illusion II (Super Deluxe)", "guns n roses / use your illusion ii"),
    ("Björk", "Debut", "bjork / debut"),
    ("Motörhead", "Ace of Spades (40th Anniversary Edition)", "motorhead / ace of spades"),
    ("MØ", "No Mythologies to Follow", "mo / no mythologies to follow"),
    ("Hüsker Dü", "Zen Arcade", "husker du / zen arcade"),
    ("Tool", "Ænima", "tool / aenima"),
    (
      "Traveling Wilburys", "Traveling Wilburys Volume One",
      "traveling wilburys / traveling wilburys volume 1"
    ),
    (
      "Traveling Wilburys", "Traveling Wilburys, Vol 01 (Remastered)",
      "traveling wilburys / traveling wilburys volume 1"
    ),
    ("Bob Dylan", "Greatest Hits, Vol. 2", "bob dylan / greatest hits volume 2"),
    ("Bob Dylan", "Greatest Hits Volume II", "bob dylan / greatest hits volume 2"),
    ("Gorillaz", "Song Machine Pt. 1", "gorillaz / song machine part 1"),
    ("Gorillaz", "Song Machine, Part One (Deluxe)", "gorillaz / song machine part 1"),
    ("Prince", "Purple Rain", "prince / purple rain"),
    ("Prince", "Purple Rain (Music from the Motion Picture)", "prince / purple rain"),
    ("Prince", "Purple Rain (Original Motion Picture Soundtrack)", "prince / purple rain"),
    ("Vangelis", "Blade Runner (Original Motion Picture Soundtrack)", "vangelis / blade runner"),
    ("Vangelis", "Blade Runner [OST]", "vangelis / blade runner"),
    ("Various Artists", "Trainspotting: Original Soundtrack", "various artists / trainspotting"),
    (
      "Various Artists", "Pulp Fiction: Music From the Motion Picture",
      "various artists / pulp fiction"
    ),
    ("The Who", "Live at Leeds (Deluxe Edition)", "who / live at leeds"),
    ("The Who", "Live at Leeds [25th Anniversary Edition]", "who / live at leeds"),
    ("Garbage", "Version 2.0 (20th Anniversary Edition)", "garbage / version 2 0"),
    ("The Magnetic Fields", "69 Love Songs", "magnetic fields / 69 love songs"),
    ("Blur", "13 (Special Edition)", "blur / 13"),
    ("Adele", "21 (Deluxe Edition)", "adele / 21"),
    ("Adele", "21 (Bonus Track Version)", "adele / 21"),
    ("Portishead", "Third (International Version)", "portishead / third"),
    ("Moby", "Play (The B Sides)", "moby / play the b sides"),
    ("Talking Heads", "Remain in Light (Deluxe Version)", "talking heads / remain in light"),
    ("The Beach Boys", "Pet Sounds (Original Mono & Stereo)", "beach boys / pet sounds"),
    (
      "Daft Punk", "Random Access Memories (10th Anniversary Edition)",
      "daft punk / random access memories"
    ),
    (
      "Oasis", "(What`s The Story) Morning Glory [Remastered]",
      "oasis / whats the story morning glory"
    ),
    (
      "Prince", "Purple Rain: Music from the Motion Picture (Deluxe)", "prince / purple rain"
    ),
    (
      "Traveling Wilburys", "Traveling Wilburys, Vol. 1",
      "traveling wilburys / traveling wilburys volume 1"
    ),
  ]

  @Test func `editions and spelling do not count`() {
    #expect(Self.editions.count >= 100)
    for (artist, title, key) in Self.editions {
      #expect(AlbumKey(artist: artist, title: title).text == key, "\(title)")
    }
  }
  /// Different albums of one artist with similar names.
  static let different: [(artist: String, one: String, other: String)] = [
    ("Led Zeppelin", "Led Zeppelin II", "Led Zeppelin III"),
    ("Led Zeppelin", "Led Zeppelin", "Led Zeppelin II"),
    ("Nick Drake", "Five Leaves Left", "Bryter Layter"),
    ("Bob Dylan", "Greatest Hits", "Greatest Hits, Vol. 2"),
    ("Queen", "Greatest Hits", "Greatest Hits II"),
    ("Queen", "Greatest Hits II", "Greatest Hits III"),
    ("Traveling Wilburys", "Traveling Wilburys Vol. 1", "Traveling Wilburys Vol. 3"),
    ("Guns N' Roses", "Use Your Illusion I", "Use Your Illusion II"),
    ("Guns N' Roses", "Use Your Illusion I (Deluxe)", "Use Your Illusion II (Deluxe)"),
    ("Chicago", "Chicago V", "Chicago VI"),
    ("Gorillaz", "Song Machine, Part One", "Song Machine, Part Two"),
    ("Nirvana", "Nevermind", "Nevermind (Live at the Paramount)"),
    ("Nirvana", "Nevermind", "Nevermind (Live)"),
    ("Nirvana", "Nevermind (Deluxe)", "Nevermind (Demos)"),
    ("Pink Floyd", "The Wall", "The Wall Live"),
    ("Pink Floyd", "The Wall", "The Wall (Demos)"),
    ("Taylor Swift", "Red", "Red (Taylor's Version)"),
    ("Taylor Swift", "1989 (Deluxe)", "1989 (Taylor's Version) [Deluxe]"),
    ("Massive Attack", "Mezzanine", "Mezzanine (The Mad Professor Remixes)"),
    ("Massive Attack", "Mezzanine", "Mezzanine (Remixes)"),
    ("Moby", "Play", "Play: The B Sides"),
    ("The Beatles", "Let It Be", "Let It Be… Naked"),
    ("Alanis Morissette", "Jagged Little Pill", "Jagged Little Pill (Acoustic)"),
    ("Radiohead", "Kid A", "KID A MNESIA"),
    ("Portishead", "Portishead", "Dummy"),
    ("New Order", "Substance", "Substance 1987"),
    ("Ed Sheeran", "+ (Deluxe)", "÷ (Deluxe)"),
    ("Ed Sheeran", "+", "×"),
    ("Justice", "†", "††"),
    ("Sigur Rós", "( )", "Takk..."),
    ("Adele", "19", "21"),
    ("Blur", "13", "Blur"),
    ("The Who", "Live 1969 Remastered", "Live 1970 Remastered"),
    ("Spider-Man", "Spider-Man (Original Motion Picture Score)", "Spider-Man (Soundtrack)"),
    ("Various Artists", "Hair (Original Broadway Cast)", "Hair (Original London Cast)"),
    ("Garbage", "Garbage", "Version 2.0"),
    ("Autechre", "Anvil Vapre", "Garbage"),
    ("Bill Evans", "Sunday: Disc 1", "Sunday: Disc 2"),
    ("Bill Evans", "Sunday (Edition 1)", "Sunday (Edition 2)"),
    ("椎名林檎", "無罪モラトリアム", "勝訴ストリップ"),
    ("Кино", "Группа крови", "Звезда по имени Солнце"),
    ("Weezer", "Weezer (Blue Album)", "Weezer (Green Album)"),
    ("Weezer", "Weezer", "Weezer (Green Album)"),
    ("Sade", "The Best of Sade", "The Ultimate Collection"),
  ]

  @Test func `different albums never share a key`() {
    for (artist, one, other) in Self.different {
      #expect(
        AlbumKey(artist: artist, title: one) != AlbumKey(artist: artist, title: other),
        "\(one), \(other)")
    }
  }

  @Test(arguments: [
    ("The Beatles", "The Replacements", "Let It Be"), ("Queen", "ABBA", "Greatest Hits"),
    ("Pink Floyd", "The Flaming Lips", "The Dark Side of the Moon"), ("Suede", "Sade", "Live"),
    ("!!!", "???", "Live"), ("宇多田ヒカル", "倉木麻衣", "First Love"),
  ])
  func `albums of different artists never share a key`(one: String, other: String, title: String) {
    #expect(AlbumKey(artist: one, title: title) != AlbumKey(artist: other, title: title))
  }

  /// Artist and title, and whether only the year distinguishes the artist's albums of this title.
  static let toldByYear: [(artist: String, title: String, isTold: Bool)] = [
    ("Weezer", "Weezer", true), ("Weezer", "Weezer (Deluxe Edition)", true),
    ("Peter Gabriel", "Peter Gabriel [Remastered]", true), ("The Beatles", "Beatles", true),
    ("Sigur Rós", "Sigur Ros", true), ("!!!", "!!!", true), ("Queen", "Greatest Hits", true),
    ("Sade", "The Best of Sade", true), ("ABBA", "The Very Best Of", true),
    ("Kraftwerk", "Live", true), ("ABBA", "ABBA Gold", true), ("Bob Dylan", "Pure Dylan", false),
    ("Weezer", "Pinkerton", false), ("Weezer", "Weezer (Blue Album)", false),
    ("Queen", "Greatest Hits II", false), ("The Who", "Live at Leeds", false),
    ("Led Zeppelin", "Led Zeppelin IV", false), ("Can", "Tago Mago", false),
  ]

  @Test func `the key of a title that several albums share has the year`() {
    for (artist, title, isTold) in Self.toldByYear {
      let plain = AlbumKey(artist: artist, title: title)
      let dated = AlbumKey(artist: artist, title: title, year: 1994)
      #expect((plain != dated) == isTold, "\(title)")
      #expect(dated.text == plain.text + (isTold ? " / 1994" : ""))
      #expect(Album(artist: artist, title: title).isToldByYear == isTold)
    }
  }

  @Test func `an album's key has its year, and a stored key has priority`() {
    var album = Album(artist: "Weezer", title: "Weezer", year: 1994)
    #expect(album.key.text == "weezer / weezer / 1994")
    album.storedKey = AlbumKey(stored: "weezer / weezer")
    #expect(album.key.text == "weezer / weezer")
  }
}
