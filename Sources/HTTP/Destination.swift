// Where a request may go, and where an answer may send it on (FAULTS E1).

/// Who may be asked.
package enum Destination: Sendable, Equatable {
  /// https on port 443, at public addresses only.
  case `public`
  /// Exactly this host and port, wherever it lies, also by plain http: the host's own choice.
  /// An IPv6 host in brackets.
  case configured(host: String, port: UInt16)
}

/// What is done with an answer that says "look there".
package enum Redirects: Sendable, Equatable {
  case refused
  /// By hand, for GET only, https on port 443, to these hosts only; on a configured service also to
  /// itself. No header but `accept` goes along.
  case followed(hosts: [HostPattern], most: Int = 5)
}

/// A host's name, or `*.` and what the names of a family end in.
package struct HostPattern: Sendable, Equatable, ExpressibleByStringLiteral {
  let text: String

  package init(_ text: String) { self.text = text.lowercased() }
  package init(stringLiteral value: String) { self.init(value) }

  /// Exact, or below the suffix with at least one label more.
  func admits(_ host: String) -> Bool {
    guard text.hasPrefix("*.") else { return host == text }
    return host.hasSuffix(text.dropFirst()) && host.utf8.count > text.utf8.count - 1
  }
}

/// Which addresses one hop may connect to.
enum Reach: Sendable, Equatable { case anywhere, publicOnly }

extension Destination {
  /// How far a connection to `address` may reach; nil when it may not be asked at all.
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
  /// https, port 443, and a name rather than a number: certificates of public services bear names.
  var isPublicHTTPS: Bool {
    scheme == .https && port == 443 && host != "localhost" && !host.hasPrefix("[")
      && host.last?.isNumber != true
  }
}

extension HTTPRequest {
  /// The next hop and how far it may reach, after `from` answered with this `location`.
  func next(
    after from: WebAddress, to location: String, hop: Int
  ) throws(HTTPError) -> (address: WebAddress, reach: Reach) {
    guard case .followed(let hosts, let most) = redirects, method == .get, hop < most,
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
