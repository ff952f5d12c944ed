// The rule that says which hosts are in the own network.

import Testing

@testable import Text

@Suite struct OwnNetworkTests {
  /// The hosts of each source that are inside, and those beside them that are not.
  static let hosts: [(source: String, inside: [String], outside: [String])] = [
    (
      "RFC 1122 §3.2.1.3, RFC 4291 §2.5.3: loopback",
      ["127.0.0.1", "127.255.255.254", "[::1]", "::1"], ["126.0.0.1", "128.0.0.1", "[::2]"]
    ),
    (
      "RFC 1918: private addresses",
      ["10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
      ["9.255.255.255", "11.0.0.1", "172.15.255.255", "172.32.0.0", "192.167.0.1", "192.169.0.1"]
    ),
    (
      "RFC 6598: shared addresses, such as those of Tailscale",
      ["100.64.0.0", "100.100.100.100", "100.127.255.255"], ["100.63.255.255", "100.128.0.0"]
    ),
    (
      "RFC 3927, RFC 4291 §2.5.6: link-local",
      ["169.254.1.1", "[fe80::1]", "[FE80::1]", "[febf::1]", "[fe80::1%25eth0]"],
      ["169.253.1.1", "169.255.1.1", "[fe7f::1]", "[fec0::1]"]
    ),
    (
      "RFC 4193: unique local", ["[fc00::1]", "[fd12:3456::1]", "[fdff::1]"],
      ["[fbff::1]", "[fe00::1]", "[2001:db8::1]"]
    ),
    (
      "RFC 4291 §2.5.5.2: IPv4-mapped",
      ["[::ffff:192.168.1.2]", "[::ffff:c0a8:102]", "[::ffff:100.64.0.1]", "[::ffff:127.0.0.1]"],
      ["[::ffff:8.8.8.8]", "[::192.168.1.2]", "[64:ff9b::192.168.1.2]"]
    ),
    (
      "names without a dot", ["localhost", "ollama", "NAS", "llama_cpp", "gpu-box"],
      ["", ".", "134744072", "0x08080808", "a b", "[x]", "a%b"]
    ),
    (
      "RFC 6762 §3 and appendix G",
      [
        "nas.local", "NAS.Local", "nas.local.", "a.b.lan", "box.home", "x.intranet", "x.private",
        "x.corp",
      ], ["nas.local.example", "evillocal.com", "local.com", "x.lan.com"]
    ),
    ("RFC 8375: home networks", ["nas.home.arpa"], ["arpa.example", "x.arpa", "xhome.arpa"]),
    (
      "ICANN 2024.07.29.06: internal",
      ["host.docker.internal", "host.containers.internal", "gpu.internal"],
      ["internal.example", "host.docker.internal.example", "docker.int"]
    ),
    (
      "the FRITZ!Box", ["fritz.box", "nas.fritz.box"],
      ["afritz.box", "fritz.box.example", "example.box"]
    ),
    (
      "what only begins like an address", [],
      [
        "10.evil.com", "127.0.0.1.evil.com", "10.0.0.1.5", "10.1", "010.0.0.1", "127.0.0.0x1",
        "192.168.1.256", "10.a.0.b.0.1", "api.openai.com", "8.8.8.8",
      ]
    ),
  ]

  @Test(arguments: hosts)
  func `a host is inside by its address or its domain`(
    source: String, inside: [String], outside: [String]
  ) {
    for host in inside { #expect(OwnNetwork.contains(host), "\(source): \(host)") }
    for host in outside { #expect(!OwnNetwork.contains(host), "\(source): \(host)") }
  }

  static let further = ["box.example.org", ".tail1234.ts.net", "203.0.113.5", "[2001:db8::5]"]

  @Test(arguments: [
    ("box.example.org", true), ("BOX.example.org.", true), ("a.box.example.org", false),
    ("xbox.example.org", false), ("gpu.tail1234.ts.net", true), ("a.b.tail1234.ts.net", true),
    ("tail1234.ts.net", false), ("gpu.tail9999.ts.net", false), ("203.0.113.5", true),
    ("203.0.113.50", false), ("[2001:db8::5]", true), ("[2001:db8::6]", false), ("nas.local", true),
    ("", false),
  ])
  func `further hosts count by name, by address, and by domain`(host: String, isInside: Bool) {
    #expect(OwnNetwork.contains(host, further: Self.further) == isInside, "\(host)")
  }

  @Test(arguments: [("100.64.0.1", true), ("100.128.0.1", false), ("10.0.0.1", false)])
  func `a shared address may be a stranger's`(text: String, isShared: Bool) throws {
    let address = try #require(IPAddress(text))
    #expect(address.isShared == isShared)
    #expect(address.isPublicIPv4 == (text != "10.0.0.1"))
  }
}
