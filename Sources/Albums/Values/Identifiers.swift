// The ids that appear in addresses: unguessable, lower-case, 26 characters.
// The random bytes are a parameter.

/// An id of 26 characters out of `[0-9a-z]` with 130 random bits.
///
/// The alphabet is Crockford's base 32 in lower case. It has no `i`, `l`, `o` and `u`, so a person
/// can read an id aloud without errors. Source: docs/interface.md "HTTP";
/// <https://www.crockford.com/base32.html>.
package protocol RandomIdentifier: Hashable, Sendable, CustomStringConvertible, Comparable {
  var text: String { get }
  init(unchecked text: String)
}

extension RandomIdentifier {
  package static var length: Int { 26 }

  /// The number of random bytes in an id.
  package static var randomByteCount: Int { 17 }

  /// An id from 17 random bytes; the last six bits are not used.
  package init(randomBytes bytes: [UInt8]) {
    precondition(bytes.count == Self.randomByteCount, "an id takes 17 random bytes")
    var bits: UInt32 = 0
    var held = 0
    var text = ""
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      held += 8
      while held >= 5, text.utf8.count < Self.length {
        held -= 5
        text.unicodeScalars.append(alphabet[Int(bits >> UInt32(held) & 31)])
      }
      bits &= (1 << UInt32(held)) - 1
    }
    self.init(unchecked: text)
  }

  /// The id that `text` spells; nil for any other text.
  package init?(_ text: some StringProtocol) {
    let utf8 = text.utf8
    guard utf8.count == Self.length else { return nil }
    let isValid = utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0) }
    guard isValid else { return nil }
    self.init(unchecked: String(text))
  }

  package var description: String { text }
  package static func < (a: Self, b: Self) -> Bool { a.text < b.text }
}

private let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".unicodeScalars)

/// The id of a scan: one uploaded photo. Its page is `/scan/<id>/`.
package struct ScanID: RandomIdentifier {
  package let text: String
  package init(unchecked text: String) { self.text = text }
}

/// The id of a find: one entry of the history. The address of its page, such as `/album/<id>/`, never
/// changes.
package struct FindID: RandomIdentifier {
  package let text: String
  package init(unchecked text: String) { self.text = text }
}

/// The id of an edit of finds, in the address of its undo.
package struct EditID: RandomIdentifier {
  package let text: String
  package init(unchecked text: String) { self.text = text }
}

/// The id of a file that an owner uploaded for an import, in the address of its page.
package struct UploadID: RandomIdentifier {
  package let text: String
  package init(unchecked text: String) { self.text = text }
}

/// A person who uses this installation. Without people in the database, every client that the
/// access policy admits is the owner. The first person in the database gets the id `owner`, and with
/// it all earlier finds.
package struct PersonID: Hashable, Sendable, CustomStringConvertible {
  package let text: String
  package init(_ text: String) { self.text = text }
  package static let owner = PersonID("owner")

  /// The number of random bytes in an id.
  package static let randomByteCount = ScanID.randomByteCount

  /// The id of any further person, in the form of the other ids.
  package init(randomBytes bytes: [UInt8]) { text = ScanID(randomBytes: bytes).text }
  package var description: String { text }
}
