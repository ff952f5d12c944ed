// The pages that the CGI fills: their placeholders, and the links of the pages that strangers see.

import Albums
import Support
import Testing

@testable import Site

@Suite struct FilledPageTests {
  /// The placeholders that the CGI knows, by page.
  private static let placeholders: [FilledPage: (values: Set<String>, blocks: Set<String>)] = [
    .confirm: (["person", "plan", "code", "other"], ["other"]),
    .settings: (
      [
        "person", "plan", "spent", "cap", "spent-percent", "version", "note", "done", "used",
        "limit", "export-id", "export-message",
        "use", "name", "since", "id", "search", "search-is-on", "ultra-price", "own-spent",
        "search-cost",
      ],
      [
        "with-people", "without-people", "note", "done", "saved", "meter", "unlimited", "device",
        "this", "other", "session", "add-device", "tokens", "token", "search-on", "search-off",
        "search-unavailable", "search-fixed", "ultra-price", "passphrase-set", "passphrase-unset",
        "budget",
        "own-spending", "owner", "people", "no-tokens", "old-passphrase", "sign-in-fresh",
        "sign-in-stale", "export-all", "export-own", "export-working", "export-failed",
        "export-file", "export-button", "search-cost", "new-albums",
      ]
    ),
    .people: (
      ["done", "name", "id", "plan", "use", "devices", "spent", "value", "title"],
      ["done", "entry", "you", "disabled", "enabled", "invited", "choice", "chosen"]
    ),
    .code: (
      ["person", "code", "link", "until", "qr", "certificate"],
      ["invitation", "device", "qr", "no-qr", "certificate"]
    ),
    .status: (
      [
        "version", "queued", "running", "waiting", "spent", "cap", "spent-percent", "disk",
        "backup", "rehearsal",
        "name", "error", "when", "until", "reason", "unconfirmed", "known-free",
        "title", "artist", "year", "page", "finds", "album", "edit",
      ],
      [
        "service", "no-errors", "pause", "no-pauses", "people", "unconfirmed", "known-free",
        "rehearsal-failed",
        "names", "same", "side", "year", "doubtful", "moved",
      ]
    ),
    .publishing: (
      [
        "message", "rule", "finds", "ratings", "notes", "url", "remote", "last", "result",
        "failure", "failed", "unconfirmed", "waiting", "changes", "page", "title", "artist",
      ],
      [
        "unset", "set", "working", "failed", "unconfirmed", "url", "no-url", "remote", "no-remote",
        "last", "never", "waiting", "none", "some", "change", "public", "private", "now",
      ]
    ),
    .deleted: (["id", "title", "artist"], []),
    .deletedFinds: (["id", "title", "artist", "when", "until"], ["find", "none"]),
    .add: (
      [
        "id", "page", "title", "artist", "when", "creator", "typed-artist", "typed-title",
        "typed-kind", "typed-status",
      ],
      ["added", "present", "album", "book", "creator", "want", "have", "heard", "none"]
    ),
    .edit: (
      [
        "id", "page", "title", "artist", "tags", "place", "notes", "own-rating", "tag", "publicity",
        "other", "other-title", "other-artist",
      ],
      [
        "album", "book", "want", "have", "heard", "none", "tag", "public", "private", "undecided",
        "publicity", "favourites", "favourite", "ordinary", "other",
      ]
    ),
    .edited: (["id", "count"], ["open", "undone"]),
    .import: (
      ["id", "number", "name", "state", "when", "format", "finds"],
      ["some", "open", "none", "entry", "undo"]
    ),
    .imported: (
      [
        "id", "name", "message", "new", "existing", "ambiguous", "unusable", "repairs", "needs",
        "unread", "button",
        "ambiguous-choice", "reviews-choice", "line", "title", "artist", "reason", "more", "number",
        "page",
      ],
      [
        "working", "refused", "checked", "repairs", "unread", "needs", "nothing", "some",
        "ambiguous",
        "reviews",
        "problems", "problem", "more", "imported", "undo", "undone", "kept", "find", "cancel",
      ]
    ),
    .shelfItems: (
      [
        "about", "add-count", "add-question", "add-status", "advice-name", "advice-text",
        "clear-question", "cover", "creator", "crop-view", "dismissed-count", "failure",
        "find", "found", "id", "label-x", "label-y", "message", "name", "notice",
        "number", "original", "original-page", "owner", "pages", "photo-name", "photo-number",
        "photo-page",
        "picture", "picture-height", "picture-width", "points",
        "progress-text", "publisher", "publisher-year", "reviews-button", "reviews-most",
        "revision", "state",
        "summary", "sureness", "title", "year", "wish",
      ],
      [
        "add-confirm", "added", "advice", "can-add", "can-review", "cancelled",
        "cleared", "copy", "dismissed", "done", "empty", "failed", "finished", "has-box",
        "has-cover",
        "has-crop",
        "has-dismissed", "has-picture", "is-book", "is-other", "is-record", "is-stable", "item",
        "likely", "no-cover", "not-added", "not-book", "not-other", "not-record",
        "not-stable", "notice", "other-photo", "owned", "owned-by", "pending", "read", "reviews",
        "session-photo", "several", "some",
        "some-to-add", "stage-finding", "stage-reading", "stage-waiting", "this-photo", "undo",
        "unfinished", "unknown-creator", "unread", "unsure", "wanted", "working",
      ]
    ),
  ]

