// Pictures for the metadata lookup: fetched in parallel, stored, and compared with the crop.

import Albums
import HTTP
import MusicBrainz
import Photos

/// The chosen release group with its front.
struct PicturedGroup: Sendable {
  let group: ReleaseGroup
  let front: Front
  let isDecided: Bool
}

extension LookupSearch {
  /// The rival whose front matches the crop best. Without a crop, the first rival.
  func pictured(_ choice: GroupChoice, _ crop: [UInt8]) async -> PicturedGroup {
    let rivals = Array(choice.rivals.prefix(crop.isEmpty ? 1 : GroupChoice.mostRivals))
    let fronts = await sideBySide(rivals) { await front(ofGroup: $0.id, crop) }
    let likeliest = ArtworkComparison.likeliest(fronts.map(\.agreement))
    return PicturedGroup(
      group: rivals[likeliest.index], front: fronts[likeliest.index],
      isDecided: choice.isDecided || likeliest.isDecided)
  }

  /// Fetches the fronts of editions when the group has no front, or a front that clearly differs
  /// from the photographed sleeve.
  func compareEditions(of pictured: PicturedGroup, _ crop: [UInt8]) async {
    let front = pictured.front
    let isWanted =
      ArtworkComparison.wantsAnotherEdition(front.agreement)
      || front.isAnswered && front.kept == nil
    guard isWanted, let all = try? await musicBrainz.editions(of: pictured.group.id) else { return }
    let named = await found.value.release
    let first = all.filter { $0.id == named } + all.filter { $0.id != named }
    let editions = Array(first.prefix(front.kept == nil ? 1 : Self.mostEditions))
    let fronts = await sideBySide(editions) { await self.front(ofRelease: $0.id, crop) }
    guard !fronts.isEmpty else { return }
    let index = ArtworkComparison.likeliest(fronts.map(\.agreement)).index
    let (best, edition) = (fronts[index], editions[index].id)
    if front.kept == nil || ArtworkComparison.isBetter(best.agreement, than: front.agreement) {
      await found.change { $0.take(best, of: edition) }
    }
  }

  private func front(ofGroup group: String, _ crop: [UInt8]) async -> Front {
    kept(await image("release-group/\(group)") { await archive.front(group: group) }, crop)
  }

  private func front(ofRelease release: String, _ crop: [UInt8]) async -> Front {
    kept(await image("release/\(release)") { await archive.front(release: release) }, crop)
  }

  /// The front of an entity (a release or a release group). The cache stores that an entity has no
  /// front, so no second request is made for it. Source: docs/product.md step 6.
  private func image(_ entity: String, _ ask: () async -> FrontImage) async -> FrontImage {
    let question = "cover-art:\(entity)"
    if !musicBrainz.asksAgain, await musicBrainz.cache.read(question) != nil { return .none }
    let image = await ask()
    if image == .none { await musicBrainz.cache.write(Array("none".utf8), question) }
    return image
  }

  /// Stores a front and compares it with the crop. An unreadable picture does not count as an
  /// answer, because it may be an error of the archive.
  private func kept(_ image: FrontImage, _ crop: [UInt8]) -> Front {
    let kept = image.bytes.flatMap { artworkKeeping.keep($0) }
    return Front(
      kept: kept,
      agreement: kept.flatMap { ArtworkComparison.agreement(crop, $0.fingerprint) },
      isAnswered: kept != nil || image == .none)
  }

  /// Fetches fronts in parallel and returns them in the order of `things`.
  private func sideBySide<Thing: Sendable>(
    _ things: [Thing], _ front: @escaping @Sendable (Thing) async -> Front
  ) async -> [Front] {
    await withTaskGroup(of: (Int, Front).self) { tasks in
      for (index, thing) in things.enumerated() { tasks.addTask { (index, await front(thing)) } }
      var fronts: [(Int, Front)] = []
      for await front in tasks { fronts.append(front) }
      return fronts.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

extension LookupSearch {
  /// Adds data that the model left out: genres, and the record label and year of the earliest
  /// official edition.
  func fillIn(_ group: ReleaseGroup, for album: Album) async {
    if album.recordLabel == nil || group.year == nil && album.year == nil {
      if let first = try? await musicBrainz.editions(of: group.id).first {
        await found.change {
          $0.recordLabel = first.recordLabel
          $0.release = $0.release ?? first.id
          $0.year = $0.year ?? first.year
        }
      }
    }
    if album.genres.isEmpty, let genres = try? await musicBrainz.genres(of: group.id) {
      await found.change { $0.genres = genres }
    }
  }
}
