// The name of the cookie with a session's token.

/// The names that the cookie may have. A browser accepts a name with the prefix `__Host-` only over
/// HTTPS, for this host alone (RFC 6265bis §4.1.3.2).
package struct SessionCookie: Sendable {
  /// The name. A browser sends the cookies of a host to all its ports (RFC 6265 §8.5), so the name has
  /// the port of `base-url`, unless that is the port of the scheme: two installations of one host do
  /// not end each other's sessions.
  package let name: String

  /// The name that the cookie had before, with every port.
  package let portlessName: String

  package init(isHTTPS: Bool, port: UInt16) {
    portlessName = isHTTPS ? "__Host-albumscan" : "albumscan"
    name = port == (isHTTPS ? 443 : 80) ? portlessName : "\(portlessName)-\(port)"
  }
}
