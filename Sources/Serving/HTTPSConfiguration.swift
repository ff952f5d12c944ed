// The part of lighttpd's configuration for HTTPS: the certificate, and the certificate page on a
// second port.

import Host

package struct HTTPSConfiguration {
  /// The file with the server's key and certificate.
  let certificate: String

  /// The web root of the certificate page.
  let page: String
  package let certificatePort: UInt16

  package init(certificate: String, page: String, certificatePort: UInt16) {
    self.certificate = certificate
    self.page = page
    self.certificatePort = certificatePort
  }

  /// `site` is the configuration of the first port. No rule of the site applies to the second port.
  ///
  /// HTTP/2 stays on, as lighttpd sets it: a page of many small files takes a quarter fewer bytes, and
  /// one connection. If lighttpd 1.4.69 itself refuses a request before its body has arrived, the
  /// client gets no answer over HTTP/2. The client does get refusals of the CGI (decision 70).
  func text(address: String, baseURL: String, else site: String) -> String {
    """
    ssl.engine = "enable"
    ssl.pemfile = "\(certificate)"
    ssl.openssl.ssl-conf-cmd = ( "MinProtocol" => "TLSv1.2" )
    $SERVER["socket"] == "\(NumericAddress(address)?.inURL ?? address):\(certificatePort)" {
      ssl.engine = "disable"
      server.document-root = "\(page)"
      setenv.add-response-header = (
        "X-Content-Type-Options" => "nosniff", "Referrer-Policy" => "no-referrer",
        "X-Frame-Options" => "DENY",
        "Content-Security-Policy" => "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "Cache-Control" => "no-cache" )
      $HTTP["request-method"] !~ "^(GET|HEAD)$" {
        url.access-deny = ( "" )
      } else $HTTP["url"] !~ "^/(\(Self.files))?$" {
        url.redirect = ( "" => "\(baseURL)${url.path}${qsa}" )
        url.redirect-code = 302
      }
    } else {
    \(site)
    }
    """
  }

  /// The files beside `index.html`, as a regular expression.
  private static let files = ["albumscan.crt", "style.css", "logo.svg", "icon.svg"]
    .map { $0.replacing(".", with: "\\.") }.joined(separator: "|")
}
