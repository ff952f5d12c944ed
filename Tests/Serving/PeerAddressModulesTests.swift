// The search for modules that replace the address of the peer.

import Support
import Testing

@testable import Serving

@Suite struct PeerAddressModulesTests {
  static let cases: [(file: String, text: String, found: String?)] = [
    ("apache2/mods-enabled/remoteip.load", "LoadModule …", "mod_remoteip of Apache"),
    ("apache2/mods-available/remoteip.load", "LoadModule …", nil),
    ("lighttpd/lighttpd.conf", "server.modules += ( \"mod_extforward\" )\n", "mod_extforward"),
    ("lighttpd/conf-enabled/11-x.conf", "server.modules += (\"mod_extforward\")", "mod_extforward"),
    ("lighttpd/conf-available/11-x.conf", "server.modules += (\"mod_extforward\")", nil),
    ("lighttpd/lighttpd.conf", "# server.modules += ( \"mod_extforward\" )\n", nil),
    (
      "nginx/nginx.conf", "http {\n  set_real_ip_from 10.0.0.0/8;\n}\n", "set_real_ip_from of nginx"
    ),
    ("nginx/sites-enabled/a", "server { set_real_ip_from 10.0.0.1; }", "nginx/sites-enabled/a"),
    ("nginx/conf.d/a.conf", "\t# set_real_ip_from 10.0.0.0/8;", nil),
  ]

  @Test(arguments: cases)
  func `an active module is found in the files of its server`(
    file: String, text: String, found: String?
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "etc/\(file)")
    let modules = PeerAddressModules(root: folder.path).found
    #expect(modules.count == (found == nil ? 0 : 1), "\(modules)")
    if let found { #expect(modules.first?.contains(found) == true, "\(modules)") }
  }

  @Test func `a computer without these servers has no such module`() throws {
    #expect(PeerAddressModules(root: try TemporaryFolder().path).found.isEmpty)
  }
}
