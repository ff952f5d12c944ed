// All routes of this program, each in one row. Source: docs/interface.md "HTTP".

import Albums
import CGI
import Store

extension Route {
  static let all: [Route] =
    accounts + scans + shelves + finds + imports + [
      Route(.get, [], .none, .open { (_, _, _) in RouteResult(try .seeOther("/")) }),
      // The service worker of the page takes a shared picture, so the picture does not reach this program. A
      // request that does may come from any page, so it must change nothing; the reader chooses the picture
      // again.
      Route(
        .post, ["share"], .none,
        .open { (_, _, body) in
          body.drain()
          return RouteResult(try .seeOther("/"))
        }),
      Route(
        .get, ["health"], .none,
        .open { (home, _, _) in HealthRoute(installation: home).result() }),
      Route(
        .get, ["metrics"], .none,
        .stored { (access, _, _, store) in try MetricsRoute(access: access).result(store) }),
      Route(
        .get, ["status"], .owning, isPage: true,
        .stored { (access, _, _, store) in try StatusRoute(access: access).page(store) }),
      Route(
        .post, ["status"], .owning,
        .form { (access, form, store) in try StatusRoute(access: access).change(form, store) }),
      Route(
        .get, ["publishing"], .owning, isPage: true,
        .stored { (access, _, _, store) in try PublishingRoutes(access: access).page(store) }),
      Route(
        .post, ["publishing"], .owning,
        .stored { (access, _, body, store) in
          try PublishingRoutes(access: access).publish(&body, store)
        }),
    ]

  private static let accounts: [Route] = [
    Route(
      .get, ["session"], .none,
      .open { (home, request, _) in try SessionRoute(installation: home).result(of: request) }),
    Route(
      .get, ["session", "check"], .none,
      .open { (home, request, _) in SignInRoutes(installation: home).check(request) }),
    Route(
      .get, ["session", "check-body"], .none,
      .open { (home, request, _) in SignInRoutes(installation: home).checkBody(request) }),
    Route(
      .post, ["session"], .none,
      .stored { (access, _, body, store) in
        try SignInRoutes(installation: access.installation)
          .signIn(access.request, &body, access, store)
      }),
    Route(
      .post, ["session", "delete"], .none,
      .stored { (access, _, body, store) in
        try SignInRoutes(installation: access.installation).signOut(access.request, &body, store)
      }),
    Route(
      .get, ["settings"], .using, isPage: true,
      .stored { (access, _, _, store) in try SettingsRoutes(access: access).page(store) }),
    Route(
      .post, ["settings"], .using, isPage: true,
      .form { (access, form, store) in try SettingsRoutes(access: access).change(form, store) }),
    Route(
      .post, ["devices"], .using, isPage: true,
      .form { (access, form, store) in try DeviceRoutes(access: access).change(form, store) }),
    Route(
      .get, ["people"], .owning, isPage: true,
      .stored { (access, _, _, store) in try PeopleRoutes(access: access).page(store) }),
    Route(
      .post, ["people"], .owning, isPage: true,
      .form { (access, form, store) in try PeopleRoutes(access: access).change(form, store) }),
  ]

  private static let scans: [Route] = [
    Route(
      .get, ["scans"], .reading,
      .stored { (access, _, _, store) in
        try TrayRoute(access: access).result(of: access.request, store)
      }),
    Route(
      .post, ["scans"], .using,
      .stored { (access, _, body, _) in
        try AcceptRoute(installation: access.installation, access: access)
          .result(of: access.request, &body)
      }),
    Route(
      .get, ["scans", .scan], .reading,
      .stored { (access, ids, _, store) in
        try access.requireVisible(ids, in: store)
        return try access.scans.state(of: ids.get(\.scan), access.request)
      }),
    Route(
      .get, ["scans", .scan, "status"], .changing,
      .stored { (access, ids, _, store) in
        try TrayRoute(access: access).state(of: ids.get(\.scan), store)
      }),
    Route(
      .post, ["scans", .scan, "retry"], .changing,
      .stored { (access, ids, _, store) in
        try access.requireVisible(ids, in: store)
        return try access.scans.retry(ids.get(\.scan), access.request)
      }),
    Route(
      .post, ["scans", .scan, "correct"], .changing,
      .stored { (access, ids, body, _) in
        try access.scans.correct(ids.get(\.scan), access.request, &body)
      }),
  ]

