// One request to the played Open Library, judged and answered. Source: docs/services.md §7.

import Albums

/// One GET request to Open Library.
struct OpenLibraryCall {
  let request: ServedRequest
  let catalogue: [KnownBook]

  private struct Refusal: Error {
    let answer: Answer
    let reason: String

    init(_ status: Int, _ reason: String) {
      answer = Answer(status, json: ["error": .string(reason)])
      self.reason = reason
    }
  }

  func judgement(_ privacyFaults: [String]) -> Judgement {
    do throws(Refusal) {
      var plan = try plan()
      plan.privacyFaults = privacyFaults
      return .planned(plan)
    } catch {
      return .refused(
        error.answer, reason: error.reason, kind: .other, privacyFaults: privacyFaults)
    }
  }

  private func plan() throws(Refusal) -> Plan {
    guard request.method == "GET" else { throw Refusal(405, "Method not allowed") }
    guard isIdentified(request.header("user-agent") ?? "") else {
      throw Refusal(403, "User-Agent: \(request.header("user-agent") ?? "none")")
    }
    let steps = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map(String.init)
    switch (steps.first, steps.count) {
    case ("search.json", 1): return try search()
    case ("works", 3) where steps[2] == "editions.json": return try editions(of: steps[1])
    case ("b", 3) where steps[1] == "id": return try cover(steps[2])
    case ("download", 3): return try archived(steps[2])
    default: throw Refusal(404, "notfound: \(request.path)")
    }
  }

  /// Whether the user agent names the program and a contact: an e-mail address or a URL.
  private func isIdentified(_ agent: String) -> Bool {
    guard let match = agent.wholeMatch(of: /[^\/\s]+\/[^\s()]+ \(([^()]+)\)/) else { return false }
    return match.1.contains("@") || match.1.contains("://")
  }

  private func value(_ name: String) throws(Refusal) -> String? {
    guard let parameters = request.parameters else { throw Refusal(400, "query is no UTF-8") }
    let values = parameters.filter { $0.name == name }
    guard values.count <= 1 else { throw Refusal(422, "\(name) occurs twice") }
    return values.first?.value
  }

  private static let fields: Set<String> = [
    "key", "title", "subtitle", "alternative_title", "author_name", "author_alternative_name",
    "author_key", "first_publish_year", "cover_i", "isbn", "edition_count", "language",
    "publisher", "number_of_pages_median",
  ]

