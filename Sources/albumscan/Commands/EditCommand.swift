// `albumscan edit`: changes the details of finds, or undoes such a change.

import Albums
import ArgumentParser
import Host
import Store

struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Change status, tags, place, notes or visibility of finds.",
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
    do throws(FindEditError) {
      return try FindEdit(
        status: status, tags: tags, addTags: addTags, removeTags: removeTags, note: notes,
        place: place, publicChoice: publicChoice)
    } catch {
      throw Ending(.usage, Self.text(error, words))
    }
  }

  private static func text(_ error: FindEditError, _ words: Phrasebook) -> String {
    words.text(Albums.Refusal.edit(error).line)
  }

  private func takeBack(
    _ text: String, _ setup: Setup, _ store: borrowing Store
  ) throws {
    guard let edit = EditID(text), let result = try store.undo(edit, at: Setup.now()) else {
      throw Ending(.no, setup.words("cli.edit.unknown", ["id": .text(text)]))
    }
    try setup.refreshUnlessWorking(store)
    if json {
      try Terminal.printJSON(EditReport(edit: nil, changed: result.changed.map(\.text), finds: []))
    } else {
      Terminal.print(setup.words("cli.edit.undone", ["count": .count(result.changed.count)]))
    }
  }

  private func show(
    _ ids: [FindID], edit: EditID?, _ setup: Setup, _ store: borrowing Store
  ) throws {
    var list: [FindDetailsReport] = []
    for id in ids {
      guard let find = try store.find(id) else { continue }
      let reason = setup.configuration.publishing?.rule.reason(for: find.details)
      if json {
        list.append(FindDetailsReport(find, reason))
      } else {
        Terminal.print(Self.line(find, reason, setup.words))
      }
    }
    if json {
      try Terminal.printJSON(EditReport(edit: edit?.text, changed: nil, finds: list))
    } else if let edit {
      Terminal.print(setup.words("cli.edit.undo", ["id": .text(edit.text)]))
    }
  }

  private static func line(_ find: Find, _ reason: PublicReason?, _ words: Phrasebook) -> String {
    let details = find.details
    var parts = ["\(find.id)", "\(find.album.artist) – \(find.album.title)"]
    if let status = details.status { parts.append(status.rawValue) }
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
}

/// The output of `edit --json`.
private struct EditReport: Encodable {
  var version = 1

  /// The id for `--undo`; nil if nothing changed.
  let edit: String?

  /// The ids of the finds that `--undo` changed.
  let changed: [String]?
  let finds: [FindDetailsReport]
}

/// The details of a find in JSON.
struct FindDetailsReport: Encodable {
  let id: String
  let artist: String
  let title: String
  let status: String?
  let tags: [String]
  let notes: String?
  let place: String?

  /// Whether a person said yes.
  let isPublic: Bool

  /// `yes`, `no` or `undecided`.
  let publicChoice: String

  /// The reason why strangers see the find: `choice`, `all` or `tag:NAME`; nil if they do not see it, and
  /// without a published log.
  let publishedBy: String?

  enum CodingKeys: String, CodingKey {
    case id, artist, title, status, tags, notes, place, publicChoice, publishedBy
    case isPublic = "public"
  }

  init(_ find: Find, _ reason: PublicReason?) {
    id = find.id.text
    artist = find.album.artist
    title = find.album.title
    status = find.details.status?.rawValue
    tags = find.details.tags.map(\.text)
    notes = find.details.note
    place = find.details.place
    isPublic = find.details.publicChoice == .yes
    publicChoice = find.details.publicChoice.word
    publishedBy = reason?.publisher
  }

  /// A missing detail is null, as in the answers of the CGI.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(artist, forKey: .artist)
    try container.encode(title, forKey: .title)
    try container.encode(status, forKey: .status)
    try container.encode(tags, forKey: .tags)
    try container.encode(notes, forKey: .notes)
    try container.encode(place, forKey: .place)
    try container.encode(isPublic, forKey: .isPublic)
    try container.encode(publicChoice, forKey: .publicChoice)
    try container.encode(publishedBy, forKey: .publishedBy)
  }
}
