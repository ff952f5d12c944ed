// The owner's page about the published log: its finds, its address, the last publishing and the changes since
// then. A button publishes now.

import Albums
import CGI
import Host
import Store
import Text

struct PublishingRoutes {
  let access: Access

  private static let path = "/cgi-bin/albumscan/publishing"

  /// The maximum number of changed finds that the page names.
  private static let mostChanges = 20

  private var installation: Installation { access.installation }

  /// The state of the job that publishes.
  private enum State {
    case idle
    /// A process publishes, or the job is due.
    case working
    /// The last run failed. `next` is the time of the next attempt; nil if none is planned.
    case failed(Failure, at: Timestamp, next: Timestamp?)
  }

  /// GET …/publishing.
  func page(_ store: borrowing Store) throws -> RouteResult {
    let needsWorker = try installation.needsWorker(store)
    guard let settings = installation.configuration.publishing else {
      if access.request.wantsJSON { return json(.idle, isSet: false, last: nil, needsWorker) }
      var fill = PageFill()
      fill.show("unset")
      return RouteResult(
        try installation.page(.publishing, fill).response, needsWorker: needsWorker)
    }
    let state = try state(store)
    let last = try last()
    if access.request.wantsJSON { return json(state, isSet: true, last: last, needsWorker) }
    var fill = PageFill()
    fill.show("set")
    add(state, to: &fill)
    addLast(last, to: &fill)
    try addChanges(by: settings.rule, to: &fill, store)
    try addPublic(settings, to: &fill, store)
    addAddressAndRemote(settings, to: &fill)
    let unconfirmed = try store.unconfirmedFinds(by: settings.rule).count
    fill["unconfirmed"] = sentence("account.unconfirmed", unconfirmed)
    fill.show("unconfirmed", unconfirmed > 0)
    if case .working = state { fill.show("now", false) } else { fill.show("now", unconfirmed == 0) }
    return RouteResult(
      try installation.page(.publishing, fill).response, needsWorker: needsWorker)
  }

  /// POST …/publishing. A job that is queued already is not queued a second time.
  func publish(_ body: inout Body, _ store: borrowing Store) throws -> RouteResult {
    body.drain()
    guard installation.configuration.publishing != nil else { throw Refusal.notFound }
    try store.publishNow(at: installation.now)
    if access.request.wantsJSON {
      return RouteResult(.json(.accepted, ["version": 1, "state": "queued"]), needsWorker: true)
    }
    return RouteResult(try .seeOther(Self.path), needsWorker: true)
  }

  // MARK: The state

  private func state(_ store: borrowing Store) throws -> State {
    let next = try store.nextPublishing()
    if Lock.isHeld(installation.configuration.publishLock) { return .working }
    if let failure = try store.publishFailure() {
      return .failed(failure.failure, at: failure.time, next: next)
    }
    return next == nil ? .idle : .working
  }

  private func last() throws -> LastPublish? {
    let path = installation.configuration.lastPublish
    guard Files.exists(path) else { return nil }
    return LastPublish(stored: try Files.read(path, limit: 4096))
  }

  private func json(
    _ state: State, isSet: Bool, last: LastPublish?, _ needsWorker: Bool
  ) -> RouteResult {
    let (name, message): (String, String?) =
      switch state {
      case .idle: (isSet ? "done" : "unset", nil)
      case .working: ("queued", installation.sentence("account.publishing.working"))
      case .failed(let failure, _, _): ("failed", text(failure))
      }
    let json: JSON = [
      "version": 1, "state": .string(name), "message": message.map { .string($0) } ?? .null,
      "last": last.map { .string($0.time.iso) } ?? .null,
    ]
    return RouteResult(.json(.ok, json), needsWorker: needsWorker)
  }

  // MARK: Parts of the page

