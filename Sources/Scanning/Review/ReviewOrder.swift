// The request for one review: for whom it is written, and where it is shown.

import Albums
import Store

struct ReviewOrder: Sendable {
  let owner: CallOwner

  /// The key under which the review is stored.
  let key: AlbumKey

  /// The scan's page that shows the text while it arrives; nil if no page shows it.
  var live: LiveText?

  /// Whether a new review is written even if there is one.
  var again = false

  /// Whether the ledger stores the album with the calls.
  var isNamed = true

  /// The confirmation that an early review waits for; nil if the album is certain already.
  var confirmation: Confirmation?

  /// The album in the ledger.
  var named: AlbumKey? { isNamed ? key : nil }
}

/// The confirmation that an early review is about the right album. It comes when the identification
/// has ended. Before the confirmation, the review makes one call at most.
struct Confirmation: Sendable {
  private let signal: AsyncStream<Never>
  private let sender: AsyncStream<Never>.Continuation

  init() { (signal, sender) = AsyncStream.makeStream(of: Never.self) }

  func confirm() { sender.finish() }

  /// Returns after `confirm()`, or if the caller is cancelled.
  func wait() async {
    for await _ in signal {}
  }
}
