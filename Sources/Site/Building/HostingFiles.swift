// The files of the published log for crawlers and for the servers of hosting services.

import Albums
import Text

/// `robots.txt`. Source: RFC 9309.
enum RobotsFile {
  static let path = "robots.txt"

  /// Forbids every crawler to read the site.
  static let closed = Array("User-agent: *\nDisallow: /\n".utf8)

  /// The file of the published log. It allows every crawler to read the pages, even if search
  /// engines must not list them. A crawler that may not read a page does not see its `noindex`, and
  /// may list its address if another site links to it.
  static func bytes(for appearance: PublishedAppearance) -> [UInt8] {
    let sitemap =
      appearance.isIndexed ? appearance.url.map { "\nSitemap: \($0)/\(Sitemap.path)\n" } : nil
    return Array("User-agent: *\nAllow: /\n\(sitemap ?? "")".utf8)
  }
}

/// `_headers`, which Cloudflare Pages and Netlify read. A rule may contain one `*`, and a name that
/// begins with a colon stands for a part between slashes. If several rules set one header for an
/// address, Cloudflare joins the values. So no two rules here set the same header for an address.
/// Source: <https://developers.cloudflare.com/pages/configuration/headers/>.
struct HeadersFile {
  static let path = "_headers"

  /// The maximum length of a line in bytes.
  private static let longestLine = 2000

  private static let forEver = "public, max-age=31536000, immutable"
  private static let asked = "public, max-age=0, must-revalidate"

  let bytes: [UInt8]

  /// `page` is a page of the published log. The header `Content-Security-Policy` gets the value of
  /// the element in this page, so a host's own templates determine both values.
  init(page: [UInt8], appearance: PublishedAppearance, folders: [String]) {
    var all = [
      ("Referrer-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"),
    ]
    if let policy = Self.policy(in: page) { all.append(("Content-Security-Policy", policy)) }
    if !appearance.isIndexed { all.append(("X-Robots-Tag", "noindex")) }
    var text = Self.rule("/*", all)
    let pages = WorkKind.allCases.map { "/\($0.folder)/:find/" }
    for pattern in ["/\(Assets.folder)/*"] + pages.map({ "\($0):picture" }) {
      text += Self.rule(pattern, [("Cache-Control", Self.forEver)])
    }
    for pattern in ["/"] + pages + ["/feed.atom", "/feed.json"] + folders.map({ "/\($0)/*" }) {
      text += Self.rule(pattern, [("Cache-Control", Self.asked)])
    }
    bytes = Array(text.utf8)
  }

  private static func rule(_ pattern: String, _ headers: [(name: String, value: String)]) -> String
  {
    pattern + "\n" + headers.map { "  \($0.name): \($0.value)\n" }.joined()
  }

  /// The content security policy of a page; nil if the page has none in the form of the installed
  /// templates.
  private static func policy(in page: [UInt8]) -> String? {
    let opening = "<meta http-equiv=\"Content-Security-Policy\" content=\""
    let text = String(decoding: page.prefix(4096), as: UTF8.self)[...]
    guard let start = text.firstRange(of: opening) else { return nil }
    let policy = text[start.upperBound...].prefix { $0 != "\"" }
    let isOneLine = policy.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x26 }
    return isOneLine && policy.utf8.count < longestLine - 30 ? String(policy) : nil
  }
}
