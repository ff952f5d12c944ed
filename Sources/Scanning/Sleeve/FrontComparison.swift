// Compares the fronts of possible albums with the crop. Fronts are fetched in a small size, the likeliest
// first and a few at a time, and are not stored. A few of them are fetched in a larger size, too.

import Albums
import MusicBrainz
import Photos

/// The fronts of one search that were compared.
package actor FrontComparison {
  /// The fronts that are fetched at the same time.
  static let atOnce = 4

  /// The fronts of one search that are compared in 500 pixels, after 250 pixels did not show the same cover: a photograph
  /// of a picture without large shapes has too few details in common with so small a front. Source: docs/limits.md.
  private static let mostLarger = 6

  private let archive: CoverArtArchive
  private let artworkKeeping: ArtworkKeeping

  /// The fingerprint of the crop.
  private let crop: [UInt8]

  /// The results by the id of the release group; nil: no readable front.
  private var matches: [String: ArtworkMatch?] = [:]

  /// The ids of the release groups whose larger front was fetched.
  private var larger: Set<String> = []

  /// Whether fronts are on their way.
  private(set) var isUnderWay = false

  init(_ archive: CoverArtArchive, _ artworkKeeping: ArtworkKeeping, crop: [UInt8]) {
    self.archive = archive
    self.artworkKeeping = artworkKeeping
    self.crop = crop
  }

  /// The result for a release group; nil if there was nothing to compare.
  func match(_ group: ReleaseGroup) -> ArtworkMatch? { matches[group.id] ?? nil }

  /// Compares the fronts of the groups, the likeliest first, until one shows the same cover. Returns
  /// whether one does.
  func hasSame(among groups: [ReleaseGroup]) async -> Bool {
    if groups.contains(where: { match($0) == .same }) { return true }
    guard !crop.isEmpty else { return false }
    isUnderWay = true
    defer { isUnderWay = false }
    var rest = groups.filter { matches[$0.id] == nil }[...]
    while !rest.isEmpty, !Task.isCancelled {
      let next = rest.prefix(Self.atOnce)
      rest = rest.dropFirst(Self.atOnce)
      let found = await compared(next) { await $0.smallFront(group: $1) }
      matches.merge(found) { $1 }
      if found.values.contains(.same) { return true }
    }
    let again = groups.filter { match($0) != nil && !larger.contains($0.id) }
      .prefix(min(Self.atOnce, Self.mostLarger - larger.count))
    guard !again.isEmpty, !Task.isCancelled else { return false }
    larger.formUnion(again.map(\.id))
    let found = await compared(again) { await $0.mediumFront(group: $1) }
    matches.merge(found) { $1 ?? $0 }
    return found.values.contains(.same)
  }

  private nonisolated func compared(
    _ groups: ArraySlice<ReleaseGroup>,
    _ front: @escaping @Sendable (CoverArtArchive, String) async -> FrontImage
  ) async -> [String: ArtworkMatch?] {
    await withTaskGroup(of: (String, ArtworkMatch?).self) { tasks in
      for group in groups {
        tasks.addTask { [archive, artworkKeeping, crop] in
          let image = await front(archive, group.id)
          let clean = image.bytes.flatMap { artworkKeeping.clean($0) }
          return (group.id, clean.flatMap { ArtworkComparison.agreement(crop, $0.fingerprint) })
        }
      }
      return await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
  }
}
