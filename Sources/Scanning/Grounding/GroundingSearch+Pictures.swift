// The grounding's pictures: fetched side by side, kept, and held against the crop.

import Albums

/// The group that was chosen among rivals, with its front.
struct PicturedGroup: Sendable {
  let group: ReleaseGroup
  let front: Front
  let isDecided: Bool
}

extension GroundingSearch {
  /// Where several groups are left, the one whose front agrees best with the crop.
  func pictured(_ choice: GroupChoice, _ crop: [UInt8]) async -> PicturedGroup {
    let rivals = Array(choice.rivals.prefix(crop.isEmpty ? 1 : GroupChoice.mostRivals))
    let fronts = await sideBySide(rivals) { await front(ofGroup: $0.id, crop) }
    let likeliest = ArtworkComparison.likeliest(fronts.map(\.agreement))
    return PicturedGroup(
      group: rivals[likeliest.place], front: fronts[likeliest.place],
      isDecided: choice.isDecided || likeliest.isDecided)
  }

  /// The editions' own fronts: where the group has none, or has another than the sleeve in the hand.
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
    let place = ArtworkComparison.likeliest(fronts.map(\.agreement)).place
    let (best, edition) = (fronts[place], editions[place].id)
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

  /// That there is no picture is kept as well: a known album makes no new request. Source:
  /// docs/product.md step 6.
  private func image(_ entity: String, _ ask: () async -> FrontImage) async -> FrontImage {
    let question = "cover-art:\(entity)"
    if await musicBrainz.kept(question) != nil { return .none }
    let image = await ask()
    if image == .none { await musicBrainz.keep(Array("none".utf8), question) }
    return image
  }

  /// A picture that cannot be read is no answer: the archive may be ill.
  private func kept(_ image: FrontImage, _ crop: [UInt8]) -> Front {
    let kept = image.bytes.flatMap { artworkKeeping.keep($0) }
    return Front(
      kept: kept,
      agreement: kept.flatMap { ArtworkComparison.agreement(crop, $0.fingerprint) },
      isAnswered: kept != nil || image == .none)
  }

  /// In the order of `things`.
  private func sideBySide<Thing: Sendable>(
    _ things: [Thing], _ front: @escaping @Sendable (Thing) async -> Front
  ) async -> [Front] {
    await withTaskGroup(of: (Int, Front).self) { tasks in
      for (place, thing) in things.enumerated() { tasks.addTask { (place, await front(thing)) } }
      var fronts: [(Int, Front)] = []
      for await front in tasks { fronts.append(front) }
      return fronts.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}

extension GroundingSearch {
  /// What the model left open: record label and year of the earliest official edition, and genres.
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
