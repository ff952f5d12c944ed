// Reasons to refuse a request that need another sentence than that of their code.

/// A refused request whose code alone would be misleading. The raw value names its error page.
package enum RefusalDetail: String, CaseIterable, Sendable {
  /// The client's idempotency key has another form than 8 to 64 letters, digits and hyphens.
  case malformedKey
  /// The data folder or the database cannot be written.
  case notWritable

  package var code: FailureCode {
    switch self {
    case .malformedKey: .badRoute
    case .notWritable: .busy
    }
  }

  /// The failure, as a heading.
  package var headline: String {
    switch self {
    case .malformedKey: "The upload's key is invalid"
    case .notWritable: "The server cannot save anything"
    }
  }

  /// The advice for the user.
  package var advice: String {
    switch self {
    case .malformedKey:
      "A key has 8 to 64 letters, digits and hyphens. Reload the page and send the photo again; nothing was kept."
    case .notWritable:
      "The data folder or the database is read-only. Ask the host of this site to make it writable; albumscan doctor names the folder. Nothing was charged."
    }
  }
}
