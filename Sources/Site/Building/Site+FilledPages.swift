// The pages that the CGI fills (`FilledPage`). They are no files of the web root.

import Albums

extension Site {
  /// Every filled page with its file name, still with its marks. A page without a template is
  /// missing: a host may have copied the templates of an earlier version.
  package func filledPages() throws(SiteError) -> [(name: String, bytes: [UInt8])] {
    var pages: [(name: String, bytes: [UInt8])] = []
    for page in FilledPage.allCases where templates.has(page.rawValue) {
      pages.append((page.fileName, try marked(page)))
    }
    return pages
  }

  private func marked(_ page: FilledPage) throws(SiteError) -> [UInt8] {
    switch page {
    case .confirm: try templates.render(ConfirmPage(settings: settings))
    case .settings: try templates.render(SettingsPage(settings: settings))
    case .people: try templates.render(PeoplePage(settings: settings))
    case .code: try templates.render(CodePage(settings: settings))
    case .status: try templates.render(StatusPage(settings: settings))
    case .edit: try templates.render(EditPage(settings: settings))
    case .edited: try templates.render(EditedPage(settings: settings))
    case .deleted: try templates.render(DeletedPage(settings: settings))
    case .import: try templates.render(ImportPage(settings: settings))
    case .imported: try templates.render(ImportedPage(settings: settings))
    case .deletedFinds: try templates.render(DeletedFindsPage(settings: settings))
    }
  }
}
