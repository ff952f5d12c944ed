// The routes, as one closed list with the right that each of them needs.

import Albums
import CGI

/// All routes of this program. Source: docs/interface.md "HTTP".
enum Route: Equatable {
  case home
  case session
  case checkSession
  case checkBody
  case signIn
  case signOut
  case settings
  case changeSettings
  case changeDevices
  case people
  case changePeople
  case status
  case deletedFinds
  case share
  case tray
  case scans
  case scan(ScanID)
  case retry(ScanID)
  case correctScan(ScanID)
  case find(FindID)
  case delete(FindID)
  case undelete(FindID)
  case correctFind(FindID)
  case review(FindID)
  case artwork(FindID)
  case editForm(FindID)
  case edit(FindID)
  case editMany
  case editResult(EditID)
  case undoEdit(EditID)
  case imports
  case addImport
  case importState(UploadID)
  case startImport(UploadID)
  case cancelImport(UploadID)
  /// The id of an import in the database.
  case undoImport(Int64)

  /// The right that a client needs. Source: docs/product.md "Who may do what".
  enum Right: Equatable {
    /// Every client.
    case none
    /// Every client if the pages are open; otherwise a person with an account.
    case reading
    /// A person with an account; without people, every client that the access policy admits.
    case using
    /// The person who uploaded the photo of the scan or of the find, or an owner.
    case changing(Owned)
    /// An owner; without people, every client that the access policy admits.
    case owning
  }

  /// Something that belongs to a person.
  enum Owned: Equatable {
    case scan(ScanID)
    case find(FindID)
  }

  var right: Right {
    switch self {
    case .home, .session, .checkSession, .checkBody, .signIn, .signOut, .share: .none
    case .scan, .find, .tray: .reading
    case .scans, .settings, .changeSettings, .changeDevices, .deletedFinds, .editMany,
      .editResult, .undoEdit:
      .using
    case .people, .changePeople, .status, .imports, .addImport, .importState, .startImport,
      .cancelImport, .undoImport:
      .owning
    case .retry(let id), .correctScan(let id): .changing(.scan(id))
    case .delete(let id), .undelete(let id), .correctFind(let id), .review(let id),
      .artwork(let id), .editForm(let id), .edit(let id):
      .changing(.find(id))
    }
  }

  /// Whether the route changes accounts, devices or passphrases. No API token may do that.
  var changesAccount: Bool {
    switch self {
    case .changeSettings, .changeDevices, .changePeople: true
    default: false
    }
  }

  /// Whether the response is a page with the sender's own values.
  var isPage: Bool {
    switch self {
    case .settings, .changeSettings, .changeDevices, .people, .changePeople, .status,
      .deletedFinds, .editForm, .editResult, .imports, .importState:
      true
    default: false
    }
  }

  /// Whether the route accepts GET and HEAD and changes nothing. All other routes accept POST.
  var isRead: Bool {
    switch self {
    case .home, .session, .checkSession, .checkBody, .settings, .people, .status, .deletedFinds,
      .tray, .scan,
      .find, .editForm, .editResult, .imports, .importState:
      true
    case .signIn, .signOut, .changeSettings, .changeDevices, .changePeople, .share, .scans, .retry,
      .correctScan, .delete, .undelete, .correctFind, .review, .artwork, .edit, .editMany,
      .undoEdit, .addImport, .startImport, .cancelImport, .undoImport:
      false
    }
  }

  /// The route of a path and a method. Throws a refusal if the path is unknown or does not accept the
  /// method.
  init(_ path: Request.Path, _ method: Request.Method) throws(Refusal) {
    let routes = Self.routes(of: path.segments[...])
    guard !routes.isEmpty else { throw .unknownRoute }
    guard let route = routes.first(where: { $0.isRead == (method != .post) }) else {
      throw .wrongMethod(allowed: routes.flatMap { $0.isRead ? [.get, .head] : [.post] })
    }
    self = route
  }

  /// At most one route that reads, and one that changes.
  private static func routes(of path: ArraySlice<String>) -> [Route] {
    switch (path.first, path.count) {
    case (nil, 0): return [.home]
    case ("session", 1): return [.session, .signIn]
    case ("session", 2):
      switch path[1] {
      case "check": return [.checkSession]
      case "check-body": return [.checkBody]
      case "delete": return [.signOut]
      default: return []
      }
    case ("settings", 1): return [.settings, .changeSettings]
    case ("devices", 1): return [.changeDevices]
    case ("people", 1): return [.people, .changePeople]
    case ("status", 1): return [.status]
    case ("deleted", 1): return [.deletedFinds]
    case ("share", 1): return [.share]
    case ("scans", 1): return [.tray, .scans]
    case ("scans", 2...): return ScanID(path[1]).map { scanRoutes($0, path[2...]) } ?? []
    case ("edits", 2...): return EditID(path[1]).map { editRoutes($0, path[2...]) } ?? []
    case ("import", 1): return [.imports, .addImport]
    case ("imports", 2...): return importRoutes(path[1], path[2...])
    case ("finds", 2) where path[1] == "edit": return [.editMany]
    case ("finds", 2...): return FindID(path[1]).map { findRoutes($0, path[2...]) } ?? []
    default: return []
    }
  }

  private static func scanRoutes(_ id: ScanID, _ rest: ArraySlice<String>) -> [Route] {
    guard let action = rest.first else { return [.scan(id)] }
    guard rest.count == 1 else { return [] }
    switch action {
    case "retry": return [.retry(id)]
    case "correct": return [.correctScan(id)]
    default: return []
    }
  }

  private static func findRoutes(_ id: FindID, _ rest: ArraySlice<String>) -> [Route] {
    guard let action = rest.first else { return [.find(id)] }
    guard rest.count == 1 else { return [] }
    switch action {
    case "delete": return [.delete(id)]
    case "undelete": return [.undelete(id)]
    case "correct": return [.correctFind(id)]
    case "review": return [.review(id)]
    case "artwork": return [.artwork(id)]
    case "edit": return [.editForm(id), .edit(id)]
    default: return []
    }
  }

  private static func importRoutes(_ id: String, _ rest: ArraySlice<String>) -> [Route] {
    guard let upload = UploadID(id) else {
      guard rest.elementsEqual(["undo"]), let number = importNumber(id) else { return [] }
      return [.undoImport(number)]
    }
    guard let action = rest.first else { return [.importState(upload)] }
    guard rest.count == 1 else { return [] }
    switch action {
    case "start": return [.startImport(upload)]
    case "cancel": return [.cancelImport(upload)]
    default: return []
    }
  }

  /// The number of an import without leading zeros; nil for any other text.
  private static func importNumber(_ text: String) -> Int64? {
    guard (1...18).contains(text.utf8.count), let number = Int64(text), number > 0,
      "\(number)" == text
    else { return nil }
    return number
  }

  private static func editRoutes(_ id: EditID, _ rest: ArraySlice<String>) -> [Route] {
    guard let action = rest.first else { return [.editResult(id)] }
    return rest.count == 1 && action == "undo" ? [.undoEdit(id)] : []
  }
}
