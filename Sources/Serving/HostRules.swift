// The rules of lighttpd for the Host header: `base-url` is the site's only origin. A page of another
// site whose name an attacker lets resolve to this computer (DNS rebinding) gets no page and no
// answer. Source: docs/decisions/070-https-in-the-lan.md.

import HTTP
import Host

struct HostRules {
  let baseURL: String

  /// Whether browsers connect to this server at `base-url` itself. If not, a proxy or a port mapping
  /// is in between and may send its own name for this server, so a redirect could be endless.
  let isDirect: Bool
  let hasTLS: Bool

  /// `box.local`.
  let localName: String

  /// Hosts that an attacker's DNS cannot answer: numeric addresses and names without a dot. A
  /// request without a Host header (HTTP/1.0) is permitted, too, because no browser sends it.
  private static let safeNames = ["", "[0-9.]+", #"\[[0-9a-f:.]+\]"#, "[a-z0-9_-]+"]

  var text: String {
    guard let base = HostPort(baseURL) else { return "" }
    if isLoopback(base.host) && !hasTLS {
      return refusing(["", #"127(\.[0-9]+){3}"#, "localhost", #"\[::1\]"#], anyPort)
    }
    guard isDirect else {
      return refusing(Self.safeNames + [escaped(canonical(base.host))], anyPort)
    }
    return redirecting(to: base)
  }

  private let anyPort = "(:[0-9]+)?"

  private func refusing(_ hosts: [String], _ port: String) -> String {
    """
    $HTTP["host"] !~ "^(\(hosts.joined(separator: "|")))\(port)$" {
      url.access-deny = ( "" )
    }
    """
  }

  /// Redirects the computer's other names and addresses to the same page of `base-url`. Refuses a
  /// request for the CGI and a request that changes something, because such a request comes from a
  /// page of another origin.
  private func redirecting(to base: HostPort) -> String {
    let own = Self.safeNames + [escaped(localName), escaped(canonical(base.host))]
    let isDefault = base.port == (baseURL.hasPrefix("https://") ? 443 : 80)
    let port = isDefault ? "(:\(base.port))?" : ":\(base.port)"
    return """
      $HTTP["host"] !~ "^\(escaped(canonical(base.host)))\(port)$" {
        $HTTP["host"] !~ "^(\(own.joined(separator: "|")))\(anyPort)$" {
          url.access-deny = ( "" )
        } else $HTTP["request-method"] !~ "^(GET|HEAD)$" {
          url.access-deny = ( "" )
        } else $HTTP["url"] =~ "^/cgi-bin/" {
          url.access-deny = ( "" )
        } else {
          url.redirect = ( "" => "\(baseURL)${url.path}${qsa}" )
          url.redirect-code = 308
        }
      }
      """
  }

  /// The host in the spelling of browsers and of lighttpd.
  private func canonical(_ host: String) -> String {
    NumericAddress(host)?.inURL ?? host.lowercased()
  }

  private func isLoopback(_ host: String) -> Bool {
    NumericAddress(host)?.isLoopback ?? (host.lowercased() == "localhost")
  }

  private func escaped(_ host: String) -> String {
    host.replacing(".", with: #"\."#).replacing("[", with: #"\["#).replacing("]", with: #"\]"#)
  }
}
