// ISBNs with right and wrong check digits. Source: ISO 2108.

import Testing

@testable import Albums

@Suite struct ISBNTests {
  static let valid: [(text: String, digits: String)] = [
    ("9780441172719", "9780441172719"), ("978-0-441-17271-9", "9780441172719"),
    ("978 0 441 17271 9", "9780441172719"), ("0-441-17271-7", "9780441172719"),
    ("0441172717", "9780441172719"), ("080442957X", "9780804429573"),
    ("080442957x", "9780804429573"), ("9791034304455", "9791034304455"),
    ("3518368540", "9783518368541"),
  ]

  @Test(arguments: valid)
  func `an ISBN is read as 13 digits`(text: String, digits: String) {
    #expect(ISBN(text)?.digits == digits)
  }

  @Test(arguments: [
    "", "0", "978044117271", "97804411727190", "9780441172718", "0441172718", "0441172710",
    "X441172717", "04411727X7", "9770441172712", "978044117271X", "٩٧٨٠٤٤١١٧٢٧١٩", "0804429570",
    "044117271", "978–0–441–17271–9", "B00A1B2C3D",
  ])
  func `a wrong ISBN is refused`(text: String) {
    #expect(ISBN(text) == nil)
  }

  @Test func `each changed digit is noticed`() {
    for text in ["9780441172719", "0441172717"] {
      for index in text.indices {
        for digit in "0123456789" where digit != text[index] {
          var changed = text
          changed.replaceSubrange(index...index, with: String(digit))
          #expect(ISBN(changed) == nil, "\(changed)")
        }
      }
    }
  }
}
