// Names with digests. Each file has such a name, and every text that refers to the file uses it. A
// change of a file changes its name, and the names of all files that refer to it.

import Albums
import Host
import Support
import Testing

@testable import Site

@Suite struct AssetTests {
  private static let files = [
    "page.js": #"import { say } from "./words.js"; import("./late.js"); const x = "/icons/a.svg";"#,
    "words.js": #"export * from './base.js'; // "page.js" is no address"#,
    "base.js": #"export const one = 1;"#,
    "late.js": #"import "./page.js";"#,
    "style.css": "p { background: url(/icons/a.svg); } q { background: url('icons/b.svg#x'); }",
    "icons/a.svg": "<svg/>", "icons/b.svg": "<svg />", "notes.txt": "./words.js",
    "sw.js": #"import "./base.js"; const all = ["/assets/*"]; register("/sw.js");"#,
  ]

  private static func assets(_ changed: [String: String] = [:]) -> Assets {
    Assets(files.merging(changed) { $1 }.mapValues { Array($0.utf8) })
  }

  private func text(_ path: String, _ assets: Assets) -> String {
    let name = assets.address(of: path).dropFirst("/assets/".count)
    let bytes = assets.contents.first { $0.name == name }?.bytes ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `scripts, style sheets and pictures have names with a digest, other files have none`()
  {
    let assets = Self.assets()
    for path in ["page.js", "style.css", "icons/a.svg"] {
      let address = assets.address(of: path)
      #expect(address.contains(#/^/assets/[a-z-]+-[0-9a-f]{12}\.(js|css|svg)$/#), "\(address)")
    }
    #expect(assets.address(of: "icons/a.svg").hasPrefix("/assets/icons-a-"))
    for path in ["sw.js", "notes.txt", "missing.js"] {
      #expect(assets.address(of: path) == "/\(path)")
    }
    #expect(assets.contents.count == 7)
  }

  @Test func `a file with an unusual name has no digest`() {
    for path in ["a b.js", "ü.svg", "x%41.css", "q?.png", "script.JS", "archive.tar.gz", "js"] {
      #expect(Assets([path: [1]]).contents.isEmpty, "\(path)")
    }
  }

  @Test func `copies name other files with their digests`() {
    let assets = Self.assets()
    let page = text("page.js", assets)
    let expected = Self.files["page.js"]?
      .replacing("./words.js", with: assets.address(of: "words.js"))
      .replacing("./late.js", with: assets.address(of: "late.js"))
      .replacing("/icons/a.svg", with: assets.address(of: "icons/a.svg"))
    #expect(page == expected)
    let style = text("style.css", assets)
    #expect(style.contains("url(\(assets.address(of: "icons/a.svg")))"), "\(style)")
    #expect(style.contains("url('\(assets.address(of: "icons/b.svg"))#x')"), "\(style)")
    #expect(text("words.js", assets).hasSuffix(#"// "page.js" is no address"#))
  }

  @Test(arguments: [
    ("// One.\nlet a = 1; // stays\n  // Two.\n\nlet b = 2;", "let a = 1; // stays\n\nlet b = 2;"),
    ("/** One. */\nlet a = 1;\n  /*\n   * Two,\n   */\nlet b = 2;\n", "let a = 1;\nlet b = 2;\n"),
    ("const a = `x`; /* b */ f(); /* c */\n// d\n", "const a = `x`; /* b */ f(); /* c */\n"),
    ("// a\nconst a = `\n// text\n`;", nil), ("// a\nf(); /* b\n// c */ g();", nil),
    ("// a\n/* b */ f();", nil), ("// a\n/* b", nil), ("/*! Licence */\n// a\nf();", nil),
  ])
  func `lines of comments are left out of a script, unless they could be code`(
    script: String, expected: String?
  ) {
    let copy = text("a.js", Assets(["a.js": Array(script.utf8)]))
    #expect(copy == expected ?? script)
  }

  @Test func `a style sheet loses only its own form of comments, and another file none`() {
    let style = "/* a */\n// b {}\np { /* c */ }\n"
    #expect(text("a.css", Assets(["a.css": Array(style.utf8)])) == "// b {}\np { /* c */ }\n")
    #expect(text("a.svg", Assets(["a.svg": Array("/* a */".utf8)])) == "/* a */")
  }

  @Test func `no line of the program's scripts and style sheets begins with a comment`()
    throws
  {
    let folder = try PublicFolder(path: "\(SampleSite.project)/public")
    for asset in Assets(try Site.hashable(folder)).contents
    where asset.name.hasSuffix(".js") || asset.name.hasSuffix(".css") {
      let lines = String(decoding: asset.bytes, as: UTF8.self).split(separator: "\n")
      let left = lines.filter { $0.contains(#/^\s*(//|/\*)/#) }
      #expect(left.isEmpty, "\(asset.name): \(left)")
    }
  }

  @Test func `a change of a file changes the names of all files that use it, and of no other`() {
    let (before, after) = (Self.assets(), Self.assets(["base.js": "export const one = 2;"]))
    let same = Self.files.keys.filter { before.address(of: $0) == after.address(of: $0) }
    #expect(
      Set(same) == ["style.css", "icons/a.svg", "icons/b.svg", "notes.txt", "sw.js"], "\(same)")
    #expect(before.contents.map(\.name) == Self.assets().contents.map(\.name))
  }

  @Test func `a page preloads the modules that its scripts import, and no other script`() {
    let assets = Self.assets()
    #expect(
      assets.modules(of: ["page"])
        == [assets.address(of: "base.js"), assets.address(of: "words.js")])
    #expect(assets.modules(of: ["base", "missing"]).isEmpty)
  }

  @Test func `the prepared scripts of a page are those of its assets, after a change too`() throws {
    var settings = SiteSettings(baseURL: "https://records.example", words: Sample.words)
    // No script imports a page's own script.
    let scripts = Self.files.merging(["late.js": "late();"]) { $1 }
    settings.scriptWords = ScriptWords(
      scripts.mapValues { Array($0.utf8) }, words: settings.words)
    settings.assets = Self.assets()
    settings.prepareScripts()
    for own in ["page", "base", "missing", nil] {
      let (prepared, made) = (settings.scripts(of: own), PageScripts(own, in: settings))
      #expect(prepared.address == made.address && prepared.modules == made.modules)
      #expect(prepared.words == made.words)
    }
    #expect(settings.preparedScripts["page"] != nil)
    settings.assets = Self.assets(["base.js": "export const one = 2;"])
    #expect(settings.scripts(of: "page").modules == settings.assets.modules(of: ["page"]))
  }

  @Test func `a template gets the names with digests, a relative address stays`() {
    let assets = Self.assets()
    let template =
      #"<img src="/icons/a.svg"><a href=/style.css?x>"#
      + #"<img src="icons/a.svg"> /style.css {{x}}/style.css "/notes.txt" "//style.css""#
    let expected = template.replacing(
      #""/icons/a.svg""#, with: #""\#(assets.address(of: "icons/a.svg"))""#
    )
    .replacing("=/style.css", with: "=\(assets.address(of: "style.css"))")
    #expect(assets.replaced(inTemplate: template) == expected)
  }

  @Test func `the service worker names the assets of its generation`() {
    let assets = Self.assets()
    let worker = String(
      decoding: assets.replaced(in: Array((Self.files["sw.js"] ?? "").utf8), of: "sw.js"),
      as: UTF8.self)
    #expect(worker.hasPrefix(#"import "\#(assets.address(of: "base.js"))";"#))
    #expect(worker.hasSuffix(#"register("/sw.js");"#))
    for path in ["page.js", "style.css", "icons/b.svg"] {
      #expect(worker.contains(#""\#(assets.address(of: path))""#), "\(path)")
    }
    #expect(!worker.contains("*"))
  }

  @Test func `a name with a digest is recognised`() {
    #expect(Assets.isHashed("icons-a-0123456789ab.svg") && Assets.isHashed("a.b-0123456789ab.js"))
    for name in ["a.js", "a-012345678.js", "a-0123456789AB.js", "a-0123456789ab", ".tmp-1"] {
      #expect(!Assets.isHashed(name), "\(name)")
    }
  }
}

/// The files of a site whose public/ changes.
@Suite struct AssetGenerationTests {
  private let folder: TemporaryFolder
  private let sample: SampleSite

