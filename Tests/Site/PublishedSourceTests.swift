// The templates, scripts and style sheets of the published log send no request to a program.

import Albums
import Host
import Support
import Testing

@testable import Site

@Suite struct PublishedSourceTests {
  private static func scripts() throws -> [String: String] {
    let folder = try PublicFolder(path: "\(SampleSite.project)/public")
    return try folder.names.filter { $0.hasSuffix(".js") }.reduce(into: [:]) { texts, name in
      texts[name] = String(decoding: try folder.bytes(of: name), as: UTF8.self)
    }
  }

  private static func files(of folder: String, _ suffix: String) throws -> [String: String] {
    let folder = "\(SampleSite.project)/\(folder)"
    var texts: [String: String] = [:]
    for name in try Files.entries(of: folder) where name.hasSuffix(suffix) {
      texts[name] = String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self)
    }
    return texts
  }

  @Test(arguments: [
    (
      "published",
      [
        "chips", "days", "filters", "find", "history-place", "hits", "match", "page", "results",
        "shards", "words",
      ]
    ),
    ("published-album", ["copy", "share-sheet", "words"]),
  ])
  func `a script of the published log imports no queue, no account and no camera`(
    script: String, imports: [String]
  ) throws {
    let scripts = try Self.scripts()
    let assets = Assets(scripts.mapValues { Array($0.utf8) })
    #expect(
      assets.modules(of: [script]) == imports.map { assets.address(of: "\($0).js") }.sorted())
    for name in imports + [script] {
      let text = scripts["\(name).js"] ?? ""
      #expect(!text.isEmpty, "\(name)")
      for word in ["import(\"", "serviceWorker", "method:", "dataset.program"] {
        #expect(!text.contains(word), "\(name).js: \(word)")
      }
    }
  }

  @Test func `a script of the published log finds its addresses from the root of the site`() throws
  {
    let scripts = try Self.scripts()
    for name in ["chips", "days", "find", "history-place", "match", "published", "shards"] {
      let text = scripts["\(name).js"] ?? ""
      let code = text.split(separator: "\n")
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") && !$0.contains("* ") }
      for line in code {
        #expect(!line.contains(#/["`]\/[a-z]/#), "\(name).js: \(line)")
      }
    }
  }

  @Test func `the templates have no form, no program and no inline script or style`() throws {
    let templates = try Self.files(of: "templates/published", ".mustache")
    #expect(templates.count > 8)
    for (name, text) in templates {
      for word in ["<form", "frame.program", "<style", " style=", " onclick=", "manifest"] {
        #expect(!text.contains(word), "\(name): \(word)")
      }
      for match in text.matches(of: #/<script([^>]*)>/#) {
        let tag = match.output.1
        #expect(
          tag.contains(" src=\"/") || tag == " type=\"application/ld+json\"", "\(name): \(tag)")
      }
    }
    let head = templates["_head.mustache"] ?? ""
    #expect(head.contains("default-src 'none'") && head.contains("form-action 'none'"))
  }

  @Test func `a control that needs a script is hidden without one`() throws {
    let templates = try Self.files(of: "templates/published", ".mustache")
    for (name, text) in templates {
      for match in text.matches(of: #/<(input|button)\b[^>]*>/#) {
        let before = text[..<match.range.lowerBound]
        let hidden = [
          "<div class=\"tools\" hidden>", "<li hidden>", "<p class=\"more-results\" hidden>",
        ]
        let isHidden = hidden.contains { parent in
          before.ranges(of: parent).last.map { opened in
            !before[opened.upperBound...].contains(Self.end(of: parent))
          } ?? false
        }
        #expect(isHidden, "\(name): \(match.output.0)")
      }
    }
  }

  /// The text that ends an element. `tools` ends before the list of filters.
  private static func end(of parent: String) -> String {
    parent.hasPrefix("<li") ? "</li>" : parent.hasPrefix("<p") ? "</p>" : "<ul"
  }

  @Test func `the household's service worker stores no file of the published log`() {
    let files = [
      "sw.js": #"const all = ["/assets/*"];"#, "style.css": "p {}", "published.css": "p {}",
      "published-album.js": "",
    ]
    let assets = Assets(files.mapValues { Array($0.utf8) })
    let worker = assets.replaced(in: Array((files["sw.js"] ?? "").utf8), of: "sw.js")
    let text = String(decoding: worker, as: UTF8.self)
    #expect(text.contains(assets.address(of: "style.css")))
    #expect(!text.contains("published"))
  }
}
