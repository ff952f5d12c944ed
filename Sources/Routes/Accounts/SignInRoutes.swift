// Signing in with a code or a passphrase, signing out, and the check of a session for web servers.

import Albums
import CGI
import Host
import Store
import Text

struct SignInRoutes {
  let installation: Installation

  private var files: SessionFiles { installation.configuration.sessionFiles }

  // MARK: GET …/session/check

  /// Whether the sender may open protected pages: 204 or 401. Reads no database, so that a web server can ask for every
  /// page. The 401 has a document, so that a script can tell it from that of a proxy. 503 if the database is missing: then
  /// the data folder is not there, and no answer about sessions is right.
  func check(_ request: Request) -> RouteResult {
    // With the header of a proxy, no session counts.
    let countsSessions = installation.configuration.people.proxyUserHeader == nil
    let isLive = countsSessions && hasLiveSession(request)
    if isLive || installation.isOpen(to: request) { return RouteResult(Response(.noContent)) }
    let hasData = Files.exists(installation.configuration.database)
    return RouteResult(installation.response(to: hasData ? .signIn : .noLog, asJSON: true))
  }

  private func hasLiveSession(_ request: Request) -> Bool {
    installation.sessionTokens(of: request).contains { files.isLive(token: $0.text) }
  }

  // MARK: GET …/session/check-body

  /// Whether a web server may read a large body of the sender: 204 or 401. Reads no database, like
  /// `check`.
  func checkBody(_ request: Request) -> RouteResult {
    let isLive =
      !files.requiresSender || hasLiveSession(request)
      || request.apiToken.flatMap(APIToken.init).map { files.isLive(apiToken: $0.text) } ?? false
    return RouteResult(Response(isLive ? .noContent : .unauthorized))
  }

  // MARK: POST …/session

  /// Signs in the sender of a name and a passphrase, or of a code and `confirm`. If a form has
  /// only a code, the answer names the person of the code and asks for `confirm`.
  func signIn(
    _ request: Request, _ body: inout Body, _ access: Access, _ store: borrowing Store
  ) throws -> RouteResult {
    // Everybody may send this form, so it must not occupy the program for long.
    let form = try UploadReceiver(installation: installation).form(
      request, &body, within: .refused)
    guard installation.accessPolicy.admitsSignIn else {
      throw Refusal.plainHTTP(address: installation.configuration.baseURL)
    }
    let settings = installation.configuration.people
    // With `proxy-user-header`, a proxy names the person, so this program makes no session.
    guard settings.proxyUserHeader == nil else { throw Refusal.notFound }
    if let passphrase = form["passphrase"] {
      let person = try PassphraseCheck(installation: installation)
        .person(named: form["name"] ?? "", passphrase, request, store)
      let signIn = try store.signIn(
        person.id, device: DeviceName(request.userAgent).text, files: files, at: installation.now)
      return try welcome(signIn, request, store)
    }
    guard let code = form["code"].flatMap({ SignInCode($0) }),
      let (person, _) = try store.person(behind: code, at: installation.now)
    else { throw wrongCode() }
    guard form["confirm"] == "1" else { return try question(code, person, request, access) }
    guard
      let signIn = try store.signIn(
        with: code, device: DeviceName(request.userAgent).text, files: files,
        at: installation.now)
    else { throw wrongCode() }
    return try welcome(signIn, request, store)
  }

  /// The log never contains a code.
  private func wrongCode() -> Refusal {
    installation.logRefusal("sign-in-code", "a sign-in code is unknown, used or too old")
    return .wrongCode
  }

  /// Names the person of the code, and another person who is signed in on this device.
  private func question(
    _ code: SignInCode, _ person: Person, _ request: Request, _ access: Access
  ) throws -> RouteResult {
    let other = access.identity.person.flatMap { $0.id == person.id ? nil : $0 }
    if request.wantsJSON {
      return RouteResult(
        .json(
          .ok,
          [
            "version": 1, "person": .string(person.name.text),
            "plan": .string(person.plan.rawValue),
            "signedIn": other.map { .string($0.name.text) } ?? .null,
          ]))
    }
    var fill = PageFill()
    fill["person"] = person.name.text
    fill["plan"] = installation.planName(person.plan)
    fill["code"] = code.letters
    if let other {
      fill["other"] = other.name.text
      fill.show("other")
    }
    return try installation.page(.confirm, fill)
  }

  /// The answer to a sign-in: the cookie, and the camera page. The session that this browser had
  /// before ends, so that no cookie of another person survives.
  private func welcome(
    _ signIn: SignIn, _ request: Request, _ store: borrowing Store
  ) throws -> RouteResult {
    do {
      try endSession(ofCookieIn: request, store)
    } catch {
      // The new session is committed, and its cookie must reach the browser.
      installation.log("store", "\(error)")
    }
    var response: Response =
      request.wantsJSON
      ? .json(.ok, ["version": 1, "person": .string(signIn.person.name.text), "page": "/"])
      : try .seeOther("/")
    try response.add(.setCookie, installation.cookie(signIn.token))
    // The worker makes a missing file of a session.
    return RouteResult(response, needsWorker: !signIn.hasFile)
  }

  /// Ends the session of the request's cookie, even if the request names the person in another way.
  private func endSession(
    ofCookieIn request: Request, _ store: borrowing Store
  ) throws(StoreError) {
    for token in installation.sessionTokens(of: request) {
      guard let signedIn = try store.session(token, at: installation.now) else { continue }
      _ = try store.signOut(signedIn.session, of: signedIn.person.id, files: files)
    }
  }

  // MARK: POST …/session/delete

  /// Ends the session of this browser.
  func signOut(
    _ request: Request, _ body: inout Body, _ store: borrowing Store
  ) throws -> RouteResult {
    if body.left <= Form.longestBody { body.drain(within: .refused) }
    try endSession(ofCookieIn: request, store)
    return RouteResult(try signedOut(request))
  }

  /// The response after the session of this browser has ended: the browser drops its cookie and its
  /// stored data of this site.
  func signedOut(_ request: Request) throws -> Response {
    var response: Response =
      request.wantsJSON
      ? .json(.ok, ["version": 1, "page": "/sign-in/"]) : try .seeOther("/sign-in/")
    try response.add(.setCookie, installation.accessPolicy.cookie("", seconds: 0))
    // Not "cookies": that would remove the cookies of other programs on this host.
    try response.add(.clearSiteData, #""cache", "storage""#)
    return response
  }
}
