// Errors of publishing, worded for the command line, and the failures that they become in the queue.

package import Albums
package import Exchange
package import Host
package import Refresh
package import Site
package import Store

/// The reason why the published log was not published or not sent. Nothing is lost: the next
/// publish continues.
package enum PublishError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The folder cannot be used; the text says what to do.
  case refused(String)

  /// The rule of the published log would publish `count` finds of an earlier version, which did not store
  /// a "no" (`Store.unconfirmedFinds`). Folder and remote stay as they are.
  case unconfirmed(count: Int)

  /// Another process publishes, or its rclone still runs.
  case busy
  case host(HostError)
  case store(StoreError)
  case site(SiteError)
  case refresh(RefreshError)
  case rclone(RcloneError)

  package var description: String {
    switch self {
    case .refused(let reason): reason
    case .unconfirmed(let count):
      "the published log and its remote stay as they are, because \"publish\" would publish finds that an "
        + "earlier version may have kept private: \(count); see them with albumscan publish "
        + "--undecided, then run albumscan publish --confirm-undecided"
    case .busy: "another process publishes the log now; try again later"
    case .host(let error): "\(error)\(remedy)"
    case .store(let error): "\(error)"
    case .site(let error): "\(error)\(remedy)"
    case .refresh(let error): "\(error)\(remedy)"
    case .rclone(let error): "\(error)"
    }
  }

  /// The remedy for a file that this user may not read or write.
  private var remedy: String {
    guard fileError?.isNotWritable == true else { return "" }
    return
      "; make it readable and writable for the user \(Programs.userName), then run albumscan publish"
  }

  /// Whether a file or folder could not be read or written, although the disk is not full.
  var isOfFiles: Bool { fileError != nil && !isDiskFull }

  /// The error of the operating system about a file of the published log.
  private var fileError: HostError? {
    switch self {
    case .host(let error), .site(.files(let error)), .refresh(.host(let error)),
      .refresh(.site(.files(let error))):
      error
    case .refused, .unconfirmed, .busy, .store, .site, .refresh, .rclone: nil
    }
  }

  /// The failure of a job that publishes.
  package var failure: Failure {
    if isDiskFull { return .diskFull }
    switch self {
    case .busy: return .busy
    case .store(let error) where error.isBusy: return .busy
    case .refresh(.store(let error)) where error.isBusy: return .busy
    case .rclone: return .notSent(reason: "\(self)")
    case .refused, .unconfirmed, .host, .store, .site, .refresh:
      return .notPublished(reason: "\(self)")
    }
  }

  /// Whether a further attempt can succeed only after the host has changed something.
  package var isFinal: Bool {
    switch self {
    case .refused, .unconfirmed: true
    case .busy, .host, .store, .site, .refresh, .rclone: false
    }
  }

  private var isDiskFull: Bool {
    switch self {
    case .host(let error), .rclone(.host(let error)), .site(.files(let error)): error.isDiskFull
    case .store(let error): error.isDiskFull
    case .refresh(let error): error.isDiskFull
    case .refused, .unconfirmed, .busy, .site, .rclone: false
    }
  }
}

/// Turns errors of the operating system into cases of this type.
func hosting<Value: ~Copyable>(
  _ body: () throws(HostError) -> Value
) throws(PublishError) -> Value {
  do { return try body() } catch { throw .host(error) }
}

/// Turns errors of the database into cases of this type.
func storing<Value: ~Copyable>(
  _ body: () throws(StoreError) -> Value
) throws(PublishError) -> Value {
  do { return try body() } catch { throw .store(error) }
}

/// Turns errors of pages into cases of this type.
func refreshing<Value>(
  _ body: () throws(RefreshError) -> Value
) throws(PublishError) -> Value {
  do { return try body() } catch { throw .refresh(error) }
}

/// Turns errors of rclone into cases of this type.
func remotely<Value>(
  _ body: () throws(RcloneError) -> Value
) throws(PublishError) -> Value {
  do { return try body() } catch { throw .rclone(error) }
}