  init() throws {
    folder = try TemporaryFolder()
    sample = try SampleSite()
    try Files.makeDirectories(folder.file("public"))
    try folder.write("p {}", to: "public/style.css")
  }

  /// Builds the site, and returns the names in its folder of assets.
  private func build(_ script: String) throws -> [String] {
    try folder.write(script, to: "public/album.js")
    let site = try Site(
      root: sample.root, templates: "\(SampleSite.project)/templates",
      publicFiles: folder.file("public"), artwork: "\(sample.folder)/artwork",
      settings: Sample.settings)
    try site.build(SampleLog().contents)
    return try Files.entries(of: "\(sample.root)/assets")
  }

  @Test func `the assets of the build before stay, and older ones are removed`() throws {
    let first = try build("1")
    #expect(first.count == 2)
    #expect(try build("1") == first, "the same generation")
    let second = try build("2")
    #expect(second.count == 3 && Set(second).isSuperset(of: first))
    #expect(try build("2") == second, "building again removes nothing")
    let third = try build("3")
    #expect(third.count == 3)
    #expect(Set(second).subtracting(third).count == 1)
    #expect(try build("2").count == 3)
    #expect(
      try sample.text("assets.txt").split(separator: "\n").map { $0.prefix(1) } == ["1", "1", "2"])
  }

