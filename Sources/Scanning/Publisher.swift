// From the database to the files: asks Store what changed and hands Site the values.
// Database first, files second: what is not yet on the disk stays noted as unpublished.

package import Albums
package import Site
package import Store

/// An error while pages are written; nothing is lost, the pages stay noted.
package enum PublishError: Error, Equatable, Sendable {
  case store(StoreError)
  case site(SiteError)
}

package struct Publisher: Sendable {
  /// A scan's page is kept for 30 days. Source: INTERFACE.
  package static let scanPageMilliseconds: Int64 = 30 * 24 * 3600 * 1000

  private let site: Site

  package init(site: Site) { self.site = site }

  /// Writes whatever does not yet say what the database says.
  package func publishChanges(in store: borrowing Store) throws(PublishError) {
    for publication in try reading({ () throws(StoreError) in try store.unpublished() }) {
      switch publication.subject {
      case .find(let id): try publish(id, from: store)
      case .scan(let id): try publish(id, from: store)
      }
      try reading { () throws(StoreError) in try store.published(publication) }
    }
  }

  /// Writes all pages of the log.
  package func build(from store: borrowing Store, at now: Timestamp) throws(PublishError) {
    let (last, contents) = try reading { () throws(StoreError) in
      (try store.unpublished().last?.serial, try Self.contents(of: store))
    }
    try writing { () throws(SiteError) in
      let kept = now.advanced(byMilliseconds: -Self.scanPageMilliseconds)
      try site.build(
        contents, findsIn: { try store.finds(in: $0) }, scans: { try store.scans(since: kept) })
    }
    if let last { try reading { () throws(StoreError) in try store.publishedAll(upTo: last) } }
  }

  private static func contents(of store: borrowing Store) throws(StoreError) -> LogContents {
    LogContents(
      newest: try store.newestFinds(LogContents.newestCount), months: try store.months())
  }

  private func publish(_ id: FindID, from store: borrowing Store) throws(PublishError) {
    let (find, surroundings) = try reading { () throws(StoreError) in
      (try store.find(id), try Self.surroundings(of: id, in: store))
    }
    guard let surroundings else { return }
    try writing { () throws(SiteError) in
      if let find {
        try site.publish(find, amid: surroundings)
      } else {
        try site.withdraw(id, amid: surroundings)
      }
    }
  }

  private func publish(_ id: ScanID, from store: borrowing Store) throws(PublishError) {
    guard let scan = try reading({ () throws(StoreError) in try store.scan(id) }) else { return }
    try writing { () throws(SiteError) in try site.publish(scan) }
  }

  private static func surroundings(
    of id: FindID, in store: borrowing Store
  ) throws(StoreError) -> Surroundings? {
    guard let month = try store.month(of: id) else { return nil }
    return Surroundings(
      newest: try store.newestFinds(LogContents.newestCount), months: try store.months(),
      month: month,
      finds: try store.finds(in: month))
  }

  private func reading<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(PublishError) -> Result {
    do { return try body() } catch { throw .store(error) }
  }

  private func writing(_ body: () throws(SiteError) -> Void) throws(PublishError) {
    do { try body() } catch { throw .site(error) }
  }
}
