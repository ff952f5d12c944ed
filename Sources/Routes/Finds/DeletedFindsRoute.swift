// GET …/deleted: the finds that the sender can still restore.

import Albums
import CGI
import Host
import Store

struct DeletedFindsRoute {
  let access: Access

  private var installation: Installation { access.installation }

  /// A person sees their own deleted finds; an owner sees all deleted finds.
  func page(_ store: borrowing Store) throws -> RouteResult {
    let now = installation.now
    let finds = try store.deletedFinds(of: access.isOwner ? nil : access.personID, at: now)
    var fill = PageFill()
    fill.list(
      "find",
      finds.map { deleted in
        var entry = PageFill()
        entry["id"] = deleted.find.id.text
        entry["title"] = deleted.find.album.title
        entry["artist"] = deleted.find.album.artist
        entry["when"] = installation.day(deleted.deleted)
        entry["until"] = installation.day(
          deleted.deleted.advanced(byMilliseconds: Store.deletedFindMilliseconds))
        return entry
      })
    fill.show("none", finds.isEmpty)
    return RouteResult(
      try installation.page(.deletedFinds, fill).response,
      needsWorker: try installation.needsWorker(store))
  }
}
