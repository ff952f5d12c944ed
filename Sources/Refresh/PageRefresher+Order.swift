// Prepares the refresh of several finds. The refresh of one find writes the lists of its month, and these
// lists show every find of the month. The preparation therefore first writes the pictures of all the finds
// and the pages of the new ones. Otherwise the lists would lead to pages and pictures that do not exist yet.

import Albums
import Site
import Store

extension PageRefresher {
  /// Writes the pictures of all stale finds and the pages of new finds. Then removes deleted finds from
  /// the summary pages, before their own pages and pictures are removed.
  func prepare(
    _ pages: [StalePage], in store: borrowing Store
  ) throws(RefreshError) {
    let finds = pages.compactMap { page in
      if case .find(let id) = page.subject { id } else { nil }
    }
    let several = finds.count > 1 ? finds : []
    for id in several {
      prepare(id, in: store) { (find) throws(RefreshError) in
        try writing { () throws(SiteError) in try site.writePictures(of: find) }
      }
    }
    // The index comes first, so that the pages of new finds do not show the deleted finds.
    let hasDeleted = try takeOverDeleted(finds, in: store)
    for id in several {
      prepare(id, in: store) { (find) throws(RefreshError) in
        guard !site.hasPage(of: find) else { return }
        let (neighbours, isWhole) = try neighbours(of: find, in: store)
        try writing { () throws(SiteError) in try site.writeNewPage(of: find, neighbours) }
        // The statistics that are written below count the new find, so the index pages must show
        // it, too.
        guard hasDeleted else { return }
        try reading { () throws(StoreError) in
          try store.takeOver([TakenFind(find.id, isUnfinished: !isWhole)])
        }
      }
    }
    if hasDeleted { try refreshSummaries(in: store, pending: Set(finds)) }
  }

  /// Removes deleted finds from the index. Returns whether the index had any.
  private func takeOverDeleted(
    _ finds: [FindID], in store: borrowing Store
  ) throws(RefreshError) -> Bool {
    try reading { () throws(StoreError) in
      var deleted: [TakenFind] = []
      for id in finds where try store.isDeletedAndIndexed(id) {
        deleted.append(TakenFind(id, isUnfinished: false))
      }
      try store.takeOver(deleted)
      return !deleted.isEmpty
    }
  }

  /// Ignores errors, because the refresh of the find fails with the same error and reports it.
  private func prepare(
    _ id: FindID, in store: borrowing Store, _ body: (Find) throws(RefreshError) -> Void
  ) {
    do throws(RefreshError) {
      guard let find = try reading({ () throws(StoreError) in try store.find(id) }) else { return }
      try body(find)
    } catch {}
  }
}
