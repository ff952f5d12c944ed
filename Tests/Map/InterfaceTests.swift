// The lists of docs/interface.md that the code has, too: error codes, settings, routes and commands.

import Albums
import Host
import Support
import Testing

@Suite struct InterfaceTests {
  @Test func `docs/interface.md has each error code, and no other`() throws {
    let rows = try Self.rows(of: "HTTP", under: "code")
    #expect(Set(rows.flatMap(Self.names)) == Set(FailureCode.allCases.map(\.rawValue)))
  }

  @Test func `docs/interface.md has each setting, and no other`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("data: d\nsite: s\nno-such-key: 1\n", to: "control")
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration(reading: file, installation: Checkout.root)
    }
    let list = try #require(error?.message.split(separator: "the keys are ").last)
    let keys = Set(list.split(separator: ", ").map(String.init))
    #expect(keys.count > 40)
    #expect(Set(try Self.rows(of: "Configuration", under: "key").flatMap(Self.names)) == keys)
  }

  /// The ids in paths that are numbers, as the document writes them.
  private static let ids = [".importNumber": "<number>", ".item": "<n>"]

  @Test func `docs/interface.md has each route, and no other`() throws {
    let code = String(
      decoding: try Files.read("\(Checkout.root)/Sources/Routes/Program/Routes.swift"),
      as: UTF8.self)
    let routes = code.matches(of: #/Route\(\s*\.(get|post), \[(.*?)\]/#).map { match in
      let parts = match.output.2.split(separator: ", ").map { part in
        part.hasPrefix(".")
          ? Self.ids[String(part)] ?? "<id>" : String(part.dropFirst().dropLast())
      }
      return "\(match.output.1.uppercased()) …/\(parts.joined(separator: "/"))"
    }
    #expect(routes.count > 30)
    let documented = try Self.rows(of: "HTTP", under: "route").flatMap { row in
      let names = Self.names(in: row).map { $0.prefix { $0 != "?" } }
      let first = names[0]
      // `POST …/finds/<id>/delete`, `…/undelete`: the second route has another last part.
      return [String(first)]
        + names.dropFirst().map { name in
          String(first.prefix(through: first.lastIndex(of: "/") ?? first.startIndex))
            + name.dropFirst(2)
        }
    }
    #expect(Set(documented) == Set(routes))
  }

  @Test func `docs/interface.md has each command, and no other`() throws {
    let output = try Programs.run(
      "\(Checkout.debugPrograms)/albumscan", ["--help"], input: "/dev/null", limit: 1 << 16,
      timeoutMilliseconds: 60_000)
    let help = String(decoding: output.bytes, as: UTF8.self)
    let list = try #require(help.split(separator: "SUBCOMMANDS:\n").last)
    let commands = list.matches(of: #/(?m)^  ([a-z]+) /#).map { String($0.output.1) }
    #expect(commands.count > 20)
    let documented = try Self.rows(of: "Command line", under: "command")
      .flatMap { Self.names(in: $0) }.map { String($0.prefix { $0.isLetter }) }
    // One row of the table has `person plan` in full, and the other commands for people without `person`.
    let ofPeople: Set = ["rename", "disable", "enable", "sign"]
    #expect(Set(documented).subtracting(ofPeople) == Set(commands))
  }

  /// The first cells of the rows of each table in a section whose first column has this title.
  private static func rows(of section: String, under title: String) throws -> [Substring] {
    let bytes = try Files.read("\(Checkout.root)/docs/interface.md")
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "## \(section)"))
    let body = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    let heads = body.indices.filter { body[$0].hasPrefix("| \(title) |") }
    #expect(!heads.isEmpty)
    return heads.flatMap { body[($0 + 2)...].prefix { $0.hasPrefix("|") } }.map { line in
      // A vertical bar within a cell has a backslash before it.
      let cell = line.replacing("\\|", with: "¦").split(separator: "|")[0]
      return Substring(cell.replacing("¦", with: "|"))
    }
  }

  /// The texts in backticks.
  private static func names(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}
