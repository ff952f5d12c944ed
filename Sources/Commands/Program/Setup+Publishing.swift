// Creates the publisher of the published log from the control file, and passes it to the worker as
// closures.

import Albums
import Host
import Publishing
import Refresh
import Scanning
import Site
import Store

extension Setup {
  /// The site of the published log.
  func openPublishedSite(_ settings: PublishSettings) throws -> Site {
    do {
      return try Site(
        root: settings.folder, templates: configuration.templates,
        publishedTemplates: settings.templates, installedTemplates: Self.installedTemplates,
        publicFiles: configuration.publicFiles, artwork: configuration.artwork,
        settings: SiteSettings(
          publishing: try appearance(of: settings),
          usesCoverColours: configuration.usesCoverColours,
          pictureQueue: drawer(settings).map { (_) in configuration.pictureQueue }, words: words))
    } catch let error as SiteError {
      throw Ending(.usage, "\(error)")
    }
  }

  /// Nil if no pictures to share are wanted, or `vips` is not installed.
  private func drawer(_ settings: PublishSettings) -> PictureDrawer? {
    guard settings.hasPictures else { return nil }
    return PictureDrawer(
      photoProgram: "\(Surroundings.current.programs)/albumscan-photo", configuration: configuration
    )
  }

  private func appearance(of settings: PublishSettings) throws -> PublishedAppearance {
    PublishedAppearance(
      title: settings.title, author: settings.author, about: try about(settings),
      url: settings.url, isIndexed: settings.isIndexed, colour: settings.colour,
      background: settings.background, showsNotes: settings.showsNotes,
      showsRatings: settings.showsRatings)
  }

  /// The Markdown about the published log; nil if there is no file.
  private func about(_ settings: PublishSettings) throws -> String? {
    guard Files.exists(settings.about) else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try Files.read(settings.about, limit: PublishedAppearance.aboutLimit)
    } catch {
      throw Ending(.usage, "\(error)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Ending(.usage, words("cli.publish.about", ["file": .text(settings.about)]))
    }
    return text
  }

  /// Publishes the history with a connection of its own to the database.
  func publish(
    _ options: PublishOptions,
    progress: @escaping @Sendable (PublishProgress) -> Void = { (_) in }
  ) throws(PublishError) -> PublishReport {
    do {
      guard let settings = configuration.publishing else {
        throw PublishError.refused(
          words("cli.publish.no-folder", ["file": .text(configuration.file)]))
      }
      let store = try openStore(waitMilliseconds: 600_000)
      let publisher = LogPublisher(
        configuration: configuration, settings: settings, site: try openPublishedSite(settings),
        program: Surroundings.current.build, zone: words.zone, drawer: drawer(settings),
        progress: progress)
      return try publisher.publish(from: store, at: Self.now(), options)
    } catch let error as PublishError {
      throw error
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      throw .refused((error as? Ending)?.message ?? "\(error)")
    }
  }

  /// The published log for the worker. A worker may run for weeks, so each job reads the control
  /// file again. After a change of the rule, no page may be written by the former rule.
  var publishTools: PublishTools {
    let setup = self
    return PublishTools(
      isBehind: { (store) throws(StoreError) in
        // If the control file cannot be read, the job fails with the reason.
        let present = (try? Setup.read(setup.configuration.file)) ?? setup.configuration
        return try PublishState(present).isBehind(store)
      },
      publish: { () throws(ScanFailure) in
        let result = await onOwnThread {
          Result { () throws(PublishError) in try setup.publishForJob() }
        }
        do throws(PublishError) {
          try result.get()
        } catch {
          // A worker that runs for a long time may try a refused published log many times, so the
          // same line is not repeated.
          setup.log.writeUnlessRepeated(Setup.now().iso, "publish", "\(error)")
          throw ScanFailure(error.failure, isFinal: error.isFinal)
        }
      })
  }

  /// Publishes the history by the present control file. Does nothing if the control file no longer
  /// has `publish-to`.
  private func publishForJob() throws(PublishError) {
    let present: Setup
    do {
      present = try Setup(rereading: self)
    } catch {
      throw .refused((error as? Ending)?.message ?? "\(error)")
    }
    guard present.configuration.publishing != nil else { return }
    _ = try present.publish(.job)
  }

  /// Removes the published database and the lists of an installation that no longer has a published
  /// log.
  func endPublishingIfUnset(_ store: borrowing Store) throws {
    do throws(PublishError) {
      try PublishState(configuration).end(in: store)
    } catch {
      throw Ending(error)
    }
  }

  /// Prepares the folder and the database for the published log.
  func preparePublishing(_ store: borrowing Store) throws {
    try endPublishingIfUnset(store)
    guard let settings = configuration.publishing else { return }
    let feedID = try store.preparePublishing()
    do throws(PublishError) {
      try PublishedFolder(settings.folder).prepare(for: feedID)
    } catch {
      throw Ending(error)
    }
  }

  /// Starts a worker that publishes the history, if the published log is behind. The command does
  /// not wait for it.
  func publishInBackground(_ store: borrowing Store) throws {
    if try configuration.queuePublishing(store) { try configuration.startWorkerInBackground() }
  }
}

extension ScanTools {
  /// The same as `Setup.publishInBackground`, for a command that shares its database with jobs.
  func publishInBackground() async throws {
    let configuration = configuration
    let isQueued = try await database.with { (store) throws(StoreError) in
      try configuration.queuePublishing(store)
    }
    if isQueued { try configuration.startWorkerInBackground() }
  }
}

extension Configuration {
  func startWorkerInBackground() throws(HostError) {
    let surroundings = Surroundings.current
    try startWorker(surroundings.programs, givesWay: surroundings.isProgram)
  }

  /// Queues the job that publishes the history; false if the published log is not behind.
  fileprivate func queuePublishing(_ store: borrowing Store) throws(StoreError) -> Bool {
    guard try PublishState(self).isBehind(store) else { return false }
    try store.queuePublishing(at: Setup.now())
    return true
  }
}

extension Ending {
  /// The end of a command that could not publish the history.
  init(_ error: PublishError) {
    switch error {
    case .refused(let reason): self.init(.usage, reason)
    case .rclone: self.init(.provider, "\(error)")
    case .store(let error), .refresh(.store(let error)): self.init(.no, error.explanation)
    case .unconfirmed, .busy, .host, .site, .refresh: self.init(.no, "\(error)")
    }
  }
}
