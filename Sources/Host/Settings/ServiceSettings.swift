// The settings of models and services, and the limits of their cost.

/// Addresses, model names and limits of the services that a scan may call.
package struct ServiceSettings: Equatable, Sendable {
  /// The addresses of other servers (`openai-url`, …). A provider without an entry has its
  /// public address; a service whose address below is nil has its public address, too. No value
  /// ends with a slash.
  package let providerURLs: [Provider: String]
  package let musicBrainzURL: String?
  package let coverArtURL: String?
  package let openLibraryURL: String?
  package let openLibraryCoversURL: String?

  /// Further hosts of the own network, in lower case: names, addresses, and domains that begin with a dot
  /// (`OwnNetwork` of Text).
  package let ownHosts: [String]

  /// Nil selects the provider's default (`ModelTable`).
  package let identifyModel: String?
  package let searchModel: String?
  package let reviewModel: String?
  package let reviewSearchModel: String?

  /// Prices from the control file; they override the table.
  package let modelPrices: [ModelPrice]

  package let modelTimeoutSeconds: Int

  /// The monthly limit in millionths of a US dollar. A call that could exceed the limit is not
  /// sent.
  package let monthlyCapMicrodollars: Int64

  /// The most calls for one shelf photo, second questions and drawn boxes included.
  package let shelfCallLimit: Int

  /// Whether a user without a setting of their own may use the advanced search.
  package let isAdvancedSearchDefault: Bool

  /// Whether reviews of albums of this year and the last one search the web where the plan allows it.
  package let searchesNewAlbums: Bool

  /// Whether scans read sleeves, and search MusicBrainz for the words and codes on them.
  package let readsSleeves: Bool

  /// How long a scan waits for the search by words before it asks a model to identify the album; nil: it
  /// does not wait.
  package let freeWait: FreeWait?

  /// Whether models review books, too.
  package let reviewsBooks: Bool

  /// The host's text about the price of Ultra, shown unchanged.
  package let ultraPrice: String?

  init(_ reader: inout SettingReader) throws(ConfigurationError) {
    var urls: [Provider: String] = [:]
    for provider in Provider.withModel {
      urls[provider] = try reader.serviceURL(provider.urlSetting)
    }
    providerURLs = urls
    musicBrainzURL = try reader.serviceURL("musicbrainz-url")
    coverArtURL = try reader.serviceURL("cover-art-url")
    openLibraryURL = try reader.serviceURL("open-library-url")
    openLibraryCoversURL = try reader.serviceURL("open-library-covers-url")
    ownHosts = try reader.hosts("own-network") ?? []
    identifyModel = reader.text("identify-model")
    searchModel = reader.text("search-model")
    reviewModel = reader.text("review-model")
    reviewSearchModel = reader.text("review-search-model")
    modelPrices = try reader.modelPrices("model-prices")
    modelTimeoutSeconds = try reader.seconds("model-timeout") ?? 90
    monthlyCapMicrodollars = try reader.dollars("monthly-cap") ?? 10_000_000
    shelfCallLimit = try reader.count("shelf-call-limit", 0...100) ?? 12
    isAdvancedSearchDefault = try reader.flag("advanced-search") ?? false
    searchesNewAlbums = try reader.flag("search-new-albums") ?? false
    readsSleeves = try reader.flag("read-sleeves") ?? true
    freeWait = try reader.freeWait("free-first")
    reviewsBooks = try reader.flag("book-reviews") ?? false
    ultraPrice = reader.text("ultra-price")
  }
}

/// The maximum time for the search by words before a model is asked, in milliseconds after the crop.
package struct FreeWait: Equatable, Sendable {
  /// Nothing promising was found so far.
  package let usual: Int64

  /// A code was read, or the fronts of possible albums are on their way.
  package let longer: Int64

  /// Source: docs/limits.md.
  static let standard = FreeWait(usual: 1_500, longer: 3_000)
}

extension SettingReader {
  /// `on`, `off`, or a number of seconds.
  mutating func freeWait(_ key: String) throws(ConfigurationError) -> FreeWait? {
    guard let value = text(key), value != "off" else { return nil }
    if value == "on" { return .standard }
    guard let seconds = Int64(value), (1...60).contains(seconds) else {
      throw error(key, "\"\(key)\" is \"on\", \"off\" or 1 to 60 seconds, not \"\(value)\"")
    }
    return FreeWait(usual: 1_000 * seconds, longer: 1_000 * seconds)
  }
}
