// The decisions of the host about an installation.

package struct InstallationAnswers: Sendable {
  /// The absolute path of the folder of the installation, such as `/srv/albumscan`.
  package let folder: String
  package let server: WebServer
  package let address: SiteAddress

  /// The folder with `fullchain.pem` and `privkey.pem`; used only with an https address behind a web server.
  package let certificate: String

  /// The port of `albumscan serve` behind Caddy. Several installations need several ports.
  package let innerPort: UInt16

  /// Keys of the control file with the values of the host, in this order. An empty value leaves the key out.
  package let settings: [(key: String, value: String)]

  /// Throws if the folder has no usable name, or if the server cannot have the port of the address.
  package init(
    folder: String, server: WebServer, address: SiteAddress, certificate: String? = nil,
    innerPort: UInt16 = 8017, settings: [(key: String, value: String)] = []
  ) throws(InstallingError) {
    (self.folder, self.server, self.address) = (folder, server, address)
    self.certificate = certificate ?? Self.certificate(of: address)
    self.innerPort = innerPort
    self.settings = settings
    try Self.refuse(folder)
    try server.refusePort(of: address)
    for text in [self.certificate] + settings.map(\.value) {
      guard text.utf8.allSatisfy({ $0 >= UInt8(ascii: " ") && $0 != 0x7F }) else {
        throw InstallingError("an answer is one line without control characters")
      }
    }
  }

  /// The folder of certbot.
  private static func certificate(of address: SiteAddress) -> String {
    "/etc/letsencrypt/live/\(address.host)"
  }

  /// Whether the certificate is in the folder of certbot.
  package var hasStandardCertificate: Bool { certificate == Self.certificate(of: address) }

  /// Throws if the folder has no usable name.
  package static func refuse(_ folder: String) throws(InstallingError) {
    let name = folder.split(separator: "/").last.map(String.init) ?? ""
    let isName =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
    guard isName, folder.hasPrefix("/"), !folder.hasSuffix("/"),
      folder.split(separator: "/").count > 1, folder.utf8.count <= 100, !folder.contains("//"),
      folder.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && !"\"'\\$|&;<>".utf8.contains($0) })
    else {
      throw InstallingError(
        "\(folder) is no folder for an installation. Its name has the letters a to z, digits and hyphens, such as "
          + "/srv/records; its path has at most 100 bytes, and no space or sign with a meaning for a web server"
      )
    }
  }

  /// The last part of the folder. It names units, links and records.
  package var name: String { String(folder.split(separator: "/").last ?? "") }

  /// The name of the web server's file: `albumscan`, or `albumscan-records`.
  package var label: String { name == "albumscan" ? name : "albumscan-\(name)" }

  package var controlFile: String { "\(folder)/etc/albumscan.conf" }
  package var cgiFile: String { "\(folder)/cgi-bin/albumscan" }
}

extension WebServer {
  /// Throws if the server cannot have the port of the address.
  package func refusePort(of address: SiteAddress) throws(InstallingError) {
    if self == .own {
      guard address.port.map({ $0 >= 1024 }) ?? false else {
        throw InstallingError(
          "albumscan serve is no program of root, so its port is 1024 or higher: \(address.text):8017"
        )
      }
    } else if let port = address.port {
      throw InstallingError(
        "\(rawValue) listens at the ports 80 and 443; leave the port \(port) out, or choose the server “own”"
      )
    }
  }
}
