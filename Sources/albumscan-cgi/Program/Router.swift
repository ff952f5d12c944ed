// Answers a request: finds the route, checks the right that the route needs, and runs the route.

import Albums
import CGI
import Host
import Store

struct Router {
  let installation: Installation

  func result(of request: Request) -> RouteResult {
    var body = Body(length: request.method == .post ? request.contentLength ?? 0 : 0)
    let refusal: Refusal
    // A client that may use the installation may send at any permitted speed, so that it receives the
    // reason for a refusal.
    var pace = Body.Pace.refused
    do {
      return try route(request, &body, &pace)
    } catch let reason as Refusal {
      refusal = reason
    } catch let error as StoreError {
      installation.log("store", "\(error)")
      refusal = Refusal(error)
    } catch let error as HostError {
      installation.log("cgi", "\(error)")
      refusal = Refusal(error)
    } catch {
      installation.log("cgi", "\(error)")
      refusal = .internalError
    }
    body.drain(within: pace)
    return RouteResult(installation.response(to: refusal, asJSON: request.wantsJSON))
  }

  private func route(
    _ request: Request, _ body: inout Body, _ pace: inout Body.Pace
  ) throws -> RouteResult {
    let route = try Route(request.path, request.method)
    switch route {
    case .home: return RouteResult(try .seeOther("/"))
    case .share:
      // The service worker of the page takes a shared picture. Without the worker, the request may
      // come from any page, so it must change nothing; the reader chooses the picture again.
      body.drain()
      return RouteResult(try .seeOther("/"))
    case .checkSession: return SignInRoutes(installation: installation).check(request)
    case .checkBody: return SignInRoutes(installation: installation).checkBody(request)
    case .session: return try SessionRoute(installation: installation).result(of: request)
    default: break
    }
    // Settings, people and status show months.
    let store =
      route.isPage ? try installation.openStoreWithMonths() : try installation.openStore()
    let identity = try installation.identity(of: request, in: store)
    if !identity.isStranger, isAdmitted(request, identity) { pace = .upload }
    let access = Access(installation: installation, request: request, identity: identity)
    try access.require(route, in: store)
    var result =
      route.changesAccount
      ? try change(route, request, &body, store)
      : try self.result(of: route, request, &body, access, store)
    try access.renewCookie(of: &result.response, in: store)
    return result
  }

  /// Changes an account. The rights are checked again after the form has arrived, because the sender
  /// may have been signed out or demoted meanwhile.
  private func change(
    _ route: Route, _ request: Request, _ body: inout Body, _ store: borrowing Store
  ) throws -> RouteResult {
    let form = try UploadReceiver(installation: installation).form(request, &body)
    let identity = try installation.identity(of: request, in: store)
    let access = Access(installation: installation, request: request, identity: identity)
    try access.require(route, in: store)
    switch route {
    case .changeSettings: return try SettingsRoutes(access: access).change(form, store)
    case .changeDevices: return try DeviceRoutes(access: access).change(form, store)
    default: return try PeopleRoutes(access: access).change(form, store)
    }
  }

  private func isAdmitted(_ request: Request, _ identity: Identity) -> Bool {
    let policy = installation.accessPolicy
    guard case .noPeople = identity else { return policy.reasonToDenyForgery(request) == nil }
    return policy.decision(on: request, changesState: true) == .allowed
  }

  private func result(
    of route: Route, _ request: Request, _ body: inout Body, _ access: Access,
    _ store: borrowing Store
  ) throws -> RouteResult {
    let person = access.personID
    let scans = ScanRoutes(installation: installation, person: person)
    let finds = FindRoutes(installation: installation, person: person)
    switch route {
    case .home, .share, .checkSession, .checkBody, .session, .changeSettings, .changeDevices,
      .changePeople:
      throw Refusal.unknownRoute
    case .signIn:
      return try SignInRoutes(installation: installation).signIn(request, &body, access, store)
    case .signOut:
      return try SignInRoutes(installation: installation).signOut(request, &body, store)
    case .settings: return try SettingsRoutes(access: access).page(store)
    case .people: return try PeopleRoutes(access: access).page(store)
    case .status: return try StatusRoute(access: access).page(store)
    case .deletedFinds: return try DeletedFindsRoute(access: access).page(store)
    case .tray: return try TrayRoute(installation: installation).result(of: request, store)
    case .scans:
      return try AcceptRoute(installation: installation, access: access).result(of: request, &body)
    case .scan(let id): return try scans.state(of: id, request)
    case .retry(let id): return try scans.retry(id, request)
    case .correctScan(let id): return try scans.correct(id, request, &body)
    case .find(let id): return try finds.state(of: id, access)
    case .correctFind(let id): return try finds.correct(id, request, &body)
    case .review(let id): return try finds.review(id, request, &body)
    case .artwork(let id):
      return try ArtworkRoute(installation: installation, person: person)
        .result(of: id, request, &body)
    case .delete(let id): return try finds.delete(id, request)
    case .undelete(let id): return try finds.undelete(id, request)
    case .editForm(let id): return try EditRoutes(access: access).form(of: id, store)
    case .edit(let id): return try EditRoutes(access: access).edit(id, &body, store)
    case .editMany: return try EditRoutes(access: access).editMany(&body, store)
    case .editResult(let id): return try EditRoutes(access: access).page(of: id, store)
    case .undoEdit(let id): return try EditRoutes(access: access).undo(id, &body, store)
    case .imports: return try ImportPage(access: access).page(store)
    case .addImport: return try ImportRoutes(access: access).add(&body, store)
    case .importState(let id): return try ImportedPage(access: access).page(of: id, store)
    case .startImport(let id): return try ImportRoutes(access: access).start(id, &body, store)
    case .cancelImport(let id): return try ImportRoutes(access: access).cancel(id, &body, store)
    case .undoImport(let id): return try ImportRoutes(access: access).undo(id, &body, store)
    }
  }
}
