// The script for lighttpd's mod_magnet. `albumscan serve` and the files of docs/servers have the
// same rules.

import Host
import Support
import Testing

@testable import Serving

@Suite struct ReaderRulesTests {
  @Test func `albumscan serve and docs/servers/lighttpd.lua have the same rules`() throws {
    let file = try Files.read("\(Checkout.root)/docs/servers/lighttpd.lua")
    #expect(ReaderRules.installed.text == String(decoding: file, as: UTF8.self))
  }

  @Test func `a folder with quotes stays one string of Lua`() {
    let text = ReaderRules(sessions: #"/a"b\c"#, isHTTPS: false).text
    #expect(text.contains(#"local sessions = "/a\"b\\c""# + "\n"))
  }

  /// The lists of public files are exact and equal, so a new public file must be added to each.
  @Test(arguments: ["apache.conf", "nginx.conf"])
  func `all servers have the same list of public files`(name: String) throws {
    let text = String(
      decoding: try Files.read("\(Checkout.root)/docs/servers/\(name)"), as: UTF8.self)
    let lua = ReaderRules(sessions: "", isHTTPS: true).text
    let match = try #require(text.firstMatch(of: #/\^\/\((\(sign-in.*)\)\$/#))
    let parts = match.output.1.replacing(#/\([^)]*\)\?/#, with: "")
      .replacing("(sign-in|offline)/", with: "sign-in/|offline/").split(separator: "|")
    #expect(parts.count == 11)
    for part in parts where !part.contains("[") {
      let path = "/" + part.replacing("\\", with: "")
      #expect(lua.contains("[\"\(path)\"] = true"), "\(path)")
    }
  }
}
