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
      installation.logUnlessRepeated("store", "\(error)")
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
    let (route, ids) = try Route.matching(request.path, request.method)
    if case .open(let answer) = route.handler { return try answer(installation, request, &body) }
    // Pages such as settings, people and status show months.
    let store =
      route.isPage ? try installation.openStoreWithMonths() : try installation.openStore()
    let identity = try installation.identity(of: request, in: store)
    if !identity.isStranger, isAdmitted(request, identity) { pace = .upload }
    let access = Access(installation: installation, request: request, identity: identity)
    try access.require(route, ids, in: store)
    var result: RouteResult
    switch route.handler {
    case .open(let answer): result = try answer(installation, request, &body)
    case .stored(let answer): result = try answer(access, ids, &body, store)
    case .form(let answer):
      // The rights are checked again after the form has arrived, because the sender may have been signed
      // out or demoted meanwhile.
      let form = try UploadReceiver(installation: installation).form(request, &body)
      let access = Access(
        installation: installation, request: request,
        identity: try installation.identity(of: request, in: store))
      try access.require(route, ids, in: store)
      result = try answer(access, form, store)
    }
    try access.renewCookie(of: &result.response, in: store)
    return result
  }

  private func isAdmitted(_ request: Request, _ identity: Identity) -> Bool {
    let policy = installation.accessPolicy
    guard case .noPeople = identity else { return policy.reasonToDenyForgery(request) == nil }
    return policy.decision(on: request, changesState: true) == .allowed
  }
}
