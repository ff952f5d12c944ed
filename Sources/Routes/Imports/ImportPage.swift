// GET …/import: the form that uploads a file, the files under way, and the earlier imports with their
// undo.

import Albums
import CGI
import Host
import Store

struct ImportPage {
  static let path = "/cgi-bin/albumscan/import"

  /// The maximum number of earlier imports on the page.
  private static let mostImports = 50

  let access: Access

  private var installation: Installation { access.installation }

  func page(_ store: borrowing Store) throws -> RouteResult {
    var fill = PageFill()
    let uploads = try store.uploadedImports()
    fill.list("open", uploads.compactMap(open))
    fill.show("some", !uploads.compactMap(open).isEmpty)
    let imports = try store.imports(atMost: Self.mostImports)
    let running = Set(
      uploads.filter { $0.state == .queued }.compactMap(\.order.number))
    fill.list("entry", imports.map { entry($0, isRunning: running.contains($0.id)) })
    fill.show("none", imports.isEmpty)
    return RouteResult(
      try installation.page(.import, fill).response,
      needsWorker: try installation.needsWorker(store))
  }

  /// A file with a queued or failed step, or with a finished dry run; nil for any other file.
  private func open(_ upload: UploadedImport) -> PageFill? {
    guard let state = state(of: upload) else { return nil }
    var entry = PageFill()
    entry["id"] = upload.order.upload.text
    entry["name"] = installation.name(of: upload.order.name)
    entry["state"] = state
    entry["when"] = installation.text(upload.created)
    return entry
  }

  private func state(of upload: UploadedImport) -> String? {
    let report = installation.configuration.importReport(upload.order.upload.text)
    switch (upload.state, upload.order.step) {
    case (.queued, let step): return installation.sentence("import.step.\(step.rawValue)")
    case (.done, .check):
      return Files.exists(report) ? installation.sentence("import.step.checked") : nil
    case (.failed, .check):
      return Files.exists(report) ? installation.sentence("import.step.failed") : nil
    case (.failed, _): return installation.sentence("import.step.failed")
    case (.done, _): return nil
    }
  }

  private func entry(_ listed: ListedImport, isRunning: Bool) -> PageFill {
    let record = listed.record
    var entry = PageFill()
    entry["number"] = "\(listed.id)"
    entry["name"] = installation.name(of: record.name)
    entry["format"] = installation.sentence("import.format.\(record.format.rawValue)")
    entry["finds"] = installation.sentence("import.finds", ["count": .count(listed.count)])
    entry["when"] = installation.text(record.created)
    if record.undone != nil {
      entry["state"] = installation.sentence("import.state.undone")
    } else if isRunning {
      entry["state"] = installation.sentence("import.state.under-way")
    } else if record.ended == nil {
      entry["state"] = installation.sentence("import.state.interrupted")
    }
    entry.show("undo", record.undone == nil && listed.count > 0)
    return entry
  }
}

extension Installation {
  /// The name of an imported file for pages; some clients give none.
  func name(of file: String) -> String { file.isEmpty ? sentence("import.unnamed") : file }
}
