// The folders of a large module are layers: a file names only types of its own folder and of the
// folders before it.

import Host
import Support
import Testing

@Suite struct LayerTests {
  /// The folders of a module, from the lowest layer to the highest.
  static let modules: [(module: String, folders: [String])] = [
    (
      "Albums",
      ["Names", "Values", "Sentences", "People", "Failures", "Album", "Scans", "Shelf"]
    ),
    ("Host", ["System", "Files", "Processes", "Network", "SignIn", "Settings"]),
    (
      "Covers",
      ["Finding", "Straightening", "Spines", "Fingerprint", "Matching", "Index", "Codes"]
    ),
    (
      "Site",
      [
        "Templates", "Markdown", "Tree", "Indexes", "Pages", "Sharing", "Feeds", "Search",
        "Building",
      ]
    ),
    (
      "Store",
      [
        "Database", "Jobs", "Ledger", "Albums", "Scans", "Finds", "People", "Shelves", "Exchange",
        "Keeping", "Published",
      ]
    ),
    (
      "Scanning",
      [
        "ReviewRules", "Calls", "Recognition", "Identification", "MetadataLookup", "Sleeve",
        "Review", "Shelf", "Tools", "Scans", "Jobs", "Worker", "Measuring",
      ]
    ),
    ("Exchange", ["Archives", "Catalogues", "Exports", "Imports", "Remotes", "Backups"]),
    ("Commands", ["Program", "Reports", "Doctor", "People", "Installing", "Commands"]),
    (
      "Routes",
      ["Installation", "Requests", "Finds", "Shelves", "Accounts", "Imports", "Program"]
    ),
  ]

  /// The maximum number of files of a module without folders.
  static let mostFilesWithoutFolders = 30

  @Test func `a module of more than 30 files has folders, and all its files lie in them`() throws {
    for module in ArrowTests.modules {
      let files = try ModuleFolders.sources(of: module.name)
      guard files.count > Self.mostFilesWithoutFolders else { continue }
      let folders = Self.modules.first { $0.module == module.name }?.folders ?? []
      let root = "\(Checkout.root)/Sources/\(module.name)/"
      let parts = files.map { $0.dropFirst(root.count).prefix { $0 != "/" } }
      #expect(Set(parts.map(String.init)) == Set(folders), "\(module)")
    }
  }

  @Test(arguments: ["Host", "Scanning"])
  func `ARCHITECTURE.md has the folders of the module, and no other`(name: String) throws {
    let text = String(decoding: try Files.read("\(Checkout.root)/ARCHITECTURE.md"), as: UTF8.self)
    let row = try #require(text.split(separator: "\n").first { $0.contains("| `\(name)` |") })
    let purpose = row.split(separator: "|")[2]
    let list = try #require(purpose.split(separator: "folders: ").last)
    let stated = list.matches(of: #/`(\w+)`/#).map { String($0.output.1) }
    #expect(stated == Self.modules.first { $0.module == name }?.folders)
  }

  @Test(arguments: modules)
  func `a folder uses no type of a folder above it`(module: String, folders: [String]) throws {
    for (index, folder) in folders.enumerated() {
      let above = try folders[(index + 1)...].flatMap { try types(in: "\(module)/\($0)") }
      for file in try ModuleFolders.sources(of: "\(module)/\(folder)") {
        let words = Set(try ModuleFolders.code(of: file).split { !$0.isLetter && !$0.isNumber })
        let used = above.filter { words.contains(Substring($0)) }
        #expect(used.isEmpty, "\(file) uses \(used)")
      }
    }
  }

  /// The names of the types that a folder declares, without nested types.
  private func types(in folder: String) throws -> [String] {
    try ModuleFolders.sources(of: folder).flatMap { file in
      try ModuleFolders.code(of: file).matches(
        of:
          #/(?m)^(?:@\w+ )*(?:package |indirect |final )*(?:struct|enum|actor|class|protocol) (\w+)/#
      ).map { String($0.output.1) }
    }
  }
}
