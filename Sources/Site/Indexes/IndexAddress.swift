// The addresses of the summary pages. Source: docs/interface.md.

import Albums
import Text

extension FacetKind {
  /// The folder of the kind below the web root. Only kinds with pages use it.
  var folder: String {
    switch self {
    case .artist: "artists"
    case .author: "authors"
    case .year: "years"
    case .tag: "tags"
    case .tier: "tiers"
    case .genre: "genres"
    case .recordLabel: "labels"
    case .place: "places"
    case .labelDecade: "shelves"
    case .credited: "credited"
    case .named: "named"
    }
  }

  /// The address of the overview, `/artists/`.
  var address: String { "/\(folder)/" }
}

/// An index page: the finds of one facet.
struct IndexAddress: Sendable {
  /// The maximum number of finds on one part of the page.
  static let rows = 100

  let kind: FacetKind
  let slug: Slug

  init(_ kind: FacetKind, key: String) {
    self.kind = kind
    slug = Slug(key)
  }

  /// The folder below the web root, `artists/miles-davis`.
  var folder: String { "\(kind.folder)/\(slug.text)" }

  /// The address of the newest part, `/artists/miles-davis/`.
  var address: String { "/\(kind.folder)/\(slug.encoded)/" }

  /// The file of a part. `part` is nil for the newest part. The other parts are numbered from the
  /// oldest, which is 1, so their addresses stay.
  func path(part: Int?) -> String {
    "\(folder)/\(part.map { "\($0)/" } ?? "")index.html"
  }

  /// The address of a part.
  func address(part: Int?) -> String { "\(address)\(part.map { "\($0)/" } ?? "")" }

  /// The number of numbered parts of an index page with `finds` finds. The newest part, which has
  /// no number, always has a find.
  static func numberedParts(finds: Int) -> Int { max(0, finds - 1) / rows }
}

/// A part of an overview. A long overview has several parts.
struct OverviewAddress: Sendable {
  /// The maximum number of index pages that a part lists. Source: docs/limits.md.
  static let entries = 1000

  let kind: FacetKind

  /// 1 is the first part.
  let part: Int

  /// The name of the folder of a later part, `part--2`. No slug has this form: in a slug, "--" comes
  /// before a digest of 20 digits.
  static func name(ofPart part: Int) -> String { "part--\(part)" }

  /// The folder below the web root. The first part has the address of the overview.
  var folder: String {
    part == 1 ? kind.folder : "\(kind.folder)/\(Self.name(ofPart: part))"
  }

  var path: String { "\(folder)/index.html" }
  var address: String { "/\(folder)/" }

  /// The number of parts of an overview with `count` index pages. Years are always on one part,
  /// because charts link to their decades there.
  static func parts(of kind: FacetKind, entries count: Int) -> Int {
    kind == .year ? 1 : max(1, (count + entries - 1) / entries)
  }
}

/// The addresses of filtered histories.
package enum HistoryFilter {
  /// The address of the finds with this value.
  package static func address(_ kind: String, _ value: String) -> String {
    "/history/?\(kind)=\(value.percentEncoded)"
  }

  /// The address of the finds with a rating in one of these half points. Half points count from 0: 18 is
  /// 9.0 to 9.4.
  package static func address(halfPoints: [Int]) -> String {
    "/history/?" + halfPoints.map { "rating=\($0 / 2).\($0 % 2 * 5)" }.joined(separator: "&")
  }
}

/// The addresses of the statistics.
enum StatisticsAddress {
  static let folder = "statistics"
  static let address = "/statistics/"
  static func address(ofYear year: Int) -> String { "/statistics/\(year)/" }
}
