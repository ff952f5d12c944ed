// What may not leave the machine: addresses, telephone numbers and prices that were read on a sleeve.

import Testing

@testable import Sleeves

@Suite struct PrivateTextTests {
  /// Lines in small lettering, and what is left of them.
  static let small: [(line: String, left: String?)] = [
    // Addresses of the network.
    ("www.example.com", nil), ("WWW.EXAMPLE.ORG/shop", nil), ("http://example.net", nil),
    ("Visit https://a.example/x now", "Visit now"), ("shop@example.de", nil),
    ("example.co.uk", nil), ("example.com/records", nil), ("Records.de Berlin", "Berlin"),
    ("Dr. Hook", "Dr. Hook"), ("M.I.A.", "M.I.A."), ("R.E.M. Murmur", "R.E.M. Murmur"),
    ("St. Germain", "St. Germain"),
    // Street addresses: the line is removed.
    ("12 Main Street", nil), ("Hauptstr. 5, 10115 Berlin", nil), ("Lindenweg 7", nil),
    ("23 rue de la Paix", nil), ("P.O. Box 99, London", nil), ("Postfach 12 34", nil),
    ("221b Baker St.", nil), ("Via Roma 3", nil), ("Electric Avenue", "Electric Avenue"),
    ("Abbey Road", "Abbey Road"),
    // Telephone numbers.
    ("Tel. 030 1234567", "Tel."), ("+49 30 123456", nil), ("(0171) 555 1234", nil),
    ("020-7946-0018", nil), ("Fax: 555 12", "Fax:"), ("call 555", "call"),
    ("07911123456", nil), ("+49 123", nil), ("555-1234", nil), ("0 12345 67890 5", nil),
    ("5 099902 894225", nil),
    // Prices.
    ("£4.99", nil), ("$ 3.98", nil), ("12,99 €", nil), ("DM 22", nil), ("22,- DM", nil),
    ("99p", nil), ("¥2,500", nil), ("2500円", nil), ("NOW ONLY 3.99", "NOW ONLY"),
    ("EUR 15 used", "used"),
    // Numbers that are not private.
    ("1999", "1999"), ("LRP 3077", "LRP 3077"), ("33 1/3", "33 1/3"), ("Blink 182", "Blink 182"),
    ("2304209 MONO", "2304209 MONO"), ("6:29", "6:29"), ("Kid A", "Kid A"),
  ]

  @Test(arguments: small)
  func `private words are removed from a line`(line: String, left: String?) throws {
    let line = try #require(SleeveLine(line, confidence: 1, height: 0.02, x: 0, y: 0))
    #expect(PrivateText.removed(from: line)?.text == left)
  }

  @Test(arguments: ["461 Ocean Boulevard", "77 Sunset Street", "52nd Street"])
  func `a street in large lettering is a title`(title: String) throws {
    let line = try #require(SleeveLine(title, confidence: 1, height: 0.08, x: 0, y: 0))
    #expect(PrivateText.removed(from: line) == line)
  }

  @Test func `prices and telephone numbers are removed from large lettering, too`() throws {
    for text in ["£4.99", "030 1234567", "www.example.com"] {
      let line = try #require(SleeveLine(text, confidence: 1, height: 0.3, x: 0, y: 0))
      #expect(SleeveReading(lines: [line]).lines.isEmpty, "\(text)")
    }
  }
}
