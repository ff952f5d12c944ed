// Numeric addresses in one spelling.

import Host
import Testing

@Suite struct NumericAddressTests {
  @Test(arguments: [
    ("192.168.1.20", "192.168.1.20", "192.168.1.20"), ("::1", "::1", "[::1]"),
    ("[FD00:0:0::1]", "fd00::1", "[fd00::1]"), ("0.0.0.0", "0.0.0.0", "0.0.0.0"),
  ])
  func `an address has the spelling of browsers`(spelled: String, text: String, inURL: String)
    throws
  {
    let address = try #require(NumericAddress(spelled))
    #expect(address.text == text)
    #expect(address.inURL == inURL)
  }

  @Test(arguments: [
    "", "localhost", "127.1", "[127.0.0.1]", "1.2.3.4.5", "fe80::1%eth0", "[::1", "01.2.3.4",
  ])
  func `a name is no address`(text: String) { #expect(NumericAddress(text) == nil) }

  @Test func `loopback and wildcard addresses are known`() throws {
    for text in ["127.0.0.1", "127.9.9.9", "::1"] {
      #expect(try #require(NumericAddress(text)).isLoopback, "\(text)")
    }
    for text in ["0.0.0.0", "::"] {
      #expect(try #require(NumericAddress(text)).isWildcard, "\(text)")
    }
  }

  @Test func `this computer has a name`() { #expect(!Programs.hostName.isEmpty) }
}
