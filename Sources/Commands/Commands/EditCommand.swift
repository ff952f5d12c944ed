// `albumscan edit`: changes the details of finds, or undoes such a change.

import Albums
import ArgumentParser
import Host
import Store
import Text

struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change status, tags, place, notes, own rating, favourites or visibility of finds.",
    discussion: """
      Without an option, the details are printed. An empty text removes a value. The last line of the \
      output has the id with which "--undo" takes the change back.
      """)

  @ParentCommand var program: AlbumScan
  @Argument(help: "The finds' ids, as in their pages' addresses.") var finds: [String] = []
  @Option(help: "want, have, heard or none.") var status: String?
  @Option(help: "All tags, separated by commas.") var tags: String?
  @Option(help: "Tags to add, separated by commas.") var addTags: String?
  @Option(help: "Tags to remove, separated by commas.") var removeTags: String?
  @Option(help: "Notes in Markdown.") var notes: String?
  @Option(help: "The place of the find.") var place: String?
  @Option(help: "Your own rating from 0 to 10, such as 8.5, or none.") var ownRating: String?
  @Option(help: "yes or no: whether the finds are among the four favourites.")
  var favourite: String?
  @Option(
    name: .customLong("public"),
    help:
      "yes, no or undecided: whether the public log shows the finds; undecided: its rule decides.")
  var publicChoice: String?
  @Option(help: "Take back the edit with this id.") var undo: String?
  @Flag(help: "Print one JSON document.") var json = false

  func run() async throws {
    let setup = try Setup(program)
    let store = try setup.openStore()
    if let undo { return try takeBack(undo, setup, store) }
    guard !finds.isEmpty else { throw Ending(.usage, setup.words("cli.edit.no-find")) }
    let ids = try finds.map { try findID($0, setup.words) }
    for id in ids where try store.details(of: id) == nil {
      throw Ending(.no, setup.words("cli.unchanged", ["finds": .text(id.text)]))
    }
    let change = try change(setup.words)
    guard !change.isEmpty else { return try show(ids, edit: nil, setup, store) }
    let edit = EditID(randomBytes: Randomness.bytes(EditID.randomByteCount))
    do throws(EditFailure) {
      _ = try store.edit(
        ids, change, as: edit, by: try host(store), at: Setup.now(),
        under: setup.configuration.publishing?.rule)
    } catch {
      switch error {
      case .refused(let reason): throw Ending(.usage, Self.text(reason, setup.words))
      case .store(let error): throw error
      }
    }
    try setup.refreshUnlessWorking(store)
    try show(ids, edit: edit, setup, store)
  }

  private func host(_ store: borrowing Store) throws(EditFailure) -> PersonID {
    do throws(StoreError) { return try store.host() } catch { throw .store(error) }
  }

  private func change(_ words: Phrasebook) throws -> FindEdit {
    let options = [
      "status": status, "tags": tags, "add-tags": addTags, "remove-tags": removeTags,
      "notes": notes, "place": place, "own-rating": ownRating, "favourite": favourite,
      "public": publicChoice,
    ]
    do throws(FindEditError) {
      return try FindEdit { options[$0] ?? nil }
    } catch {
      throw Ending(.usage, Self.text(error, words))
    }
  }

  private static func text(_ error: FindEditError, _ words: Phrasebook) -> String {
    words.text(Refusal.edit(error).line)
  }

  private func takeBack(
    _ text: String, _ setup: Setup, _ store: borrowing Store
  ) throws {
    guard let edit = EditID(text), let result = try store.undo(edit, at: Setup.now()) else {
      throw Ending(.no, setup.words("cli.edit.unknown", ["id": .text(text)]))
    }
    try setup.refreshUnlessWorking(store)
    if json {
      let changed = result.changed.map { JSON.string($0.text) }
      Terminal.printJSON(["version": 1, "changed": .array(changed), "finds": []])
    } else {
      Terminal.print(setup.words("cli.edit.undone", ["count": .count(result.changed.count)]))
    }
  }

  private func show(
    _ ids: [FindID], edit: EditID?, _ setup: Setup, _ store: borrowing Store
  ) throws {
    var list: [JSON] = []
    for id in ids {
      guard let find = try store.find(id) else { continue }
      let reason = setup.configuration.publishing?.rule.reason(for: find.details)
      if json {
        list.append(Self.json(find, reason))
      } else {
        Terminal.print(Self.line(find, reason, setup.words))
      }
    }
    if json {
      let report: JSON = ["version": 1, "finds": .array(list)]
      Terminal.printJSON(edit.map { report.setting("edit", to: .string($0.text)) } ?? report)
    } else if let edit {
      Terminal.print(setup.words("cli.edit.undo", ["id": .text(edit.text)]))
    }
  }

  private static func line(_ find: Find, _ reason: PublicReason?, _ words: Phrasebook) -> String {
    let details = find.details
    var parts = ["\(find.id)", "\(find.album.artist) – \(find.album.title)"]
    if let status = details.status { parts.append(status.rawValue) }
    if let rating = details.ownRating {
      parts.append(words("cli.edit.own-rating", ["rating": .decimal(rating.description)]))
    }
    if details.isFavourite { parts.append(words("cli.edit.favourite")) }
    if !details.tags.isEmpty { parts.append(details.tags.map(\.text).joined(separator: ", ")) }
    if let place = details.place { parts.append(place) }
    if let reason {
      parts.append(oneLine(words.text(reason.sentence)))
    } else if let choice = details.publicChoice {
      parts.append(words.text((choice == .yes ? PublicReason.chosen : .refused).sentence))
    }
    if let note = details.note { parts.append(note.split(separator: "\n").joined(separator: " ")) }
    return parts.joined(separator: "  ")
  }

  /// `publishedBy` is the reason why strangers see the find: `choice`, `all` or `tag:NAME`; null if they do
  /// not see it, and without a published log.
  private static func json(_ find: Find, _ reason: PublicReason?) -> JSON {
    .object(
      [
        .init("id", .string(find.id.text)), .init("artist", .string(find.album.artist)),
        .init("title", .string(find.album.title)),
      ] + find.details.members + [
        .init("publishedBy", reason?.publisher.map { .string($0) } ?? .null)
      ])
  }
}
