// The played model's reviews. The facts are printed on the records; the opinions are invented.

extension Awkward {
  /// The review of an album; a general review if none is written below.
  package static func review(of album: KnownAlbum) -> String {
    let review = written(album)
    return JSON.object([
      JSON.Member("summary", .string(review.summary)),
      JSON.Member("bullets", .array(review.bullets.map { .string($0) })),
      JSON.Member("rating", .number("\(review.rating)")),
      JSON.Member("recommendation", .string(review.label)),
      JSON.Member("key_tracks", .array(review.tracks.map { .string($0) })),
    ]).description
  }

  /// The titles of the tracks of an album: those that the review names, then numbered ones.
  static func titles(of album: KnownAlbum, count: Int) -> [String] {
    let named = written(album).tracks
    return (0..<count).map { named.indices.contains($0) ? named[$0] : "Track \($0 + 1)" }
  }

  private static func written(_ album: KnownAlbum) -> Written {
    reviews.first { $0.title == album.title && album.mbid == $0.mbid }
      ?? Written(
        album, 7.4, "Reliable Listen",
        "**\(album.title)** is \(album.artist) doing what \(album.artist) does, without a weak side.",
        [
          "The songs are short and know when to stop.",
          "The playing is better than it needs to be.",
        ],
        ["First track", "Second track", "Last track"])
  }

  /// The review of a book.
  package static func review(of book: KnownBook) -> String {
    let author = book.authors.first ?? ""
    return JSON.object([
      JSON.Member(
        "summary",
        .string("*\(book.title)* by \(author) builds a world and argues with it on every page.")),
      JSON.Member(
        "bullets",
        .array([
          .string("Its readers never stopped quoting it."),
          .string("The argument is carried by people, not by speeches."),
          .string("If you love slow fires, read this book."),
        ])), JSON.Member("rating", .number("8.8")),
      JSON.Member("recommendation", .string("Genre Landmark")),
      JSON.Member(
        "key_tracks",
        .array([.string("The first chapter"), .string("Power"), .string("The long way home")])),
    ]).description
  }

  private struct Written {
    let mbid: String
    let title: String
    let rating: Double
    let label: String
    let summary: String
    let bullets: [String]
    let tracks: [String]

    init(
      _ album: KnownAlbum, _ rating: Double, _ label: String, _ summary: String,
      _ bullets: [String], _ tracks: [String]
    ) {
      mbid = album.mbid
      title = album.title
      self.rating = rating
      self.label = label
      self.summary = summary
      self.bullets = bullets + ["If you love plain playing and strong tunes, begin here."]
      self.tracks = tracks
    }
  }

  private static let reviews: [Written] = [
    Written(
      backInBlack, 9.2, "Essential Classic",
      "The first album with **Brian Johnson**, made months after Bon Scott's death, and not a slow minute on it. It opens with a bell and never lets go.",
      [
        "Robert John \"Mutt\" Lange's production leaves air round every riff.",
        "The title track's riff is the one every guitar shop hears daily.",
      ], ["Hells Bells", "Back in Black", "You Shook Me All Night Long"]),
    Written(
      brackets, 8.8, "Critics' Choice",
      "Eight untitled pieces sung in invented syllables, parted by half a minute of silence. The second half grows darker than anything the band had done.",
      [
        "*Vonlenska* leaves the listener to supply the words.",
        "The last piece builds for twelve minutes and earns every one.",
      ], ["Untitled #1", "Untitled #4", "Untitled #8"]),
    Written(
      loudenUpNow, 7.3, "Scene Favorite",
      "Dance-punk at its most restless: long grooves, short tempers. Half of it is irresistible.",
      [
        "\"Me and Giuliani Down by the School Yard\" is nine minutes without a dull one.",
        "The jokes have aged; the drumming has not.",
      ],
      [
        "Pardon My Freedom", "Hello? Is This Thing On?",
        "Me and Giuliani Down by the School Yard (A True Story)",
      ]),
    Written(
      firstLove, 8.6, "Cultural Monument",
      "A debut written by a teenager that became Japan's best-selling album. Its R&B is light on its feet and never borrowed.",
      [
        "It sold more than seven million copies at home.",
        "The title ballad has outlived every trend round it.",
      ], ["Automatic", "Movin' on without you", "First Love"]),
    Written(
      raisingSand, 8.5, "Crossover Success",
      "Two voices from different worlds meet in old songs, and T Bone Burnett keeps the room dim. Nothing is forced.",
      [
        "It won the Grammy for Album of the Year in 2009.",
        "\"Please Read the Letter\" gains from every year it waited.",
      ],
      ["Rich Woman", "Gone Gone Gone (Done Moved On)", "Please Read the Letter"]),
    Written(
      pulpFiction, 8.4, "Time Capsule",
      "Surf guitars, soul and snatches of dialogue: a film's mood in forty minutes. It brought surf music back to the radio.",
      [
        "Dick Dale's \"Misirlou\" opens it like a slap.",
        "The dialogue works as rhythm, not as filler.",
      ], ["Misirlou", "Son of a Preacher Man", "Girl, You'll Be a Woman Soon"]),
    Written(
      weezer, 8.9, "Genre Landmark",
      "Ten songs of hooks, feedback and shyness, produced by Ric Ocasek. Power pop has lived off it since.",
      [
        "\"Say It Ain't So\" turns a family story into a singalong.",
        "The guitars are loud and the harmonies barbershop.",
      ], ["Buddy Holly", "Undone – The Sweater Song", "Say It Ain't So"]),
    Written(
      philosophy, 6.1, "Influential Curio",
      "Three sisters who had hardly played before, in time with nobody. It is baffling, and then it is not.",
      [
        "Frank Zappa is said to have liked it; Kurt Cobain listed it among his favourites.",
        "The drums and the guitars agree on nothing but sincerity.",
      ], ["Philosophy of the World", "My Pal Foot Foot", "Who Are Parents?"]),
    Written(
      letItBe, 8.1, "Fan Essential",
      "Songs from a band at its end, dressed by Phil Spector. The best of them need no dressing.",
      [
        "\"Across the Universe\" survives its strings.",
        "The rooftop takes are the liveliest thing here.",
      ], ["Two of Us", "Across the Universe", "Get Back"]),
    Written(
      rumours, 9.3, "Essential Classic",
      "Five people writing about one another in the same studio. The tunes are so bright that the hurt comes second.",
      [
        "It won the Grammy for Album of the Year in 1978.",
        "\"The Chain\" is the only song all five signed.",
      ], ["Go Your Own Way", "Dreams", "The Chain"]),
    Written(
      morningGlory, 8.3, "Crowd Favorite",
      "The second album, written for singing along in large fields. It is louder than subtle and does not mind.",
      [
        "\"Champagne Supernova\" gets seven minutes and wants more.",
        "Britain bought it faster than any album for years.",
      ], ["Wonderwall", "Don't Look Back in Anger", "Champagne Supernova"]),
    Written(
      hiHowAreYou, 7.6, "Cult Essential",
      "A cassette of toy organ, tape hiss and songs that mean every word. It asks for patience and repays it.",
      [
        "It was recorded at home in 1983 and handed out by the singer himself.",
        "\"Walking the Cow\" has been covered by many who own better microphones.",
      ], ["Walking the Cow", "I Picture Myself with a Guitar", "Hey Joe"]),
  ]
}