  private static let shelves: [Route] = [
    Route(
      .get, ["scans", .scan, "items"], .shelf, isPage: true,
      .stored { (access, ids, _, store) in
        try ShelfRoutes(access: access).items(ids.get(\.scan), store)
      }),
    Route(
      .get, ["scans", .scan, "picture"], .shelf,
      .stored { (access, ids, _, store) in
        try ShelfRoutes(access: access).picture(ids.get(\.scan), store)
      }),
    Route(
      .get, ["scans", .scan, "items", .item, "cover"], .shelf,
      .stored { (access, ids, _, store) in
        try ShelfRoutes(access: access).cover(ids.get(\.scan), ids.get(\.item), store)
      }),
    Route(.post, ["scans", .scan, "items"], .shelf, .shelf(.draw)),
    Route(.post, ["scans", .scan, "add-all"], .shelf, .shelf(.addAll)),
    Route(.post, ["scans", .scan, "clear"], .shelf, .shelf(.clear)),
    Route(.post, ["scans", .scan, "cancel"], .shelf, .shelf(.cancel)),
    Route(.post, ["scans", .scan, "finish"], .shelf, .shelf(.finish)),
    Route(.post, ["scans", .scan, "undo"], .shelf, .shelf(.undo)),
    Route(.post, ["scans", .scan, "reviews"], .shelf, .shelf(.reviews)),
    Route(.post, ["scans", .scan, "items", .item, "add"], .shelf, .item(.add)),
    Route(.post, ["scans", .scan, "items", .item, "remove"], .shelf, .item(.remove)),
    Route(.post, ["scans", .scan, "items", .item, "dismiss"], .shelf, .item(.dismiss)),
    Route(.post, ["scans", .scan, "items", .item, "restore"], .shelf, .item(.restore)),
    Route(.post, ["scans", .scan, "items", .item, "separate"], .shelf, .item(.separate)),
    Route(.post, ["scans", .scan, "items", .item, "edit"], .shelf, .item(.edit)),
    Route(.post, ["scans", .scan, "items", .item, "box"], .shelf, .item(.box)),
  ]

  private static let finds: [Route] = [
    Route(
      .get, ["add"], .using, isPage: true,
      .stored { (access, _, _, store) in try AddRoutes(access: access).page(store) }),
    Route(
      .post, ["add"], .using,
      .stored { (access, _, body, store) in try AddRoutes(access: access).add(&body, store) }),
    Route(
      .get, ["deleted"], .using, isPage: true,
      .stored { (access, _, _, store) in try DeletedFindsRoute(access: access).page(store) }),
    Route(
      .get, ["random"], .reading,
      .stored { (_, _, _, store) in
        RouteResult(try .seeOther(try store.randomPage() ?? "/history/"))
      }),
    Route(
      .get, ["finds", .find], .reading,
      .stored { (access, ids, _, _) in try access.finds.state(of: ids.get(\.find), access) }),
    Route(
      .get, ["finds", .find, "picture"], .reading,
      .stored { (access, ids, _, store) in try access.finds.picture(of: ids.get(\.find), store) }),
    Route(
      .post, ["finds", .find, "delete"], .changing,
      .stored { (access, ids, _, _) in try access.finds.delete(ids.get(\.find), access.request) }),
    Route(
      .post, ["finds", .find, "undelete"], .changing,
      .stored { (access, ids, _, _) in
        try access.finds.undelete(ids.get(\.find), access.request)
      }),
    Route(
      .post, ["finds", .find, "correct"], .changing,
      .stored { (access, ids, body, _) in
        try access.finds.correct(ids.get(\.find), access.request, &body)
      }),
    Route(
      .post, ["finds", .find, "review"], .changing,
      .stored { (access, ids, body, _) in
        try access.finds.review(ids.get(\.find), access.request, &body)
      }),
    Route(
      .post, ["finds", .find, "artwork"], .changing,
      .stored { (access, ids, body, _) in
        try ArtworkRoute(installation: access.installation, person: access.personID)
          .result(of: ids.get(\.find), access.request, &body)
      }),
    Route(
      .get, ["finds", .find, "edit"], .changing, isPage: true,
      .stored { (access, ids, _, store) in
        try EditRoutes(access: access).form(of: ids.get(\.find), store)
      }),
    Route(
      .post, ["finds", .find, "edit"], .changing,
      .stored { (access, ids, body, store) in
        try EditRoutes(access: access).edit(ids.get(\.find), &body, store)
      }),
    Route(
      .post, ["finds", "edit"], .using,
      .stored { (access, _, body, store) in
        try EditRoutes(access: access).editMany(&body, store)
      }),
    Route(
      .get, ["edits", .edit], .using, isPage: true,
      .stored { (access, ids, _, store) in
        try EditRoutes(access: access).page(of: ids.get(\.edit), store)
      }),
    Route(
      .post, ["edits", .edit, "undo"], .using,
      .stored { (access, ids, body, store) in
        try EditRoutes(access: access).undo(ids.get(\.edit), &body, store)
      }),
  ]

