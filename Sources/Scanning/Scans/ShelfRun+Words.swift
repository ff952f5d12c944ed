// Names items by the words on their spines: the text reader reads the shelf picture once, and Open Library and
// MusicBrainz are asked about the words in each box. The words come in place of a model, after it for the boxes that it
// did not read, and with `free-first` before it. Source: docs/decisions/181-words-of-a-spine.md.

import Albums
import Host
import Photos
import Pictures
import Sleeves
import Store

extension ShelfRun {
  /// The maximum number of spines that are searched at the same time. The services' pace limits them further.
  private static let searchesAtOnce = 6

  /// Before a model, no search begins later than these milliseconds after the reading. Source: docs/limits.md
  /// "Shelves".
  private static let searchMilliseconds: Int64 = 20_000

  /// The maximum confidence in lettering that names nothing. Source: docs/limits.md "Shelves".
  private static let mostOfRoughTitle = 0.3

  /// With `free-first`, names items before the model reads them. The items in a sheet were searched by an earlier
  /// attempt.
  func nameByWordsFirst(onNamed: @escaping @Sendable (Int) -> Void) async throws {
    guard tools.services.shelf != nil, tools.configuration.services.freeWait != nil else { return }
    let loose = try await tasks().filter { $0.kind == .read && $0.sheet == nil }
    _ = try await nameByWords(loose, milliseconds: Self.searchMilliseconds, onNamed: onNamed)
  }

  /// Names the items, and further items whose lettering is outside of all boxes. `onNamed` gets the number of each item
  /// that a service has to be asked about. Items that stay unnamed keep their task. No search begins later than
  /// `milliseconds` after the reading. A reader or a service that fails costs only the words. Returns the tasks with
  /// those of the further items.
  func nameByWords(
    _ tasks: [ShelfTask], milliseconds: Int64? = nil, onNamed: @escaping @Sendable (Int) -> Void
  ) async throws -> [ShelfTask] {
    guard !tasks.isEmpty, let stage = tools.services.sleeve, Files.exists(photo),
      let read = await lettering.lines({ await stage.reader.lines(ofShelf: photo, for: job.name) })
    else { return tasks }
    let tasks = tasks + (try await addLettered(read))
    let lines = ShelfBox.lines(of: tasks.map(\.box), among: read)
    let naming = SpineNaming(
      library: tools.services.books, musicBrainz: stage.musicBrainz, log: tools.log, now: tools.now)
    let end = milliseconds.map { Clock.bootMilliseconds() + $0 } ?? .max
    try await withThrowingTaskGroup(of: Void.self) { group in
      var running = 0
      for (task, lines) in zip(tasks, lines) where !lines.isEmpty {
        if running >= Self.searchesAtOnce {
          try await group.next()
        } else {
          running += 1
        }
        if Clock.bootMilliseconds() >= end { break }
        group.addTask {
          let spine = SpineLettering(lines.compactMap { SleeveLine($0, on: task.box) })
          if try await name(task, by: spine, naming) { onNamed(task.number) }
        }
      }
      try await group.waitForAll()
    }
    return tasks
  }

  /// Adds the items whose lettering is outside of all boxes. Returns their tasks.
  private func addLettered(_ read: [ReadLine]) async throws -> [ShelfTask] {
    let known = try await tools.database.with { (store) throws(StoreError) in
      try store.shelfBoxes(of: job)
    }
    let boxes: [ShelfBox]
    do {
      boxes = try tools.photoProgram.letteredBoxes(photo, lines: read, beside: known)
    } catch {
      tools.log.write(tools.now().iso, "photo", "\(job.name): \(error)")
      return []
    }
    if boxes.isEmpty { return [] }
    let before = Set(try await tasks().map(\.number))
    try await commit("lettered") { (store, now) throws(StoreError) in
      try store.add(boxes, to: job, at: now)
    }
    return try await tasks().filter { !before.contains($0.number) && $0.box.source == .spine }
  }

  /// Stores the names of a spine. Returns whether a service has to be asked about them. Without a model, lettering
  /// that names nothing becomes a title that a person can correct.
  private func name(
    _ task: ShelfTask, by spine: SpineLettering, _ naming: SpineNaming
  ) async throws(StoreError) -> Bool {
    let named = await naming.reading(of: spine)
    let reading = named ?? (tools.services.shelf == nil ? Self.roughReading(of: spine) : nil)
    guard let reading else { return false }
    try await commit("named") { (store, now) throws(StoreError) in
      try store.record(reading, of: task, job, isLookedUp: named != nil, at: now)
    }
    return named != nil
  }

  private static func roughReading(of spine: SpineLettering) -> SpineReading? {
    spine.roughTitle.map { title in
      SpineReading(
        title: title, creator: nil, publisher: spine.publisher,
        kind: spine.isOfRecord ? .record : .book,
        confidence: mostOfRoughTitle * spine.confidence)
    }
  }
}

/// The lettering of a shelf picture. One attempt reads it at most once, also after a fault of the reader.
actor ShelfLettering {
  private enum State {
    case unread
    case read([ReadLine]?)
  }
  private var state = State.unread

  /// The lines; nil if the text reader did not run.
  func lines(_ read: @Sendable () async -> [ReadLine]?) async -> [ReadLine]? {
    if case .read(let lines) = state { return lines }
    let lines = await read()
    state = .read(lines)
    return lines
  }
}

extension SleeveLine {
  /// The line in a box that is turned so that its lettering is upright. Places are fractions of the box's sides, and
  /// the height of the lettering is a fraction of its longer side.
  init?(_ line: ReadLine, on box: ShelfBox) {
    let sides = line.quad.sides
    let place = box.upright(line.quad.centre)
    self.init(
      line.text, confidence: line.confidence,
      height: (sides[1] + sides[3]) / 2 / max(1, box.quad.sides.max() ?? 1), x: place.x, y: place.y)
  }
}

extension ShelfBox {
  /// The place of a point of the picture in the upright box, in fractions of the sides.
  func upright(_ point: Point) -> Point {
    let corners = quad.corners
    let (right, down) = (corners[1] - corners[0], corners[3] - corners[0])
    let (from, area) = (point - corners[0], right.cross(down))
    guard area != 0 else { return Point(x: 0.5, y: 0.5) }
    let (x, y) = (from.cross(down) / area, right.cross(from) / area)
    return switch rotation {
    case 90: Point(x: 1 - y, y: x)
    case 180: Point(x: 1 - x, y: 1 - y)
    case 270: Point(x: y, y: 1 - x)
    default: Point(x: x, y: y)
    }
  }
}
