// The files of templates, before they are parsed, and the files of public/ that their pages use.

import Host
import Text

/// The templates of several folders. The first folder that has a template counts.
struct TemplateSources {
  private static let suffix = ".mustache"

  /// The names without `.mustache`, sorted.
  let names: [String]

  /// The folder of each template.
  private let folders: [String: String]

  init(directories: [String]) throws(SiteError) {
    var folders: [String: String] = [:]
    for directory in directories {
      let entries = try files { () throws(HostError) in try Files.entries(of: directory) }
      for name in entries where name.hasSuffix(Self.suffix) {
        let name = String(name.dropLast(Self.suffix.count))
        folders[name] = folders[name] ?? directory
      }
    }
    names = folders.keys.sorted()
    self.folders = folders
  }

  func text(of name: String) throws(SiteError) -> String {
    guard let folder = folders[name] else { throw .template(name, "there is no such template") }
    let bytes = try files { () throws(HostError) in
      try Files.read("\(folder)/\(name)\(Self.suffix)", limit: 1 << 20)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .template(name, "it is not UTF-8")
    }
    return text
  }

  /// The paths in public/ that the templates of `pages` and their partials contain. `fields` has the
  /// paths that a page gets through a field. A missing template has none. Throws if an address of
  /// these templates cannot become relative.
  func publicFiles(
    usedBy pages: [String], fields: [String: [String]]
  ) throws(SiteError) -> Set<String> {
    var (found, seen, new) = (Set<String>(), Set<String>(), pages)
    while let name = new.popLast() {
      guard folders[name] != nil, seen.insert(name).inserted else { continue }
      let text = try text(of: name)
      if let objection = RelativeLinks.objection(to: text) { throw .template(name, objection) }
      found.formUnion(References(Array(text.utf8), folder: "", .template).all.map(\.path))
      for (field, paths) in fields where text[...].firstRange(of: field) != nil {
        found.formUnion(paths)
      }
      new += Self.partials(in: text)
    }
    return found
  }

  /// The names of the partials in a template.
  private static func partials(in text: String) -> [String] {
    var names: [String] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "{{>"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      names.append(String(rest[open.upperBound..<close.lowerBound]).trimmed)
      rest = rest[close.upperBound...]
    }
    return names
  }
}
