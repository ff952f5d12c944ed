// Finds web servers that replace the address of the peer. AlbumScan trusts the header of a proxy only
// if the peer of the socket is in `trusted-proxy`; such a module writes an address from another header
// into REMOTE_ADDR.

import Host

/// The modules in the configuration files of Debian's web servers.
package struct PeerAddressModules {
  /// The folder that contains `etc`; empty for this computer.
  let root: String

  package init(root: String = "") { self.root = root }

  /// The name of each active module, with the file that activates it.
  package var found: [String] {
    [apache, lighttpd, nginx].compactMap(\.self)
  }

  private var apache: String? {
    let file = "\(root)/etc/apache2/mods-enabled/remoteip.load"
    return Files.exists(file) ? "mod_remoteip of Apache (\(file))" : nil
  }

  private var lighttpd: String? {
    first("mod_extforward", in: ["lighttpd/lighttpd.conf"], ["lighttpd/conf-enabled"])
      .map { "mod_extforward of lighttpd (\($0))" }
  }

  private var nginx: String? {
    first("set_real_ip_from", in: ["nginx/nginx.conf"], ["nginx/conf.d", "nginx/sites-enabled"])
      .map { "set_real_ip_from of nginx (\($0))" }
  }

  /// The first file that contains `word` before a comment.
  private func first(_ word: String, in files: [String], _ folders: [String]) -> String? {
    let below = folders.flatMap { folder in
      ((try? Files.entries(of: "\(root)/etc/\(folder)")) ?? []).sorted().map { "\(folder)/\($0)" }
    }
    return (files + below).map { "\(root)/etc/\($0)" }.first { file in
      guard let bytes = try? Files.read(file, limit: 1 << 20) else { return false }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        .contains { $0.prefix { $0 != "#" }.contains(word) }
    }
  }
}
