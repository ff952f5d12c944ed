// The pages that the CGI fills (`FilledPage`). They are no files of the web root.

import Albums

extension Site {
  /// Every filled page with its file name, still with its placeholders.
  package func filledPages() throws(SiteError) -> [(name: String, bytes: [UInt8])] {
    var pages: [(name: String, bytes: [UInt8])] = []
    for page in FilledPage.allCases {
      pages.append((page.fileName, try withPlaceholders(page)))
    }
    return pages
  }

  private func withPlaceholders(_ page: FilledPage) throws(SiteError) -> [UInt8] {
    let words = settings.words
    /// `isPublic` means that a stranger sees the page.
    func plain(
      _ title: String, _ summary: Sentence, look: String = "plain", script: String? = nil,
      isPublic: Bool = false, bar: BarPosition = .apart, closing: Closing? = nil
    ) throws(SiteError) -> [UInt8] {
      let frame = Frame(
        title, summary: summary, look: look, script: script, isPublic: isPublic, bar: bar,
        closing: closing, settings: settings)
      return try templates.render([.view(.frame, frame.view)], template: page.rawValue)
    }
    return switch page {
    case .code: try templates.render(CodePage(settings: settings))
    case .deleted: try templates.render(DeletedPage(settings: settings))
    case .confirm:
      try plain(words("confirm.title"), Sentence("confirm.summary"), isPublic: true)
    case .settings:
      try plain(
        words("settings.title"), Sentence("settings.summary"), script: "settings",
        bar: .at(.settings), closing: .camera)
    case .people:
      try plain(
        words("people.title"), Sentence("people.summary"), bar: .below(.settings),
        closing: .settings)
    case .status:
      try plain(
        words("status.title"), Sentence("status.summary"), bar: .below(.settings),
        closing: .settings)
    case .publishing:
      try plain(
        words("publishing.title"), Sentence("publishing.summary"), script: "imported",
        bar: .below(.settings), closing: .settings)
    case .add:
      try plain(
        words("add.title"), Sentence("add.summary"), bar: .below(.history), closing: .history)
    case .edit:
      try plain(
        words("edit.title"), Sentence("edit.summary"), script: "edit", bar: .below(.history))
    case .edited:
      try plain(words("edited.title"), Sentence("edited.summary"), bar: .below(.history))
    case .import:
      try plain(
        words("import.title"), Sentence("import.summary"), bar: .below(.settings),
        closing: .settings)
    case .imported:
      try plain(
        words("imported.title"), Sentence("imported.summary"), script: "imported",
        bar: .below(.settings))
    case .shelfItems:
      try plain(
        words("shelf.items.title-of-page"), Sentence("shelf.items.summary-of-page"),
        look: "plain shelf-results", script: "items", bar: .below(.scan))
    case .deletedFinds:
      try plain(
        words("deleted-finds.title"), Sentence("deleted-finds.summary"), bar: .below(.history),
        closing: .history)
    }
  }
}
