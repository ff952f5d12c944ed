// The state of a published log as far as it is known without its database: for the worker, the doctor and
// the commands.

import Exchange
package import Host
import Site
package import Store

/// The state of the published log.
package struct PublishState: Sendable {
  private let configuration: Configuration

  package init(_ configuration: Configuration) { self.configuration = configuration }

  /// Whether the published log lacks a change of `store`, the household database; whether a picture to share
  /// waits to be drawn; or whether a file was not sent. False without the setting `publish-to`, and as long as
  /// nothing may be published because the host has not confirmed finds of an earlier version.
  ///
  /// A published database that is missing counts as a change: after a restore, the folder and the remote
  /// may have finds that the household database does not show to strangers.
  package func isBehind(_ store: borrowing Store) throws(StoreError) -> Bool {
    guard configuration.publishing != nil, try unconfirmedFinds(in: store).isEmpty else {
      return false
    }
    if !Files.exists(configuration.publishedDatabase) || Files.exists(configuration.unsentMarker)
      || Files.exists(configuration.publishingMarker)
    {
      return true
    }
    if waiting != nil || !PictureQueue(configuration.pictureQueue).isEmpty { return true }
    return try store.hasChangesToPublish()
  }

  /// The finds of an earlier version that the rule would publish, in `store`, the household
  /// database. As long as such finds exist, nothing is published. Empty without the setting
  /// `publish-to`.
  package func unconfirmedFinds(
    in store: borrowing Store
  ) throws(StoreError) -> [UnconfirmedFind] {
    guard let settings = configuration.publishing else { return [] }
    return try store.unconfirmedFinds(by: settings.rule)
  }

  /// The number of files that wait to be sent; nil if none waits, or without a remote.
  package var waiting: Int? { configuration.waitingFiles }

  /// Removes the published database and the list of the remote's files from an installation without
  /// a published log. The folder and the remote stay as they are.
  package func end(in store: borrowing Store) throws(PublishError) {
    guard configuration.publishing == nil else { return }
    try storing { () throws(StoreError) in
      try store.endPublishing()
      try Store.forgetPublished(configuration.publishedDatabase)
    }
    try hosting { () throws(HostError) in
      for marker in [
        configuration.unsentMarker, configuration.publishingMarker, configuration.waitingMarker,
        configuration.lastPublish,
      ] {
        _ = try Files.remove(marker)
      }
      try PictureQueue(configuration.pictureQueue).removeAll()
    }
  }
}

extension PublishState {
  /// Asks the remote for its files at the root. Does nothing without the setting `publish-remote`.
  package func probeRemote() throws(PublishError) {
    guard let settings = configuration.publishing, let target = settings.remote else { return }
    let rclone = try remotely { () throws(RcloneError) in
      try Rclone(for: "publish-remote", configuration: configuration.rcloneConfiguration)
    }
    try RemoteTree(
      rclone: rclone, folder: settings.folder, target: target, lists: configuration.data
    ).probe()
  }
}
