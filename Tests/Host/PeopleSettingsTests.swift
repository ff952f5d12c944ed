// The settings of accounts, the addresses of trusted proxies, and the files of sessions.

import Host
import Support
import Testing

@Suite struct PeopleSettingsTests {
  private func parse(_ lines: String) throws(ConfigurationError) -> Configuration {
    try Configuration(
      Array("data: /srv/data\nsite: /srv/site\n\(lines)".utf8), file: "/srv/cgi-bin/albumscan",
      installation: "/usr/share/albumscan")
  }

  @Test func `the defaults are those of docs/limits.md`() throws {
    let people = try parse("").people
    #expect(people.plans.isEmpty, "the plans have their standard limits")
    #expect(people.monthlyCapMicrodollars == nil, "half of the monthly cap")
    #expect(people.photosAMinute == 30 && people.photosADay == 100)
    #expect(people.trustedProxies.isEmpty && people.proxyUserHeader == nil)
    #expect(!people.usesRemoteUser && !people.showsFinder)
  }

  @Test func `every key of accounts is read`() throws {
    let people = try parse(
      """
      plan-free: 3/month
      plan-base: 40
      plan-ultra: 1000 / month shared
      person-monthly-cap: 2.50
      photos-a-minute: 5
      photos-a-day: 20
      trusted-proxy: 127.0.0.1, 10.0.0.0/8 fd00::/8
      proxy-user-header: Remote-User
      show-finder: on
      """
    ).people
    #expect(
      people.plans == [
        "free": PlanSetting(3, isMonthly: true), "base": PlanSetting(40, isMonthly: false),
        "ultra": PlanSetting(1000, isMonthly: true, isShared: true),
      ])
    #expect(people.monthlyCapMicrodollars == 2_500_000)
    #expect(people.photosAMinute == 5 && people.photosADay == 20)
    #expect(people.trustedProxies.map(\.description) == ["127.0.0.1", "10.0.0.0/8", "fd00::/8"])
    #expect(people.proxyUserHeader == "Remote-User" && people.showsFinder)
    #expect(try parse("remote-user: on").people.usesRemoteUser)
  }

  @Test(arguments: [
    ("plan-free: many", 3, "a number of scans such as 5, 120/month or 300/month shared"),
    ("plan-free: -1", 3, "a number of scans"), ("plan-base: 120/week", 3, "120/month or"),
    ("plan-ultra: 5/", 3, "120/month or"), ("plan-ultra: 5/month/month", 3, "120/month or"),
    ("plan-base: 5 together", 3, "a number of scans"),
    ("plan-base: shared", 3, "a number of scans"),
    ("plan-free: 99999999999999999999", 3, "a number of scans"),
    ("person-monthly-cap: half", 3, "\"person-monthly-cap\" is an amount such as 10"),
    ("person-monthly-cap: -1", 3, "an amount such as 10"),
    ("person-monthly-cap: 50 %", 3, "an amount such as 10"),
    ("person-monthly-cap: 1\nperson-monthly-cap: 2", 4, "set twice"),
    ("photos-a-minute: 0", 3, "a number from 1 to 100000"),
    ("photos-a-day: lots", 3, "a number from 1 to 100000"),
    ("trusted-proxy: proxy.example", 3, "addresses and networks such as 127.0.0.1, 10.0.0.0/8"),
    ("trusted-proxy: 10.0.0.1/8", 3, "\"10.0.0.1/8\" is neither"),
    ("trusted-proxy: 10.0.0.0/33", 3, "is neither"), ("trusted-proxy: *", 3, "is neither"),
    ("trusted-proxy: 10", 3, "\"10\" is neither"), ("trusted-proxy: beef", 3, "is neither"),
    ("trusted-proxy: 1234", 3, "is neither"), ("trusted-proxy: 10/8", 3, "is neither"),
    ("trusted-proxy: 1234.5", 3, "is neither"), ("trusted-proxy: 10.0.0.010", 3, "is neither"),
    ("contact: a@b.c\nproxy-user-header: Remote-User", 4, "needs \"trusted-proxy: ADDRESS\""),
    ("trusted-proxy: ::1\nproxy-user-header: Remote User", 4, "the name of a header"),
    ("remote-user: yes", 3, "\"on\" or \"off\""),
    (
      "trusted-proxy: ::1\nremote-user: on\nproxy-user-header: X", 4,
      "has no effect with \"proxy-user-header\""
    ),
    ("pages: closed", 3, "one of open, protected"), ("show-finder: 1", 3, "\"on\" or \"off\""),
  ])
  func `a mistake names its line and the remedy`(lines: String, line: Int, message: String) {
    do throws(ConfigurationError) {
      _ = try parse(lines)
      Issue.record("\(lines) was accepted")
    } catch {
      #expect(error.line == line && error.message.contains(message), "\(error)")
    }
  }

  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "::ffff:127.0.0.1", true),
    ("127.0.0.1", "127.0.0.2", false), ("10.0.0.0/8", "10.255.255.255", true),
    ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
    ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false),
    ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "::1", false), ("::/0", "::1", true),
    ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false), ("::1", "::1", true),
    ("::1", "::2", false), ("127.0.0.1", "127.1", false), ("127.0.0.1", "localhost", false),
    ("127.0.0.1", "", false), ("127.0.0.1", "127.0.0.1:80", false),
    ("::/0", "10", false), ("0.0.0.0/0", "beef", false), ("::/0", "127.0.0.1", true),
  ])
  func `an address is in a range by its leading bits`(
    range: String, address: String, isInside: Bool
  ) throws {
    #expect(try #require(AddressRange(range)).contains(address) == isInside)
  }

  @Test(arguments: [
    (nil, "http://127.0.0.1:8017", PageAccess.open), (nil, "http://localhost", .open),
    (nil, "http://[::1]:80", .open), (nil, "http://127.5.5.5", .open),
    (nil, "https://records.example", .protected), (nil, "http://192.168.1.20:8017", .protected),
    (nil, "http://localhost.example", .protected), (nil, "http://[fd00::1]", .protected),
    ("open", "https://records.example", .open), ("protected", "http://127.0.0.1", .protected),
  ])
  func `with people, pages are protected unless only this computer can open them`(
    pages: String?, address: String, access: PageAccess
  ) throws {
    let setting = pages.map { "pages: \($0)\n" } ?? ""
    let configuration = try parse("\(setting)base-url: \(address)")
    #expect(configuration.pageAccess(hasPeople: true) == access)
    #expect(configuration.pageAccess(hasPeople: false) == .open)
  }
}

@Suite struct SessionFilesTests {
  @Test func `a file is named by the SHA-1 of the cookie's text`() throws {
    // Source: FIPS 180-1, appendix A.
    #expect(SessionFiles.name(ofToken: "abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(SessionFiles.name(ofToken: "") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
  }

  @Test func `a file is added, found and removed, each time only once`() throws {
    let folder = try TemporaryFolder()
    let files = SessionFiles(folder: folder.file("data/sessions"))
    #expect(try files.names() == [] && !files.isLive(token: "abc"))
    let name = SessionFiles.name(ofToken: "abc")
    try files.remove(name)
    for _ in 0..<2 { try files.add(name) }
    #expect(try files.names() == [name] && files.isLive(token: "abc"))
    #expect(Files.mode(of: files.folder) == 0o750)
    #expect(Files.mode(of: "\(files.folder)/\(name)") == 0o600)
    #expect(!files.isLive(token: "abd") && !files.isLive(token: "../sessions/abc"))
    try folder.write("", to: "data/sessions/README")
    #expect(try files.names() == [name], "other files are not sessions")
    for _ in 0..<2 { try files.remove(name) }
    #expect(try files.names() == [] && !files.isLive(token: "abc"))
  }
}
