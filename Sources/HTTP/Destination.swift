// The addresses that a request may reach, and the redirects that it may follow (docs/faults.md E1).

/// The service to which a request may go.
package enum Destination: Sendable, Equatable {
  /// https on port 443, at public addresses only.
  case `public`
  /// Exactly this host and port, at any address, also by plain http: the control file names it. An IPv6
  /// host is in brackets.
  case configured(host: String, port: UInt16)
}

/// The handling of redirects.
package enum Redirects: Sendable, Equatable {
  case refused
  /// Our own code follows redirects: only for GET, by https on port 443, and to these hosts. A
  /// configured service may also redirect to itself. Only the header `accept` is sent again.
  case followed(hosts: [HostPattern], maxHops: Int = 5)
}

/// A host's name, or `*.` and the end of several names: `*.archive.org`.
package struct HostPattern: Sendable, Equatable, ExpressibleByStringLiteral {
  let text: String

  package init(_ text: String) { self.text = text.lowercased() }
  package init(stringLiteral value: String) { self.init(value) }

  /// Whether `host` is the name, or a name below the suffix.
  func admits(_ host: String) -> Bool {
    guard text.hasPrefix("*.") else { return host == text }
    return host.hasSuffix(text.dropFirst()) && host.utf8.count > text.utf8.count - 1
  }
}

/// The addresses that one hop may connect to.
enum Reach: Sendable, Equatable { case anywhere, publicOnly }

extension Destination {
  /// The addresses that a connection to `address` may use; nil if the destination does not allow it.
  func reach(to address: WebAddress) -> Reach? {
    switch self {
    case .configured(let host, let port):
      return address.host == host.lowercased() && address.port == port ? .anywhere : nil
    case .public:
      return address.isPublicHTTPS ? .publicOnly : nil
    }
  }
}

extension WebAddress {
  /// https, port 443, and a name instead of a numeric address: the certificates of public services
  /// have names.
  var isPublicHTTPS: Bool {
    scheme == .https && port == 443 && host != "localhost" && !host.hasPrefix("[")
      && host.last?.isNumber != true
  }
}

extension HTTPRequest {
  /// The next hop, after `from` redirected to `location`. Throws `refusedRedirect`.
  func next(
    after from: WebAddress, to location: String, hop: Int
  ) throws(HTTPError) -> (address: WebAddress, reach: Reach) {
    guard case .followed(let hosts, let maxHops) = redirects, method == .get, hop < maxHops,
      let address = try? WebAddress(location)
    else { throw .refusedRedirect }
    if let reach = destination.reach(to: address), reach == .anywhere,
      address.scheme == .https || from.scheme == .http
    {
      return (address, reach)
    }
    guard address.isPublicHTTPS, hosts.contains(where: { $0.admits(address.host) }) else {
      throw .refusedRedirect
    }
    return (address, .publicOnly)
  }
}
