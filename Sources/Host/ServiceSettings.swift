// The part of the configuration that is about models and services, and what they may cost.

/// Addresses, model names and bounds of the services a scan may call.
package struct ServiceSettings: Equatable, Sendable {
  /// Nil: the service's own public address. Never a slash at the end.
  package let openAIURL: String?
  package let openAICompatibleURL: String?
  package let anthropicURL: String?
  package let musicBrainzURL: String?
  package let coverArtURL: String?

  /// Nil: the provider's default, which stands in one table.
  package let identifyModel: String?
  package let searchModel: String?
  package let reviewModel: String?
  package let reviewSearchModel: String?

  /// What models cost, as far as the host says so; wins over the table.
  package let modelPrices: [ModelPrice]

  package let modelTimeoutSeconds: Int

  /// Hard: nothing is sent that could pass it. Millionths of a US dollar.
  package let monthlyCapMicrodollars: Int64

  /// What a person has who never touched the switch.
  package let isAdvancedSearchDefault: Bool

  /// The folder of the published log; nil when there is none.
  package let publishTo: String?

  /// The address of a proxy whose forwarding headers may be believed.
  package let trustedProxy: String?

  /// The host's own words on what Ultra costs; shown as they are.
  package let ultraPrice: String?

  init(_ reader: inout SettingReader) throws(ConfigurationError) {
    openAIURL = try reader.serviceURL("openai-url")
    openAICompatibleURL = try reader.serviceURL("openai-compatible-url")
    anthropicURL = try reader.serviceURL("anthropic-url")
    musicBrainzURL = try reader.serviceURL("musicbrainz-url")
    coverArtURL = try reader.serviceURL("cover-art-url")
    identifyModel = reader.text("identify-model")
    searchModel = reader.text("search-model")
    reviewModel = reader.text("review-model")
    reviewSearchModel = reader.text("review-search-model")
    modelPrices = try reader.modelPrices("model-prices")
    modelTimeoutSeconds = try reader.seconds("model-timeout") ?? 90
    monthlyCapMicrodollars = try reader.dollars("monthly-cap") ?? 10_000_000
    isAdvancedSearchDefault = try reader.flag("advanced-search") ?? false
    publishTo = reader.path("publish-to")
    trustedProxy = reader.text("trusted-proxy")
    ultraPrice = reader.text("ultra-price")
  }
}
