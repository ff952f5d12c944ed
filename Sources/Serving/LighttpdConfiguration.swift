// The lighttpd configuration for a site and its CGI. It sets the headers, which a static page
// cannot set itself.

import HTTP
package import Host

package struct LighttpdConfiguration {
  let configuration: Configuration
  let address: String
  let port: UInt16

  /// HTTPS, and the certificate page; nil for plain HTTP.
  let https: HTTPSConfiguration?
  let hosts: HostRules

  /// The file of the script for mod_magnet.
  let readerRules: String

  /// The file with the text of `HeaderRules`; nil without `proxy-user-header`.
  let headerRules: String?

  /// Whether lighttpd compresses static text.
  let isCompressed: Bool

  /// `address` is numeric, and the server listens at its `port`. `hostName` is the computer's name.
  /// `readerRules` is the file with the text of `ReaderRules`. `isCompressed` needs mod_deflate.
  package init(
    _ configuration: Configuration, address: String, port: UInt16, https: HTTPSConfiguration?,
    hostName: String, readerRules: String, headerRules: String?, isCompressed: Bool
  ) {
    self.configuration = configuration
    self.address = address
    self.port = port
    self.https = https
    self.readerRules = readerRules
    self.headerRules = headerRules
    self.isCompressed = isCompressed
    let isPlainAtBase =
      configuration.baseURL.hasPrefix("http://") && HostPort(configuration.baseURL)?.port == port
      && NumericAddress(address)?.isLoopback == false
    hosts = HostRules(
      baseURL: configuration.baseURL, isDirect: https != nil || isPlainAtBase, hasTLS: https != nil,
      localName: CertificateNames.localName(hostName))
  }

  /// The text of the configuration. The headers come from docs/limits.md. Modules that come first
  /// see a request first.
  package var text: String {
    """
    # Written by albumscan serve; changes are lost.
    \(listening)
    server.port = \(port)
    server.document-root = "\(configuration.site)"
    server.errorlog = "\(configuration.serverLog)"
    server.upload-dirs = ( "\(configuration.uploads)" )
    server.max-request-size = 65536
    server.feature-flags = ( \(features) )
    server.tag = ""
    server.stat-cache-engine = "disable"
    server.modules = ( \(modules) )
    index-file.names = ( "index.html" )
    mimetype.assign = (
      ".html" => "text/html; charset=utf-8", ".css" => "text/css; charset=utf-8",
      ".js" => "text/javascript; charset=utf-8", ".json" => "application/json",
      ".svg" => "image/svg+xml", ".jpg" => "image/jpeg", ".png" => "image/png",
      ".ico" => "image/x-icon", ".txt" => "text/plain; charset=utf-8",
      ".crt" => "application/x-x509-ca-cert",
      ".atom" => "application/atom+xml", ".webmanifest" => "application/manifest+json" )
    \(https?.text(address: address, baseURL: configuration.baseURL, else: site) ?? site)

    """
  }

  /// With an upgrade to HTTP/2 in clear text (h2c), a client could bypass a proxy that forwards the
  /// upgrade, and could then send the headers that the proxy would remove. Without TLS, HTTP/2 is
  /// off completely.
  private var features: String {
    (["server.h2c"] + (https == nil ? ["server.h2proto"] : []))
      .map { "\"\($0)\" => \"disable\"" }.joined(separator: ", ")
  }

  /// Without mod_deflate, lighttpd sends every file uncompressed.
  private var modules: String {
    let names =
      [
        "mod_setenv", "mod_access", "mod_redirect", "mod_magnet", "mod_alias", "mod_cgi",
        "mod_expire",
      ]
      + (isCompressed ? ["mod_deflate"] : []) + (https == nil ? [] : ["mod_openssl"])
    return names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// lighttpd gets a single listening socket as descriptor 0, and two as systemd passes them. It
  /// recognises each of the two by its address.
  private var listening: String {
    guard https != nil else { return "server.bind = \"/dev/stdin\"" }
    return """
      server.systemd-socket-activation = "enable"
      server.bind = "\(NumericAddress(address)?.inURL ?? address)"
      """
  }

  /// Assets never change, so lighttpd compresses each of them once, as much as possible, and keeps
  /// the result: the camera page takes 5 kB less than with the quality for pages.
  private var compression: String {
    guard isCompressed else { return "" }
    return """
      deflate.allowed-encodings = ( "br", "gzip" )
      deflate.mimetypes = (
        "text/", "application/json", "application/atom+xml", "application/manifest+json",
        "image/svg+xml" )
      $HTTP["url"] =~ "^/assets/" {
        deflate.cache-dir = "\(configuration.compressedAssets)"
        deflate.params = ( "BROTLI_PARAM_QUALITY" => 11 )
      }
      """
  }

  private var site: String {
    let program = configuration.cgiFile ?? configuration.file
    return """
      server.errorfile-prefix = "\(configuration.site)/"
      \(hosts.text)
      $HTTP["url"] =~ "^/cgi-bin/albumscan($|/)" {
        alias.url = ( "/cgi-bin/albumscan" => "\(program)" )
        cgi.assign = ( "" => "" )
        magnet.attract-physical-path-to = ( "\(readerRules)" )
        \(headerRules.map { "magnet.attract-raw-url-to = ( \"\($0)\" )" } ?? "")
      } else {
        magnet.attract-physical-path-to = ( "\(readerRules)" )
        magnet.attract-response-start-to = ( "\(readerRules)" )
        setenv.add-response-header = (
          "X-Content-Type-Options" => "nosniff", "Referrer-Policy" => "same-origin",
          "X-Frame-Options" => "DENY", "Cross-Origin-Opener-Policy" => "same-origin",
          "Cross-Origin-Resource-Policy" => "same-origin",
          "Permissions-Policy" => "camera=(self), geolocation=(), microphone=(), payment=(), usb=()" )
        \(compression)
      }
      """
  }
}
