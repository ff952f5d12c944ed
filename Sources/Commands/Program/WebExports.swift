// Exports for the web: gives the worker the exports of module `Exchange`. Each export reads a copy of the
// database on a thread of its own, so scans do not wait for it.

import Albums
import Exchange
import Host
import Publishing
import Scanning
import Store

extension Setup {
  var exportTools: ExportTools {
    let setup = self
    return ExportTools { (content, person, path) throws(ScanFailure) in
      let result = await onOwnThread { Result { try setup.write(content, of: person, to: path) } }
      do {
        try result.get()
      } catch {
        setup.log.write(Setup.now().iso, "export", "\(error)")
        throw ScanFailure(storing: error)
      }
    }
  }

  private func write(_ content: ExportContent, of person: PersonID, to path: String) throws {
    let copy = Files.temporaryPath(for: configuration.database)
    try openStore().readingCopy(at: copy) { store in
      switch content {
      case .all:
        _ = try HistoryExport(artworkFolder: configuration.artwork).write(store, to: path)
      case .own:
        // A browser opens the table in a spreadsheet.
        _ = try TableExport(.safe, zone: words.zone).write(store, of: person, to: path)
      }
    }
  }
}
