// One GET request to MusicBrainz: the wanted resource, and a check of the parameters.

struct MusicBrainzCall {
  let path: String
  let parameters: [(name: String, value: String)]
  let shapes: MusicBrainzShapes

  private struct Refusal: Error {
    let status: Int
    let message: String
    var reason = ""
  }

  private static let includes: [String: Set<String>] = [
    "release": [
      "artists", "labels", "recordings", "release-groups", "aliases", "tags", "genres", "ratings",
      "collections", "artist-credits", "discids", "media", "annotation", "isrcs", "url-rels",
      "artist-rels", "recording-level-rels", "release-group-level-rels", "work-level-rels",
    ],
    "release-group": [
      "artists", "releases", "aliases", "tags", "genres", "ratings", "artist-credits", "media",
      "discids", "annotation", "url-rels", "artist-rels",
    ],
  ]

  func judgement(privacyFaults: [String]) -> Judgement {
    do throws(Refusal) {
      var plan = try plan()
      plan.privacyFaults = privacyFaults
      return .planned(plan)
    } catch {
      return .refused(
        MusicBrainzService.error(error.status, error.message),
        reason: error.reason.isEmpty ? error.message : error.reason, kind: .other,
        privacyFaults: privacyFaults)
    }
  }

  private func values(_ name: String) -> [String] {
    parameters.filter { $0.name == name }.map(\.value)
  }

  private func plan() throws(Refusal) -> Plan {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(
      String.init)
    if steps.count == 4, Array(steps.prefix(3)) == ["ws", "2", "collection"] {
      return try collection(steps[3])
    }
    guard steps.count >= 3, steps[0] == "ws", steps[1] == "2", Self.includes[steps[2]] != nil,
      steps.count == 3 || steps.count == 4
    else { throw Refusal(status: 404, message: "Not Found", reason: "no resource at \(path)") }
    let resource = steps[2]
    let includes = try includes(resource)
    if steps.count == 4, !steps[3].isEmpty {
      return try lookup(resource, steps[3], includes)
    }
    let links = (resource == "release" ? ["release-group"] : []) + ["collection", "artist"]
    for link in links {
      if let mbid = values(link).first { return try browse(resource, by: link, mbid, includes) }
    }
    return try search(resource)
  }

  private func includes(_ resource: String) throws(Refusal) -> Set<String> {
    let given = values("inc")
    guard given.count <= 1 else {
      throw Refusal(status: 400, message: "Inc arguments must be combined with a space.")
    }
    let words = (given.first ?? "").split(whereSeparator: { $0 == " " || $0 == "+" }).map(
      String.init)
    for word in words where Self.includes[resource]?.contains(word) != true {
      throw Refusal(
        status: 400,
        message: "\(word) is not a valid inc parameter for the \(resource) resource.")
    }
    return Set(words)
  }

  private func lookup(
    _ resource: String, _ mbid: String, _ includes: Set<String>
  ) throws(Refusal) -> Plan {
    guard isMBID(mbid) else { throw Refusal(status: 400, message: "Invalid mbid.") }
    let mbid = mbid.lowercased()
    for album in shapes.search.albums {
      if resource == "release-group", ([album.mbid] + album.formerMBIDs).contains(mbid) {
        return plan(.lookup, album, shapes.lookedUpGroup(album, includes))
      }
      if resource == "release",
        let release = album.releases.first(where: { ([$0.mbid] + $0.formerMBIDs).contains(mbid) })
      {
        return plan(.lookup, album, shapes.lookedUp(release, of: album, includes))
      }
    }
    throw Refusal(status: 404, message: "Not Found", reason: "unknown mbid \(mbid)")
  }

  /// The one public collection of the service, which has every release group.
  private func collection(_ mbid: String) throws(Refusal) -> Plan {
    guard isMBID(mbid) else { throw Refusal(status: 400, message: "Invalid mbid.") }
    guard mbid.lowercased() == MusicBrainzService.collection else {
      throw Refusal(status: 404, message: "Not Found", reason: "unknown mbid \(mbid)")
    }
    return plan(
      .lookup, nil,
      [
        "id": .string(MusicBrainzService.collection), "name": "Records", "editor": "host",
        "type": "Owned music", "type-id": .string(MusicBrainzShapes.typeID),
        "entity-type": "release_group",
        "release-group-count": .number(shapes.search.albums.count),
      ])
  }

