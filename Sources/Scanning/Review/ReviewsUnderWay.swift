// Albums whose reviews are being written. Two photos of one cover in quick succession pay for one
// review.

import Albums

/// Belongs to one worker; only one worker runs at a time.
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
