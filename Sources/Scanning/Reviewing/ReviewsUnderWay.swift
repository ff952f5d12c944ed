// Albums whose reviews are being written: two photos of one sleeve, a moment apart, pay for one review.

import Albums

/// Of one worker; there is only one at a time.
actor ReviewsUnderWay {
  private static let pause = Duration.milliseconds(100)

  private var keys: Set<AlbumKey> = []

  /// Waits until nobody else is at the album; false where the caller was given up meanwhile.
  func begin(_ key: AlbumKey) async -> Bool {
    while keys.contains(key) {
      do { try await Task.sleep(for: Self.pause) } catch { return false }
    }
    keys.insert(key)
    return true
  }

  func end(_ key: AlbumKey) { keys.remove(key) }
}
