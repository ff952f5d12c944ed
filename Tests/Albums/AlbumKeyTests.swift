// The cache key: what counts as the same album, and what never does.

import Albums
import Testing

@Suite struct AlbumKeyTests {
  @Test(arguments: [
    ("Radiohead", "OK Computer", "radiohead / ok computer"),
    ("The Beatles", "Revolver (2022 Deluxe Edition)", "beatles / revolver"),
    ("Beatles", "REVOLVER [Remastered]", "beatles / revolver"),
    ("Miles Davis", "Kind of Blue (50th Anniversary Legacy Edition)", "miles davis / kind of blue"),
    ("The The", "Soul Mining", "the / soul mining"),
    ("AC/DC", "Back in Black", "ac dc / back in black"),
    ("!!!", "Louden Up Now", "!!! / louden up now"),
    ("Sigur Rós", "( )", "sigur ros / ()"),
    ("Sigur Rós", "( ) (20th Anniversary Edition)", "sigur ros / ()"),
    ("Ed Sheeran", "÷ (Deluxe)", "ed sheeran / ÷"),
    ("Ed Sheeran", "= [Deluxe Edition]", "ed sheeran / ="),
    ("Nobody", "(Deluxe)", "nobody / deluxe"),
    ("宇多田ヒカル", "First Love", "宇多田ヒカル / first love"),
    ("Simon & Garfunkel", "Bookends", "simon and garfunkel / bookends"),
    ("Oasis", "(What's the Story) Morning Glory?", "oasis / whats the story morning glory"),
    ("Led Zeppelin", "Led Zeppelin IV - Remaster", "led zeppelin / led zeppelin iv"),
    ("Prince", "1999: Super Deluxe Edition", "prince / 1999"),
    ("Björk", "Debut", "bjork / debut"),
    ("MØ", "No Mythologies to Follow", "mo / no mythologies to follow"),
  ])
  func `editions and spelling do not count`(artist: String, title: String, key: String) {
    #expect(AlbumKey(artist: artist, title: title).text == key)
  }

  @Test(arguments: [
    ("Led Zeppelin", "Led Zeppelin II", "Led Zeppelin III"),
    ("Nick Drake", "Five Leaves Left", "Bryter Layter"),
    ("Bob Dylan", "Greatest Hits", "Greatest Hits, Vol. 2"),
    ("Nirvana", "Nevermind", "Nevermind (Live at the Paramount)"),
    ("Taylor Swift", "Red", "Red (Taylor's Version)"),
    ("Portishead", "Portishead", "Dummy"),
    ("New Order", "Substance", "Substance 1987"),
    ("Ed Sheeran", "+ (Deluxe)", "÷ (Deluxe)"),
  ])
  func `different albums never share a key`(artist: String, one: String, other: String) {
    #expect(AlbumKey(artist: artist, title: one) != AlbumKey(artist: artist, title: other))
  }
}
