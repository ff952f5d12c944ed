// The routes, as one closed list. An unknown one is 404; a known one by the wrong method is 405.

import Albums
import CGI
import Host
import Store

/// Everything that can be asked of the program. Source: INTERFACE "HTTP".
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

  /// Nil for a path we do not know.
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

  /// GET and HEAD change nothing, POST does.
  var isRead: Bool {
    switch self {
    case .home, .session, .scan, .find: true
    case .scans, .retry, .correctScan, .delete, .undelete, .correctFind, .review, .artwork: false
    }
  }
}

struct Router {
  let house: House

  func answer(_ request: Request) -> Answer {
    var body = Body(length: request.method == .post ? request.contentLength ?? 0 : 0)
    do {
      return try route(request, &body)
    } catch let refused as Refused {
      // An answer before the body is read reaches the phone as an empty reply or a 502 (FAULTS fact 6).
      body.drain()
      return Answer(house.refusal(refused, asJSON: request.wantsJSON))
    } catch let error as StoreError {
      house.log("store", "\(error)")
      return Answer(house.refusal(Refused(error), asJSON: request.wantsJSON))
    } catch {
      house.log("cgi", "\(error)")
      return Answer(house.refusal(Refused(.busy, .internalServerError), asJSON: request.wantsJSON))
    }
  }

  private func route(_ request: Request, _ body: inout Body) throws -> Answer {
    guard let route = Route(request.path) else { throw Refused(.badRoute) }
    guard route.isRead == (request.method != .post) else {
      var refused = Refused(.badMethod)
      refused.allowed = route.isRead ? [.get, .head] : [.post]
      throw refused
    }
    if case .refused(let reason) = house.door.verdict(on: request, changesState: !route.isRead),
      !route.isRead
    {
      house.log("door", "refused: \(reason.rawValue)")
      throw Refused(reason, home: house.configuration.baseURL)
    }
    let person = house.person(behind: request)
    let scans = ScanRoutes(house: house, person: person)
    let finds = FindRoutes(house: house, person: person)
    switch route {
    case .home: return Answer(try .seeOther("/"))
    case .session: return SessionRoute(house: house).answer(request)
    case .scans: return try AcceptRoute(house: house, person: person).answer(request, &body)
    case .scan(let id): return try scans.state(of: id, request)
    case .retry(let id): return try scans.retry(id, request)
    case .correctScan(let id): return try scans.correct(id, request, &body)
    case .find(let id): return try finds.state(of: id, request)
    case .correctFind(let id): return try finds.correct(id, request, &body)
    case .review(let id): return try finds.review(id, request, &body)
    case .artwork(let id):
      return try ArtworkRoute(house: house, person: person).answer(id, request, &body)
    case .delete(let id): return try finds.delete(id, request)
    case .undelete(let id): return try finds.undelete(id, request)
    }
  }
}
