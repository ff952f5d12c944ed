// Refreshes the pages and the status documents of scans.

package import Albums
import Host
import Site
package import Store

extension PageRefresher {
  /// Removes the pages of scans that are more than 30 days old.
  ///
  /// The function lists the pages before it reads the scans, so the page of a scan that arrives
  /// meanwhile stays. The published log has no scans.
  package func removeExpiredScans(
    in store: borrowing Store, at now: Timestamp
  ) throws(RefreshError) {
    guard target.household != nil else { return }
    let names = try hosting { () throws(HostError) in
      try Files.entries(of: "\(target.folder)/scan")
    }
    let kept = try reading { () throws(StoreError) in
      Set(try store.scans(since: Self.oldestKept(at: now)).map(\.id))
    }
    for id in names.compactMap({ ScanID($0) }) where !kept.contains(id) && id != Site.placeholderID
    {
      try writing { () throws(SiteError) in try site.removeScan(id) }
    }
  }

  func refresh(
    _ id: ScanID, from store: borrowing Store, at now: Timestamp, _ live: [ScanID: LiveScan]
  ) throws(RefreshError) {
    guard let scan = try scan(id, from: store, live) else { return }
    try writing { () throws(SiteError) in
      if scan.created < Self.oldestKept(at: now) {
        try site.removeScan(id)
      } else {
        try site.refresh(scan)
      }
    }
  }

  /// Writes only the status of a scan, with the parts of answers that are still arriving. Writes
  /// nothing if the scan waits for no answer.
  package func refreshStatus(
    of id: ScanID, from store: borrowing Store, _ live: [ScanID: LiveScan]
  ) throws(RefreshError) {
    guard !Files.exists(target.buildingMarker), let scan = try scan(id, from: store, live),
      scan.state == .identifying || scan.reviewSoFar != nil
    else { return }
    try writing { () throws(SiteError) in try site.refreshStatus(scan) }
  }

  /// Adds the parts of answers that are still arriving. A scan that has ended or waits shows none, so
  /// a refresh and a build write the same page.
  private func scan(
    _ id: ScanID, from store: borrowing Store, _ live: [ScanID: LiveScan]
  ) throws(RefreshError) -> Scan? {
    guard var scan = try reading({ () throws(StoreError) in try store.scan(id) }) else {
      return nil
    }
    switch scan.state {
    case .identified, .reviewing: scan.reviewSoFar = live[id]?.review
    case .identifying:
      guard scan.album == nil, let album = live[id]?.album else { break }
      (scan.album, scan.isProvisional) = (album, true)
      scan.earlier = try reading { () throws(StoreError) in
        try store.earlierFinds(of: album.key, before: scan)
      }
    case .queued, .complete, .identificationFailed, .waiting, .failed: break
    }
    return scan
  }
}
