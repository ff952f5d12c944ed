// Errors of publishing, worded for the command line, and the failures that they become in the queue.

package import Albums
package import Exchange
package import Host
package import Refresh
package import Site
package import Store

/// The reason why the log was not published or not sent. Nothing is lost: the next publish continues.
package enum PublishError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The folder cannot be used; the text says what to do.
  case refused(String)

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
    case .busy: "another process publishes the log now; try again later"
    case .host(let error): "\(error)"
    case .store(let error): "\(error)"
    case .site(let error): "\(error)"
    case .refresh(let error): "\(error)"
    case .rclone(let error): "\(error)"
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
    case .refused, .host, .store, .site, .refresh: return .notPublished(reason: "\(self)")
    }
  }

  /// Whether only the host can change something, so that no attempt helps before.
  package var isFinal: Bool {
    if case .refused = self { true } else { false }
  }

  private var isDiskFull: Bool {
    switch self {
    case .host(let error), .rclone(.host(let error)), .site(.files(let error)),
      .refresh(.host(let error)), .refresh(.site(.files(let error))):
      error.isDiskFull
    case .store(let error), .refresh(.store(let error)): error.isDiskFull
    case .refused, .busy, .site, .refresh, .rclone: false
    }
  }
}

/// Gives errors of the operating system their case.
func hosting<Value: ~Copyable>(
  _ body: () throws(HostError) -> Value
) throws(PublishError) -> Value {
  do { return try body() } catch { throw .host(error) }
}

/// Gives errors of the database their case.
func storing<Value: ~Copyable>(
  _ body: () throws(StoreError) -> Value
) throws(PublishError) -> Value {
  do { return try body() } catch { throw .store(error) }
}

/// Gives errors of pages their case.
func refreshing<Value>(
  _ body: () throws(RefreshError) -> Value
) throws(PublishError) -> Value {
  do { return try body() } catch { throw .refresh(error) }
}

/// Gives errors of rclone their case.
func remotely<Value>(
  _ body: () throws(RcloneError) -> Value
) throws(PublishError) -> Value {
  do { return try body() } catch { throw .rclone(error) }
}
