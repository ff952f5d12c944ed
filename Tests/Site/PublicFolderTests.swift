// The folders in public/ are for readers of the checkout: addresses and contents do not show them.

import Host
import Support
import Testing

@testable import Site

@Suite struct PublicFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func files(_ files: [String: String]) throws -> [String: String] {
    for (name, text) in files {
      try Files.makeDirectories(Files.parent(of: folder.file(name)))
      try folder.write(text, to: name)
    }
    let folder = try PublicFolder(path: folder.path)
    return try folder.names.reduce(into: [:]) { texts, name in
      texts[name] = String(decoding: try folder.bytes(of: name), as: UTF8.self)
    }
  }

  @Test func `scripts and sheets have flat names, and name each other by them`() throws {
    let texts = try files([
      "shared/style.css": "a", "shared/words.js": "// ../ and ../other/x stay",
      "camera/aim.js":
        #"import "../shared/words.js"; import("./late.js"); import('../camera/late.js')"#,
      "camera/late.js": #"x("../../shared/words.js")"#, "camera/aim.css": "url(../shared/dot.svg)",
      "shared/dot.svg": "<svg/>", "icons/icon.svg": "<svg/>", "logo.svg": "<svg/>",
      "own/lib.js": #"import "../shared/words.js""#, "camera/deep/x.js": "1",
    ])
    #expect(
      texts == [
        "style.css": "a", "words.js": "// ../ and ../other/x stay",
        "aim.js": #"import "./words.js"; import("./late.js"); import('./late.js')"#,
        "late.js": #"x("../../shared/words.js")"#, "aim.css": "url(./dot.svg)",
        "dot.svg": "<svg/>", "icons/icon.svg": "<svg/>", "logo.svg": "<svg/>",
        "own/lib.js": #"import "../shared/words.js""#, "camera/deep/x.js": "1",
      ])
  }

  @Test func `a host's own folder keeps its paths and its texts`() throws {
    let own = [
      "style.css": "a", "camera.js": #"import "./shared/own.js""#,
      "shared/own.js": #"import "../camera/x.js""#, "camera/x.js": "1",
    ]
    #expect(try files(own) == own)
  }

  @Test func `a file of an earlier version outside of its folder is not used`() throws {
    let texts = try files([
      "shared/style.css": "new", "style.css": "old", "a.css": "own", "scan/z.js": "new",
      "z.js": "old",
    ])
    #expect(texts == ["style.css": "new", "z.js": "new", "a.css": "own"])
  }

  @Test
  func `in the checkout, every file lies in a folder, names are unique, and imports lead to files`()
    throws
  {
    let files = try Checkout.publicFiles(".js") + Checkout.publicFiles(".css")
    let names = files.map { String($0.split(separator: "/").last ?? "") }
    #expect(Set(names).count == names.count)
    #expect(files.count > 80)
    for file in files {
      let place = String(file.split(separator: "/")[0])
      #expect(PublicFolder.folders.contains(place), "\(file)")
      let source = "\(Checkout.root)/public/\(file)"
      let text = String(decoding: try Files.read(source), as: UTF8.self)
      for match in text.matches(of: #/(?:from |import |import\()"(\.[^"]*)"/#) {
        let target = Files.absolutePath(String(match.output.1), from: Files.parent(of: source))
        #expect(Files.exists(target), "\(file): \(match.output.1)")
      }
    }
  }
}