  private func search() throws(Refusal) -> Plan {
    guard let names = try value("fields")?.split(separator: ",").map(String.init),
      names.contains("key"), names.allSatisfy(Self.fields.contains)
    else { throw Refusal(422, "fields: \(try value("fields") ?? "none")") }
    guard let limit = Int(try value("limit") ?? ""), (1...100).contains(limit) else {
      throw Refusal(422, "limit: \(try value("limit") ?? "none")")
    }
    let (title, author, all) = (try value("title"), try value("author"), try value("q"))
    let isbn = try value("isbn")
    if let isbn, ISBN(isbn)?.digits != isbn || title != nil || author != nil || all != nil {
      throw Refusal(422, "isbn: \(isbn)")
    }
    let asked = [title, author, all].compactMap(\.self)
    guard title != nil || all != nil || isbn != nil, asked.allSatisfy({ !terms($0).isEmpty }) else {
      throw Refusal(422, "a blank search")
    }
    guard asked.allSatisfy({ $0.contains(#/[:()\[\]{}"+~^\/\\*?!&|]|AND|OR|NOT/#) == false }) else {
      throw Refusal(422, "signs of the query language: \(asked)")
    }
    let hits = catalogue.filter { book in
      matches(title, [book.title] + book.otherTitles + [book.subtitle ?? ""])
        && matches(author, book.authors + book.otherAuthorNames)
        && matches(
          all, [book.title, book.subtitle ?? ""] + book.otherTitles + book.authors)
        && (isbn == nil
          || book.editions.contains { edition in
            (edition.isbn10 + edition.isbn13).contains { ISBN($0)?.digits == isbn }
          })
    }
    let docs = hits.sorted { $0.editionCount > $1.editionCount }.prefix(limit)
      .map { doc($0, Set(names)) }
    return plan(
      .search, hits.first,
      [
        "numFound": .number(hits.count), "start": 0, "numFoundExact": true,
        "num_found": .number(hits.count), "q": .string(all ?? ""), "offset": nil,
        "docs": .array(docs),
      ])
  }

  /// Whether all words of a search occur in the texts; true without a search. An apostrophe with an
  /// "s" is no part of a word.
  private func matches(_ search: String?, _ texts: [String]) -> Bool {
    guard let search else { return true }
    return terms(search).isSubset(of: terms(texts.joined(separator: " ")))
  }

  private func terms(_ text: String) -> Set<String> {
    let plain = text.lowercased().replacing("'s", with: "").replacing("’s", with: "")
    return Set(plain.split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  private func doc(_ book: KnownBook, _ fields: Set<String>) -> JSON {
    let numbers = book.editions.flatMap { $0.isbn10 + $0.isbn13 }
    let members: [(String, JSON)] = [
      ("key", .string(book.key)), ("title", .string(book.title)),
      ("subtitle", .text(book.subtitle)), ("alternative_title", list(book.otherTitles)),
      ("author_name", list(book.authors)),
      ("author_alternative_name", list(book.otherAuthorNames)),
      ("first_publish_year", book.year.map { .number($0) } ?? .null),
      ("cover_i", book.cover.map { .number($0) } ?? .null), ("isbn", list(numbers)),
      ("edition_count", .number(book.editionCount)),
    ]
    return JSON.object(
      members.filter { fields.contains($0.0) }.map { JSON.Member($0.0, $0.1) }
    ).withoutNulls
  }

  /// Null for an empty list: the service leaves such members out.
  private func list(_ texts: [String]) -> JSON {
    texts.isEmpty ? .null : .array(texts.map { .string($0) })
  }

  private func editions(of work: String) throws(Refusal) -> Plan {
    guard let limit = Int(try value("limit") ?? ""), (1...1000).contains(limit) else {
      throw Refusal(400, "limit: \(try value("limit") ?? "none")")
    }
    guard let book = catalogue.first(where: { $0.key == "/works/\(work)" }) else {
      throw Refusal(404, "notfound: \(work)")
    }
    let entries = book.editions.prefix(limit).map { edition in
      JSON.object([
        JSON.Member("key", .string("/books/OL\(edition.number)M")),
        JSON.Member("title", .string(edition.title)),
        JSON.Member("publishers", list(edition.publishers)),
        JSON.Member("number_of_pages", edition.pages.map { .number($0) } ?? .null),
        JSON.Member("isbn_13", list(edition.isbn13)),
        JSON.Member("isbn_10", list(edition.isbn10)),
        JSON.Member("works", .array([["key": .string(book.key)]])),
      ]).withoutNulls
    }
    return plan(
      .lookup, book,
      [
        "links": ["self": .string(request.path), "work": .string(book.key)],
        "size": .number(book.editions.count), "entries": .array(Array(entries)),
      ])
  }

  /// A cover: 302 to the archive. Without `default=false`, a missing cover is an empty picture.
  private func cover(_ file: String) throws(Refusal) -> Plan {
    guard let match = file.wholeMatch(of: /([0-9]+)-([SML])\.jpg/), let id = Int(match.1) else {
      throw Refusal(404, "notfound: \(request.path)")
    }
    guard try value("default") == "false" else {
      throw Refusal(200, "without default=false, a missing cover would be an empty picture")
    }
    let book = catalogue.first { $0.cover == id }
    let target = "http://\(request.header("host") ?? "")/download/l_covers/\(id)-\(match.2).jpg"
    return plan(.front, book) {
      book == nil
        ? Answer(404, html: "<title>404 Not Found</title>")
        : Answer(302, [Header("Location", target)], [])
    }
  }

  private func archived(_ file: String) throws(Refusal) -> Plan {
    guard let id = Int(file.prefix { $0.isNumber }),
      let book = catalogue.first(where: { $0.cover == id })
    else { throw Refusal(404, "no item at \(request.path)") }
    return plan(.picture, book) {
      Answer(200, [Header("Content-Type", "image/jpeg")], DrawnPictures.cover(of: book))
    }
  }

  private func plan(_ kind: RequestKind, _ book: KnownBook?, _ json: JSON) -> Plan {
    plan(kind, book) { Answer(200, json: json) }
  }

  private func plan(
    _ kind: RequestKind, _ book: KnownBook?, _ answer: @escaping @Sendable () -> Answer
  ) -> Plan {
    var plan = Plan(kind: kind) { ($0.milliseconds, answer()) }
    plan.subject = book?.subject ?? ""
    return plan
  }
}