  private static let imports: [Route] = [
    Route(
      .post, ["exports"], .using,
      .stored { (access, _, body, store) in try ExportRoutes(access: access).add(&body, store) }),
    Route(
      .get, ["exports", .upload], .using,
      .stored { (access, ids, _, store) in
        try ExportRoutes(access: access).file(of: ids.get(\.upload), store)
      }),
    Route(
      .get, ["import"], .owning, isPage: true,
      .stored { (access, _, _, store) in try ImportPage(access: access).page(store) }),
    Route(
      .post, ["import"], .owning,
      .stored { (access, _, body, store) in try ImportRoutes(access: access).add(&body, store) }),
    Route(
      .get, ["imports", .upload], .owning, isPage: true,
      .stored { (access, ids, _, store) in
        try ImportedPage(access: access).page(of: ids.get(\.upload), store)
      }),
    Route(
      .post, ["imports", .upload, "start"], .owning,
      .stored { (access, ids, body, store) in
        try ImportRoutes(access: access).start(ids.get(\.upload), &body, store)
      }),
    Route(
      .post, ["imports", .upload, "cancel"], .owning,
      .stored { (access, ids, body, store) in
        try ImportRoutes(access: access).cancel(ids.get(\.upload), &body, store)
      }),
    Route(
      .post, ["imports", .importNumber, "undo"], .owning,
      .stored { (access, ids, body, store) in
        try ImportRoutes(access: access).undo(ids.get(\.importNumber), &body, store)
      }),
  ]
}

extension Access {
  fileprivate var scans: ScanRoutes { ScanRoutes(access: self) }
  /// Refuses the shelf of somebody else like an unknown scan.
  fileprivate func requireVisible(_ ids: RouteIDs, in store: borrowing Store) throws {
    guard try maySee(ids.get(\.scan), in: store) else { throw Refusal.notFound }
  }

  fileprivate var finds: FindRoutes { FindRoutes(installation: installation, person: personID) }
}

extension Route.Handler {
  /// A change of a whole shelf.
  fileprivate static func shelf(_ action: ShelfAction) -> Self {
    .stored { (access, ids, body, store) in
      try ShelfRoutes(access: access).change(ids.get(\.scan), action, &body, store)
    }
  }

  /// A change of one item of a shelf.
  fileprivate static func item(_ action: ItemAction) -> Self {
    .stored { (access, ids, body, store) in
      try ShelfRoutes(access: access).changeItem(
        ids.get(\.scan), ids.get(\.item), action, &body, store)
    }
  }
}
