// The checks of the doctor about the published log: its folder, its templates, the files that wait, the
// last failure, the remote, and the limits of hosting services.

import Albums
import Exchange
import Host
import Publishing
import Site
import Store

extension Examination {
  /// No finding without the setting publish-to. Sends no request.
  func publishing() -> [Finding] {
    guard let settings = configuration.publishing else { return [] }
    return [
      publishedFolder(settings), unconfirmedFinds(), publishedTemplates(settings), publishFailure(),
      waitingFiles(),
      rcloneForPublishing(settings), sharedPictures(settings), treeSize(settings),
    ].compactMap(\.self)
  }

  private func publishedFolder(_ settings: PublishSettings) -> Finding {
    let subject = "publish-to \(settings.folder)"
    let folder = PublishedFolder(settings.folder)
    do {
      if let objection = try folder.objection(for: publishedLog) {
        return Finding(subject: subject, remedy: objection)
      }
      guard folder.isOurs else {
        return Finding(
          subject: subject,
          remedy: "there is no published log yet; run \(setup.command("publish"))",
          isWarning: true)
      }
      let folders = ["", "/album", "/history"].map { settings.folder + $0 }.filter(Files.exists)
      for folder in folders { try writeProbe(in: folder) }
      return Finding(subject: subject, remedy: nil)
    } catch let error as StoreError {
      return Self.unchecked(subject, error)
    } catch {
      return Finding(subject: subject, remedy: "\(error); make all of it writable for this user")
    }
  }

  /// The id that the marker file of the folder must name: empty for a published log that was never
  /// published, nil if the database cannot be opened.
  private var publishedLog: String? {
    get throws(StoreError) {
      guard let store = openedStore() else { return nil }
      return try store.feedID(of: .published)
    }
  }

  private func publishedTemplates(_ settings: PublishSettings) -> Finding {
    let subject = "publish-templates \(settings.templates.joined(separator: ", "))"
    do {
      return Self.templates(
        subject, unknown: try setup.openPublishedSite(settings).unknownFields)
    } catch {
      return Finding(subject: subject, remedy: (error as? Ending)?.message ?? "\(error)")
    }
  }

  /// The finds that the host has to confirm after an upgrade.
  private func unconfirmedFinds() -> Finding? {
    guard let store = openedStore() else { return nil }
    let subject = "finds of an earlier version that publish chooses"
    do {
      let count = try PublishState(configuration).unconfirmedFinds(in: store).count
      return count == 0
        ? nil : Finding(subject: subject, remedy: "\(PublishError.unconfirmed(count: count))")
    } catch {
      return Self.unchecked(subject, error)
    }
  }

  /// The reason why the last job that published ended or waits.
  private func publishFailure() -> Finding? {
    guard let store = openedStore() else { return nil }
    do {
      return try store.publishFailure().map { (failure, time) in
        Finding(
          subject: "publishing at \(time.iso)",
          remedy: "\(setup.words.text(failure.reason)); repair this, then run "
            + setup.command("publish"))
      }
    } catch {
      return Self.unchecked("the last publishing", error)
    }
  }

  private func waitingFiles() -> Finding? {
    guard let count = PublishState(configuration).waiting else { return nil }
    return Finding(
      subject: "files of the published log that wait to be sent: \(count)",
      remedy: "the worker sends them; to send them now, run "
        + setup.command("publish"), isWarning: true)
  }

  private func rcloneForPublishing(_ settings: PublishSettings) -> Finding? {
    guard let remote = settings.remote else { return nil }
    return Finding(subject: "publish-remote \(remote)", remedy: Rclone.installed.absence)
  }

  /// The reason why links to the published log show the cover alone instead of a picture to share.
  private func sharedPictures(_ settings: PublishSettings) -> Finding? {
    guard settings.hasPictures, settings.url != nil else { return nil }
    let subject = "pictures to share"
    if let absence = PictureDrawer.installed.absence {
      return Finding(
        subject: subject,
        remedy:
          "\(absence), or set publish-pictures: off; until then, previews of links show the cover",
        isWarning: true)
    }
    do {
      let failures = try PictureFailures(in: PictureQueue(configuration.pictureQueue))
      return Finding(subject: subject, remedy: failures.remedy, isWarning: true)
    } catch {
      return Finding(subject: subject, remedy: "\(error)")
    }
  }

  /// Compares the published log with the limits of hosting services. All services are checked,
  /// because the domain of `publish-url` may not show which service serves the published log.
  private func treeSize(_ settings: PublishSettings) -> Finding? {
    let folder = PublishedFolder(settings.folder)
    guard folder.isOurs else { return nil }
    let site: Site
    do {
      site = try setup.openPublishedSite(settings)
    } catch {
      // The check of the templates names the reason.
      return nil
    }
    let size: TreeSize
    do {
      size = try TreeSize(of: site, in: folder)
    } catch {
      return Self.unchecked("size of the published log", error)
    }
    let exceeded = HostLimits.all.compactMap { host in
      let limits = host.exceeded(by: size)
      return limits.isEmpty ? nil : "too large for \(host.name): \(limits.joined(separator: ", "))"
    }
    return Finding(
      subject: "published log: \(size.files) files, \(size.bytes / 1_000_000) MB, the largest is "
        + "\(size.largest) with \(size.largestBytes / 1_000_000) MB",
      remedy: exceeded.isEmpty
        ? nil : "\(exceeded.joined(separator: "; ")); see docs/publishing.md", isWarning: true)
  }

  /// Asks the remote for its files.
  func askPublishRemote() -> [Finding] {
    guard let remote = configuration.publishing?.remote, Rclone.installed.path != nil else {
      return []
    }
    let subject = "published log at \(remote)"
    do {
      try PublishState(configuration).probeRemote()
      return [Finding(subject: subject, remedy: nil)]
    } catch {
      return [Finding(subject: subject, remedy: "\(error)")]
    }
  }
}
