// The routes, as one closed list. An unknown route gets a 404, and a wrong method gets a 405.

import Albums
import CGI
import Host
import Store

/// All routes of this program. Source: docs/interface.md "HTTP".
enum Route: Equatable {
  case home
  case session
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

  /// The route of a path; nil if the path is unknown.
  init?(_ path: Request.Path) {
    let segments = path.segments
    switch (segments.first, segments.count) {
    case (nil, 0): self = .home
    case ("session", 1): self = .session
    case ("scans", 1): self = .scans
    case ("scans", 2):
      guard let id = ScanID(segments[1]) else { return nil }
      self = .scan(id)
    case ("scans", 3):
      guard let id = ScanID(segments[1]) else { return nil }
      switch segments[2] {
      case "retry": self = .retry(id)
      case "correct": self = .correctScan(id)
      default: return nil
      }
    case ("finds", 2):
      guard let id = FindID(segments[1]) else { return nil }
      self = .find(id)
    case ("finds", 3):
      guard let id = FindID(segments[1]) else { return nil }
      switch segments[2] {
      case "delete": self = .delete(id)
      case "undelete": self = .undelete(id)
      case "correct": self = .correctFind(id)
      case "review": self = .review(id)
      case "artwork": self = .artwork(id)
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether the route accepts GET and HEAD and changes nothing. All other routes accept POST.
  var isRead: Bool {
    switch self {
    case .home, .session, .scan, .find: true
    case .scans, .retry, .correctScan, .delete, .undelete, .correctFind, .review, .artwork: false
    }
  }
}

struct Router {
  let installation: Installation

  func result(of request: Request) -> RouteResult {
    var body = Body(length: request.method == .post ? request.contentLength ?? 0 : 0)
    let refusal: Refusal
    do {
      return try route(request, &body)
    } catch let reason as Refusal {
      refusal = reason
      body.drain(within: drainPace(for: request))
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
    return RouteResult(installation.response(to: refusal, asJSON: request.wantsJSON))
  }

  /// The pace at which the body of a refused request is dropped. A client that the access policy
  /// admits may send at any permitted speed, so that it receives the reason for the refusal.
  private func drainPace(for request: Request) -> Body.Pace {
    let decision = installation.accessPolicy.decision(on: request, changesState: true)
    return decision == .allowed ? .upload : .refused
  }

  private func route(_ request: Request, _ body: inout Body) throws -> RouteResult {
    guard let route = Route(request.path) else { throw Refusal.unknownRoute }
    guard route.isRead == (request.method != .post) else {
      throw Refusal.wrongMethod(allowed: route.isRead ? [.get, .head] : [.post])
    }
    if !route.isRead { try requireAccess(request) }
    let person = installation.person(behind: request)
    let scans = ScanRoutes(installation: installation, person: person)
    let finds = FindRoutes(installation: installation, person: person)
    switch route {
    case .home: return RouteResult(try .seeOther("/"))
    case .session: return SessionRoute(installation: installation).result(of: request)
    case .scans:
      return try AcceptRoute(installation: installation, person: person).result(of: request, &body)
    case .scan(let id): return try scans.state(of: id, request)
    case .retry(let id): return try scans.retry(id, request)
    case .correctScan(let id): return try scans.correct(id, request, &body)
    case .find(let id): return try finds.state(of: id, request)
    case .correctFind(let id): return try finds.correct(id, request, &body)
    case .review(let id): return try finds.review(id, request, &body)
    case .artwork(let id):
      return try ArtworkRoute(installation: installation, person: person)
        .result(of: id, request, &body)
    case .delete(let id): return try finds.delete(id, request)
    case .undelete(let id): return try finds.undelete(id, request)
    }
  }

  /// Throws if the access policy does not allow the request to change anything.
  private func requireAccess(_ request: Request) throws {
    let decision = installation.accessPolicy.decision(on: request, changesState: true)
    guard case .denied(let reason) = decision else { return }
    installation.logRefusal(reason.rawValue, reason.rawValue)
    throw Refusal.denied(reason, home: installation.configuration.baseURL)
  }
}
