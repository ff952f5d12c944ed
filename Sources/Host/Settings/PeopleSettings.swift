// The settings of accounts: the numbers of the plans, the limits of photos, and the ways in which a
// web server may name the person of a request.

/// The number of scans of a plan, as the control file states it: `5` in all, `120/month`, or
/// `300/month shared`.
package struct PlanSetting: Equatable, Sendable {
  package let count: Int
  package let isMonthly: Bool

  /// Whether the scans of all people with the plan count together.
  package let isShared: Bool

  package init(_ count: Int, isMonthly: Bool, isShared: Bool = false) {
    self.count = count
    self.isMonthly = isMonthly
    self.isShared = isShared
  }
}

/// The settings of accounts. Without people in the database they have no effect. Source:
/// docs/interface.md "Configuration".
package struct PeopleSettings: Equatable, Sendable {
  /// The plans whose number of scans a setting `plan-NAME` may change: all of `Plan` but `owner`.
  package static let planNames = ["free", "base", "ultra"]

  /// By the name of the plan. A plan whose setting is missing is missing, too.
  package let plans: [String: PlanSetting]

  /// The share of the monthly cap that a person who is no owner may use, in millionths of a US dollar; nil
  /// for half of the cap.
  package let monthlyCapMicrodollars: Int64?

  /// The maximum number of photos of one person in 60 seconds.
  package let photosAMinute: Int

  /// The maximum number of photos of one person in 24 hours; not for owners.
  package let photosADay: Int

  /// The proxies whose header names the person. Only the peer of the socket counts.
  package let trustedProxies: [AddressRange]

  /// The name of the header in which a trusted proxy names the person: `Remote-User`. With this
  /// setting, no other method of signing in counts.
  package let proxyUserHeader: String?

  /// Whether `REMOTE_USER` of the web server names the person.
  package let usesRemoteUser: Bool

  /// Whether only sessions and API tokens name a person, and never the web server or a proxy.
  package var usesOnlySignIns: Bool { proxyUserHeader == nil && !usesRemoteUser }

  /// Whether pages show the person who found an album.
  package let showsFinder: Bool

  init(_ reader: inout SettingReader) throws(ConfigurationError) {
    var plans: [String: PlanSetting] = [:]
    for name in Self.planNames { plans[name] = try reader.plan("plan-\(name)") }
    self.plans = plans
    monthlyCapMicrodollars = try reader.dollars("person-monthly-cap")
    photosAMinute = try reader.count("photos-a-minute", 1...100_000) ?? 30
    photosADay = try reader.count("photos-a-day", 1...100_000) ?? 100
    trustedProxies = try reader.addresses("trusted-proxy")
    proxyUserHeader = try reader.headerName("proxy-user-header")
    usesRemoteUser = try reader.flag("remote-user") ?? false
    showsFinder = try reader.flag("show-finder") ?? false
    // The header needs a list of trusted proxies, because otherwise every client of the network
    // could send it.
    if proxyUserHeader != nil, trustedProxies.isEmpty {
      throw reader.error(
        "proxy-user-header",
        "\"proxy-user-header\" needs \"trusted-proxy: ADDRESS\", the address of the proxy that sends "
          + "the header; otherwise every client could name itself")
    }
    if proxyUserHeader != nil, usesRemoteUser {
      throw reader.error(
        "remote-user",
        "\"remote-user: on\" has no effect with \"proxy-user-header\"; remove one of them")
    }
  }
}

extension SettingReader {
  /// `5`, `120/month`, or either with `shared` after it; 0 to 1,000,000.
  mutating func plan(_ key: String) throws(ConfigurationError) -> PlanSetting? {
    guard let value = text(key) else { return nil }
    let isShared = value.hasSuffix(" shared")
    let limit = isShared ? value.dropLast("shared".count) : value[...]
    let parts = limit.split(separator: "/", omittingEmptySubsequences: false).map {
      $0.filter { !$0.isWhitespace }
    }
    guard let count = Self.number(parts[0], 0...1_000_000), parts.count <= 2,
      parts.count == 1 || parts[1] == "month"
    else {
      throw error(
        key,
        "\"\(key)\" is a number of scans such as 5, 120/month or 300/month shared, "
          + "not \"\(value)\"")
    }
    return PlanSetting(count, isMonthly: parts.count == 2, isShared: isShared)
  }

  mutating func count(
    _ key: String, _ range: ClosedRange<Int>
  ) throws(ConfigurationError) -> Int? {
    guard let value = text(key) else { return nil }
    guard let count = Self.number(value, range) else {
      throw error(
        key,
        "\"\(key)\" is a number from \(range.lowerBound) to \(range.upperBound), not \"\(value)\"")
    }
    return count
  }

  /// Addresses and networks, separated by commas or blanks.
  mutating func addresses(_ key: String) throws(ConfigurationError) -> [AddressRange] {
    var ranges: [AddressRange] = []
    for word in (text(key) ?? "").split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let range = AddressRange(String(word)) else {
        throw error(
          key,
          "\"\(key)\" is a list of addresses and networks such as 127.0.0.1, 10.0.0.0/8; "
            + "\"\(word)\" is neither")
      }
      ranges.append(range)
    }
    return ranges
  }

  /// The name of a header: letters, digits and hyphens.
  mutating func headerName(_ key: String) throws(ConfigurationError) -> String? {
    guard let value = text(key) else { return nil }
    let isPlain = value.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "-")
    }
    guard isPlain, value.utf8.count <= 64 else {
      throw error(key, "\"\(key)\" is the name of a header such as Remote-User, not \"\(value)\"")
    }
    return value
  }

  private static func number(_ text: String, _ range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      range.contains(number)
    else { return nil }
    return number
  }
}

extension Configuration {
  /// The readers who may open the pages. Without people every client may read, whatever `pages`
  /// says: no client could sign in. With people, pages are protected unless the setting opens them
  /// or only this computer can reach them.
  package func pageAccess(hasPeople: Bool) -> PageAccess {
    guard hasPeople else { return .open }
    return pages ?? (isLoopback ? .open : .protected)
  }

  /// The clients that may open the pages without a session. With a loopback `base-url`, open pages are
  /// for this computer only, unless `pages: open` says otherwise.
  package func pageReaders(hasPeople: Bool) -> PageReaders {
    guard pageAccess(hasPeople: hasPeople) == .open else { return .signedIn }
    return isLoopback && pages != .open ? .thisComputer : .everybody
  }

  /// Whether only this computer can open `base-url`.
  package var isLoopback: Bool {
    let authority = baseURL.drop { $0 != "/" }.drop { $0 == "/" }
    let host =
      authority.first == "["
      ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    let name = host.lowercased()
    // Names below `.localhost` do not count, as in `Authority.isLoopback`: some browsers look them up.
    if name == "localhost" { return true }
    return Self.loopback.contains { $0.contains(name) }
  }

  private static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }
}