  private func add(_ state: State, to fill: inout PageFill) {
    switch state {
    case .idle: break
    case .working:
      fill["message"] = installation.sentence("account.publishing.working")
      fill.show("working")
    case .failed(let failure, let time, let next):
      fill["failure"] = text(failure)
      fill["failed"] =
        next.map {
          installation.sentence(
            "account.publishing.failed.again",
            ["when": .text(installation.text(time)), "next": .text(installation.text($0))])
        }
        ?? installation.sentence(
          "account.publishing.failed", ["when": .text(installation.text(time))])
      fill.show("failed")
    }
  }

  private func addLast(_ last: LastPublish?, to fill: inout PageFill) {
    if let waiting = installation.configuration.waitingFiles, waiting > 0 {
      fill["waiting"] = sentence("account.publishing.waiting", waiting)
      fill.show("waiting")
    }
    guard let last else { return fill.show("never") }
    fill["last"] = installation.text(last.time)
    var result = [
      sentence("account.publishing.finds", last.finds),
      sentence("account.publishing.files", last.files),
    ]
    if let sent = last.sent { result.append(sentence("account.publishing.sent", sent)) }
    if let removed = last.removed, removed > 0 {
      result.append(sentence("account.publishing.removed", removed))
    }
    fill["result"] = result.joined(separator: " ")
    fill.show("last")
  }

  private func addChanges(
    by rule: PublishRule, to fill: inout PageFill, _ store: borrowing Store
  ) throws {
    guard let changes = try store.changesToPublish(by: rule, atMost: Self.mostChanges) else {
      fill["changes"] = installation.sentence("account.publishing.all-changes")
      return fill.show("some")
    }
    fill.show(changes.count == 0 ? "none" : "some")
    if changes.count > 0 { fill["changes"] = sentence("account.publishing.changed", changes.count) }
    fill.list(
      "change",
      changes.finds.map { change in
        var entry = PageFill()
        entry["page"] = change.find.page
        entry["title"] = change.find.album.title
        entry["artist"] = change.find.album.artist
        entry.show("public", change.isPublic)
        entry.show("private", !change.isPublic)
        return entry
      })
  }

  private func addPublic(
    _ settings: PublishSettings, to fill: inout PageFill, _ store: borrowing Store
  ) throws {
    let rule = settings.rule
    let counts = try store.publicCounts(by: rule)
    fill["rule"] =
      switch settings.choice {
      case .chosen: installation.sentence("account.publishing.rule.chosen")
      case .all: installation.sentence("account.publishing.rule.all")
      case .tag(let tag): installation.sentence("account.publishing.rule.tag", ["tag": .text(tag)])
      }
    fill["finds"] = sentence("account.publishing.finds", counts.finds)
    fill["ratings"] =
      rule.showsRatings
      ? sentence("account.publishing.ratings", counts.rated)
      : installation.sentence("account.publishing.no-ratings")
    fill["notes"] =
      rule.showsNotes
      ? sentence("account.publishing.notes", counts.noted)
      : installation.sentence("account.publishing.no-notes")
  }

  /// The address and the name of the remote. The page does not show the path and the options of the
  /// remote, because they may contain a password.
  private func addAddressAndRemote(_ settings: PublishSettings, to fill: inout PageFill) {
    fill["url"] = settings.url
    fill.show(settings.url == nil ? "no-url" : "url")
    guard settings.remote != nil else { return fill.show("no-remote") }
    fill["remote"] =
      settings.remoteName.map {
        installation.sentence("account.publishing.remote", ["name": .text($0)])
      } ?? installation.sentence("account.publishing.remote.unnamed")
    fill.show("remote")
  }

  /// The reason and the next step, without the values of the remote's options.
  private func text(_ failure: Failure) -> String {
    let secrets = installation.configuration.publishing?.remoteSecrets ?? []
    let text = Array(installation.hostText(failure).utf8)
    return String(
      decoding: text.replacing(secrets.map { (wanted: $0, value: "…") }), as: UTF8.self)
  }

  private func sentence(_ key: String, _ count: Int) -> String {
    installation.sentence(key, ["count": .count(count)])
  }
}