  private func isLinked(_ album: KnownAlbum, by link: String, _ mbid: String) -> Bool {
    switch link {
    case "artist": album.credits.contains { $0.mbid == mbid }
    case "collection": mbid == MusicBrainzService.collection
    default: ([album.mbid] + album.formerMBIDs).contains(mbid)
    }
  }

  /// Lists the releases of a release group, or the release groups or releases of an artist or of the
  /// collection.
  private func browse(
    _ resource: String, by link: String, _ mbid: String, _ includes: Set<String>
  ) throws(Refusal) -> Plan {
    guard isMBID(mbid) else { throw Refusal(status: 400, message: "Invalid mbid.") }
    let mbid = mbid.lowercased()
    let limit = min(try number("limit") ?? 25, 100)
    let offset = try number("offset") ?? 0
    let albums = shapes.search.albums.filter { isLinked($0, by: link, mbid) }
    guard !albums.isEmpty else {
      throw Refusal(status: 404, message: "Not Found", reason: "unknown mbid \(mbid)")
    }
    let all =
      resource == "release"
      ? albums.flatMap { album in album.releases.map { shapes.lookedUp($0, of: album, includes) } }
      : albums.map { shapes.lookedUpGroup($0, includes) }
    return plan(
      .browse, albums.first,
      [
        "\(resource)-count": .number(all.count), "\(resource)-offset": .number(offset),
        "\(resource)s": .array(Array(all.dropFirst(offset).prefix(limit))),
      ])
  }

  private func number(_ name: String) throws(Refusal) -> Int? {
    guard let value = values(name).first else { return nil }
    guard let number = Int(value), number >= 0 else {
      throw Refusal(status: 400, message: "Invalid \(name) parameter.")
    }
    return number
  }

  private func search(_ resource: String) throws(Refusal) -> Plan {
    let queries = values("query")
    guard queries.count == 1 else {
      throw Refusal(
        status: 400, message: "Must provide exactly one query", reason: "\(queries.count) queries")
    }
    guard queries[0].contains(where: { !$0.isWhitespace }) else {
      throw Refusal(
        status: 400,
        message:
          "You submitted a blank search query. You must enter a value in order to search.")
    }
    let isRelease = resource == "release"
    let asked = values("limit").first.flatMap { Int($0) } ?? 25
    let offset = max(0, values("offset").first.flatMap { Int($0) } ?? 0)
    let limit = (1...100).contains(asked) ? asked : 25
    let page = try page(queries[0], isRelease, limit: min(offset, 10_000) + limit)
    let found = shapes.found(
      Array(page.hits.dropFirst(offset)), count: page.count, offset: offset, isRelease)
    return plan(.search, page.hits.first?.album, found)
  }

  private func page(
    _ text: String, _ isRelease: Bool, limit: Int
  ) throws(Refusal) -> MusicBrainzSearch.Page {
    if values("dismax").first == "true" {
      return shapes.search.plain(text, ofReleases: isRelease, limit: limit)
    }
    do throws(MusicBrainzQuery.Problem) {
      let fields = isRelease ? MusicBrainzSearch.releaseFields : MusicBrainzSearch.groupFields
      let query = try MusicBrainzQuery(text, fields: fields)
      return shapes.search.page(query, ofReleases: isRelease, limit: limit)
    } catch {
      throw Refusal(
        status: 400, message: "Search server could not complete query: Bad request",
        reason: "\(error) in \(text)")
    }
  }

  private func plan(_ kind: RequestKind, _ album: KnownAlbum?, _ json: JSON) -> Plan {
    var plan = Plan(kind: kind) { latency in
      (
        latency.milliseconds,
        Answer(
          200,
          [Header("x-ratelimit-limit", "1200"), Header("Access-Control-Allow-Origin", "*")],
          json: json)
      )
    }
    plan.subject = album?.subject ?? ""
    return plan
  }

  private func isMBID(_ text: String) -> Bool {
    text.wholeMatch(
      of: /[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}/) != nil
  }
}
