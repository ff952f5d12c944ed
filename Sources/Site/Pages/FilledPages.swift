// The pages of `FilledPage`. Their templates contain marks, which are plain text here: the CGI
// replaces the marks by the values of one reader.

import Albums

/// `confirm.mustache`: the question before a sign-in. A stranger sees it.
struct ConfirmPage: FramedPage {
  static let template = FilledPage.confirm.rawValue
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("confirm.title"), summary: Sentence("confirm.summary"), look: "dark plain",
      isPublic: true, settings: settings)
  }
}

/// `settings.mustache`.
struct SettingsPage: FramedPage {
  static let template = FilledPage.settings.rawValue
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("settings.title"), summary: Sentence("settings.summary"), look: "dark plain",
      script: "settings", settings: settings)
  }
}

/// `people.mustache`.
struct PeoplePage: FramedPage {
  static let template = FilledPage.people.rawValue
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("people.title"), summary: Sentence("people.summary"), look: "dark plain",
      settings: settings)
  }
}

/// `code.mustache`.
struct CodePage: Page {
  static let template = FilledPage.code.rawValue
  let frame: Frame

  /// The address at which a person types the code.
  let address: String

  func field(_ name: FieldName) -> Field {
    switch name {
    case .frame: Field(frame)
    case .address: Field(address)
    default: .nothing
    }
  }

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("sign-in-code.title"), summary: Sentence("sign-in-code.summary"),
      look: "dark plain", script: "code", settings: settings)
    address = "\(settings.baseURL)/sign-in/"
  }
}

/// `status.mustache`.
struct StatusPage: FramedPage {
  static let template = FilledPage.status.rawValue
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("status.title"), summary: Sentence("status.summary"), look: "dark plain",
      settings: settings)
  }
}

/// `deletedFinds.mustache`.
struct DeletedFindsPage: FramedPage {
  static let template = FilledPage.deletedFinds.rawValue
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("deleted-finds.title"), summary: Sentence("deleted-finds.summary"),
      look: "dark plain", settings: settings)
  }
}

/// `edit.mustache`.
struct EditPage: FramedPage {
  static let template = FilledPage.edit.rawValue
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("edit.title"), summary: Sentence("edit.summary"), look: "dark plain",
      settings: settings)
  }
}

/// `edited.mustache`.
struct EditedPage: FramedPage {
  static let template = FilledPage.edited.rawValue
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("edited.title"), summary: Sentence("edited.summary"), look: "dark plain",
      settings: settings)
  }
}

/// `import.mustache`.
struct ImportPage: FramedPage {
  static let template = FilledPage.import.rawValue
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("import.title"), summary: Sentence("import.summary"), look: "dark plain",
      settings: settings)
  }
}

/// `imported.mustache`.
struct ImportedPage: FramedPage {
  static let template = FilledPage.imported.rawValue
  let frame: Frame

  init(settings: SiteSettings) {
    frame = Frame(
      settings.words("imported.title"), summary: Sentence("imported.summary"), look: "dark plain",
      script: "imported", settings: settings)
  }
}