  @Test(arguments: FilledPage.allCases)
  func `a page has exactly the placeholders that the CGI fills`(page: FilledPage) throws {
    let text = try Self.text(of: page)
    let expected = try #require(Self.placeholders[page])
    let values = text.matches(of: /\[\[([^\]]*)\]\]/).map { String($0.output.1) }
    let blocks = text.matches(of: /<!--\[([^\]]*)\]-->/).map { String($0.output.1) }
    #expect(Set(values) == expected.values)
    #expect(Set(blocks.filter { !$0.hasPrefix("/") }) == expected.blocks)
    // The CGI reads no other placeholders.
    #expect((values + blocks).allSatisfy { $0.wholeMatch(of: /\/?[a-z-]+/) != nil })
    #expect(!text.contains("{{"))
  }

  @Test(arguments: FilledPage.allCases)
  func `blocks are nested and closed, and no block contains itself`(page: FilledPage) throws {
    var open: [Substring] = []
    for placeholder in try Self.text(of: page).matches(of: /<!--\[(\/?)([^\]]*)\]-->/) {
      let name = placeholder.output.2
      if placeholder.output.1.isEmpty {
        #expect(!open.contains(name))
        open.append(name)
      } else {
        #expect(open.popLast() == name)
      }
    }
    #expect(open.isEmpty)
  }

  @Test func `a page without a template is left out`() throws {
    let templates = try SampleSite().site.templates
    #expect(FilledPage.allCases.allSatisfy { templates.has($0.rawValue) })
    #expect(try SampleSite().site.filledPages().map(\.name) == FilledPage.allCases.map(\.fileName))
  }

  @Test func `a stranger's page leads to no protected page`() throws {
    let settings = Sample.settings
    let templates = try SampleSite().site.templates
    let refused = ErrorPage(
      Sentence("code.signIn"), Sentence("refusal.sign-in"), leadsToSignIn: true,
      settings: settings)
    let pages = [
      try templates.text(of: SignInPage(settings: settings)), try templates.text(of: refused),
      try Self.text(of: .confirm),
    ]
    let isPublic =
      /\/(sign-in\/|style\.css|sign-in\.js|manifest\.webmanifest|logo\.svg|icons\/.*|assets\/.*)/
    for page in pages {
      for address in addresses(in: page) {
        #expect(address.wholeMatch(of: isPublic) != nil, "\(address)")
      }
      #expect(!page.contains("feed"))
    }
  }

  private static func text(of page: FilledPage) throws -> String {
    let pages = try SampleSite().site.filledPages()
    let bytes = try #require(pages.first { $0.name == page.fileName }?.bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
