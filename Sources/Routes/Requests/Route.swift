// A route: its path, its method, the right that a client needs, and the function that answers. The table of all
// routes is in Program/Routes.swift.

import Albums
import CGI
import Store

struct Route: Sendable {
  /// A segment of a path: a word, or an id.
  enum Segment: Equatable, Sendable, ExpressibleByStringLiteral {
    case word(String)
    case scan, find, edit, upload
    /// The number of an item in a shelf.
    case item
    /// The id of an import in the database.
    case importNumber

    init(stringLiteral word: String) { self = .word(word) }
  }

  enum Method: Sendable {
    /// GET and HEAD; the route changes nothing.
    case get
    case post
  }

  /// The right that a client needs. Source: docs/product.md "Who may do what".
  enum Right: Equatable, Sendable {
    /// Every client.
    case none
    /// Every client if the pages are open; otherwise a person with an account.
    case reading
    /// A person with an account; without people, every client that the access policy admits.
    case using
    /// The person who uploaded the photo of the scan, or of the find, that the path names; or an owner.
    case changing
    /// The person who sent the photo of the shelf; without people, the browser that sent it. All others
    /// get the answer for an unknown shelf.
    case shelf
    /// An owner; without people, every client that the access policy admits.
    case owning
  }

  /// The function that answers a request.
  enum Handler: Sendable {
    /// Answers every client. The function opens the database itself if necessary.
    case open(@Sendable (Installation, Request, inout Body) throws -> RouteResult)

    /// Answers a sender who has the right.
    case stored(@Sendable (Access, RouteIDs, inout Body, borrowing Store) throws -> RouteResult)

    /// Changes accounts, devices or passphrases. No API token may do that.
    case form(@Sendable (Access, Form, borrowing Store) throws -> RouteResult)
  }

  let method: Method
  let path: [Segment]
  let right: Right

  /// Whether the response is a page with the sender's own values.
  let isPage: Bool
  let handler: Handler

  init(
    _ method: Method, _ path: [Segment], _ right: Right, isPage: Bool = false, _ handler: Handler
  ) {
    self.method = method
    self.path = path
    self.right = right
    self.isPage = isPage
    self.handler = handler
  }

  var isRead: Bool { method == .get }

  var changesAccount: Bool { if case .form = handler { true } else { false } }
}

/// The ids in a path. A path has at most one id of each kind.
struct RouteIDs: Sendable {
  private(set) var scan: ScanID?
  private(set) var find: FindID?
  private(set) var edit: EditID?
  private(set) var upload: UploadID?
  private(set) var importNumber: Int64?
  private(set) var item: Int?

  /// The ids of a path; nil if the path does not match `segments`.
  init?(_ path: [String], of segments: [Route.Segment]) {
    guard path.count == segments.count else { return nil }
    for (text, segment) in zip(path, segments) {
      let isRead: Bool
      switch segment {
      case .word(let word): isRead = text == word
      case .scan: (scan, isRead) = Self.read(ScanID(text))
      case .find: (find, isRead) = Self.read(FindID(text))
      case .edit: (edit, isRead) = Self.read(EditID(text))
      case .upload: (upload, isRead) = Self.read(UploadID(text))
      case .item: (item, isRead) = Self.read(Self.number(text).flatMap { Int(exactly: $0) })
      case .importNumber: (importNumber, isRead) = Self.read(Self.number(text))
      }
      guard isRead else { return nil }
    }
  }

  private static func read<ID>(_ id: ID?) -> (ID?, Bool) { (id, id != nil) }

  /// A positive number without leading zeros; nil for any other text.
  private static func number(_ text: String) -> Int64? {
    guard (1...18).contains(text.utf8.count), let number = Int64(text), number > 0,
      "\(number)" == text
    else { return nil }
    return number
  }

  /// An id that the path of the route has.
  func get<ID>(_ id: KeyPath<RouteIDs, ID?>) throws(Refusal) -> ID {
    guard let id = self[keyPath: id] else { throw .unknownRoute }
    return id
  }
}

extension Route {
  /// The route of a path and a method, with the ids in the path. Throws a refusal if the path is unknown
  /// or does not accept the method.
  static func matching(
    _ path: Request.Path, _ method: Request.Method
  ) throws(Refusal) -> (route: Route, ids: RouteIDs) {
    var others: [Route] = []
    for route in all {
      guard let ids = RouteIDs(path.segments, of: route.path) else { continue }
      if route.isRead == (method != .post) { return (route, ids) }
      others.append(route)
    }
    guard !others.isEmpty else { throw .unknownRoute }
    let methods: [Request.Method] = others.flatMap { $0.isRead ? [.get, .head] : [.post] }
    throw .wrongMethod(allowed: methods.map(\.rawValue))
  }
}
