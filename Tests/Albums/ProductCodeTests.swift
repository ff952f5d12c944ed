// Product codes of all kinds with right and wrong check digits. Source: GS1 General Specifications.

import Testing

@testable import Albums

@Suite struct ProductCodeTests {
  static let valid: [(kind: ProductCode.Kind, text: String, digits: String)] = [
    (.ean13, "5099749534728", "5099749534728"), (.ean13, "9780441172719", "9780441172719"),
    (.upcA, "036000291452", "0036000291452"), (.ean8, "96385074", "0000096385074"),
    (.upcE, "01234505", "0012000003455"), (.upcE, "01234514", "0012100003454"),
    (.upcE, "01234523", "0012200003453"), (.upcE, "01234531", "0012300000451"),
    (.upcE, "01234543", "0012340000053"), (.upcE, "01234558", "0012345000058"),
    (.upcE, "01234565", "0012345000065"), (.upcE, "11234562", "0112345000062"),
  ]

  @Test(arguments: valid)
  func `a code is read as 13 digits`(kind: ProductCode.Kind, text: String, digits: String) {
    #expect(ProductCode(kind, text)?.digits == digits)
  }

  @Test(arguments: valid)
  func `each changed digit is noticed`(kind: ProductCode.Kind, text: String, digits: String) {
    for index in text.indices {
      for digit in "0123456789" where digit != text[index] {
        var changed = text
        changed.replaceSubrange(index...index, with: String(digit))
        // The digits of UPC-E change their places with the last one, so another number may be right.
        guard kind != .upcE || index == text.index(before: text.endIndex) else { continue }
        #expect(ProductCode(kind, changed) == nil, "\(changed)")
      }
    }
  }

  @Test(arguments: [
    (ProductCode.Kind.ean13, ""), (.ean13, "036000291452"), (.upcA, "5099749534728"),
    (.ean8, "9638507"), (.upcE, "21234566"), (.ean13, "509974953472X"), (.ean13, "٥٠٩٩٧٤٩٥٣٤٧٢٨"),
  ])
  func `a text of another form is refused`(kind: ProductCode.Kind, text: String) {
    #expect(ProductCode(kind, text) == nil)
  }

  @Test(arguments: [
    ("0212345678901", true), ("0412345678905", true), ("2012345678900", true),
    ("2912345678901", true), ("5099749534728", false), ("0036000291452", false),
    ("3012345678909", false), ("0000002345673", true), ("0000096385074", false),
  ])
  func `a number of a shop is told apart`(text: String, isShopNumber: Bool) throws {
    let twelve = text.prefix(12)
    let code = try #require(
      (0...9).lazy.compactMap { ProductCode(.ean13, "\(twelve)\($0)") }.first)
    #expect(code.isShopNumber == isShopNumber)
  }
}
