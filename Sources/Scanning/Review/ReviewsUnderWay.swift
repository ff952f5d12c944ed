// The albums whose reviews are being written. If two photos show the same cover, the second scan
// waits for the first review and does not pay for another review.

import Albums

/// Only one worker runs at a time, so the set in its memory is complete.
actor ReviewsUnderWay {
  private static let pause = Duration.milliseconds(100)

  private var keys: Set<AlbumKey> = []

  /// Waits until no other job writes a review of the album; false if the caller is cancelled
  /// meanwhile.
  func begin(_ key: AlbumKey) async -> Bool {
    while keys.contains(key) {
      do { try await Task.sleep(for: Self.pause) } catch { return false }
    }
    keys.insert(key)
    return true
  }

  func end(_ key: AlbumKey) { keys.remove(key) }
}