  @Test func `files of the host in the same folder stay, and a lost list is made again`() throws {
    let own = "own-0123456789ab.js"
    try Files.makeDirectories(folder.file("public/assets"))
    try folder.write("x", to: "public/assets/\(own)")
    _ = try build("1")
    try Files.replace("\(sample.root)/assets/notes.txt", with: [1], durably: false)
    try Files.replace("\(sample.root)/assets/old-0123456789ab.js", with: [1], durably: false)
    try Files.remove("\(sample.root)/assets.txt")
    let names = try build("1")
    #expect(names.contains(own) && names.contains("notes.txt"))
    #expect(!names.contains("old-0123456789ab.js"))
    #expect(try sample.text("assets.txt").contains("1 album-"))
  }

  @Test func `plain names still work, with plain names inside`() throws {
    let sample = try SampleSite()
    try sample.site.build(SampleLog().contents)
    let folder = try PublicFolder(path: "\(SampleSite.project)/public")
    for name in ["camera.js", "style.css", "icons/icon.svg", "offline.js"] {
      let source = try folder.bytes(of: name)
      #expect(try Files.read("\(sample.root)/\(name)") == source, "\(name)")
    }
  }

  @Test func `every address of a script, a style sheet and the worker leads to a file`() throws {
    let sample = try SampleSite()
    try sample.site.build(SampleLog().contents)
    let files = try sample.files()
    var count = 0
    for (path, bytes) in files where path.hasPrefix("assets/") || path == "sw.js" {
      guard path.hasSuffix(".js") || path.hasSuffix(".css") else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let plain = text.matches(of: #/["'(](\.?\/[a-z\/-]+\.(?:js|css|svg))["')]/#)
        .map { String($0.output.1) }.filter { $0 != "/sw.js" }
      #expect(plain.isEmpty, "\(path): \(plain)")
      for match in text.matches(of: #/\/(assets\/[A-Za-z0-9_.-]+-[0-9a-f]{12}\.[a-z0-9]+)/#) {
        count += 1
        #expect(files[String(match.output.1)] != nil, "\(path): \(match.output.0)")
      }
    }
    #expect(count > 60)
  }

  @Test
  func `the manifest is JSON in the language of the pages, and its pictures have their sizes`()
    throws
  {
    for words in [try Phrasebook.english(), try Phrasebook.german()] {
      let sample = try SampleSite(
        settings: SiteSettings(baseURL: "https://records.example", words: words))
      try sample.site.build(SampleLog().contents)
      let manifest = try sample.text("manifest.webmanifest")
      #expect(!manifest.contains("{{"), "\(manifest)")
      #expect(manifest.contains("\"lang\": \"\(words.language)\""))
      #expect(manifest.contains(words("history.scan")))
      for match in manifest.matches(of: #/"src": "\/([^"]+)",\s*"sizes": "([0-9]+)x([0-9]+)"/#) {
        let bytes = try Files.read("\(sample.root)/\(match.output.1)")
        #expect(bytes.count <= 60_000, "\(match.output.1)")
        guard match.output.1.hasSuffix(".png") else { continue }
        // The size of a PNG. Source: PNG, "IHDR".
        let size = bytes[16..<24].map { UInt32($0) }
        let (width, height) = (size[2] << 8 | size[3], size[6] << 8 | size[7])
        #expect("\(width)x\(height)" == "\(match.output.2)x\(match.output.3)", "\(match.output.1)")
      }
    }
  }
}
