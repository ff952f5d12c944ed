// The lighttpd configuration for a site and its CGI. It sets the headers, which a static page
// cannot set itself.

import Host

struct LighttpdConfiguration {
  let configuration: Configuration
  let port: UInt16
  let host: String

  /// The text of the configuration. The headers come from docs/limits.md. lighttpd gets the
  /// listening socket as descriptor 0.
  var text: String {
    let folder = Files.parent(of: configuration.file)
    let name = configuration.file.split(separator: "/").last.map(String.init) ?? "albumscan"
    return """
      # Written by albumscan serve; changes are lost.
      server.document-root = "\(configuration.site)"
      server.bind = "/dev/stdin"
      server.port = \(port)
      server.errorlog = "\(configuration.data)/lighttpd.log"
      server.upload-dirs = ( "\(configuration.uploads)" )
      server.max-request-size = 65536
      server.tag = ""
      server.stat-cache-engine = "disable"
      server.modules = ( "mod_alias", "mod_cgi", "mod_setenv", "mod_expire" )
      server.errorfile-prefix = "\(configuration.site)/"
      index-file.names = ( "index.html" )
      mimetype.assign = (
        ".html" => "text/html; charset=utf-8", ".css" => "text/css; charset=utf-8",
        ".js" => "text/javascript; charset=utf-8", ".json" => "application/json",
        ".svg" => "image/svg+xml", ".jpg" => "image/jpeg", ".png" => "image/png",
        ".ico" => "image/x-icon", ".txt" => "text/plain; charset=utf-8",
        ".atom" => "application/atom+xml", ".webmanifest" => "application/manifest+json" )
      $HTTP["url"] =~ "^/cgi-bin/" {
        alias.url = ( "/cgi-bin/albumscan" => "\(folder)/\(name)" )
        cgi.assign = ( "" => "" )
      } else {
        setenv.add-response-header = (
          "X-Content-Type-Options" => "nosniff", "Referrer-Policy" => "same-origin",
          "X-Frame-Options" => "DENY", "Cross-Origin-Opener-Policy" => "same-origin",
          "Cross-Origin-Resource-Policy" => "same-origin",
          "Permissions-Policy" => "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
          "Cache-Control" => "no-cache" )
      }

      """
  }
}
