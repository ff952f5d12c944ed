// Chooses the provider, its address, its key and its models, from the control file and the key
// files. `ProviderTable` describes the differences between the providers.

package import Albums
package import HTTP
package import Host

/// The reason why there is no model to ask, in words for the owner.
package struct NoModel: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
}

package struct ModelSetup: Sendable {
  package let kind: Provider
  package let choice: ModelChoice
  package let provider: any ModelProvider

  /// The provider's base URL.
  package let url: String

  /// For the log: the address to which requests go, and the file from which their key comes.
  package let addressAndKeyFile: String

  /// Whether the provider is in the installation's own network. Models without a price are free there.
  package let isPrivate: Bool

  private let configuredPrices: [ModelPrice]

  package init(_ configuration: Configuration, transport: Transport) throws(NoModel) {
    let settings = configuration.services
    kind = Self.provider(of: configuration)
    guard let description = ProviderTable.description(of: kind) else {
      throw NoModel(
        description: "no model is configured: put a key into \(configuration.keys)/openai, "
          + "or set provider: openai-compatible and identify-model")
    }
    url = Self.url(of: kind, description, settings)
    guard let choice = ModelTable.choice(settings, else: description.models) else {
      throw NoModel(
        description: "set identify-model to a model of \(url) that sees pictures: "
          + "there is no default for \(kind.rawValue)")
    }
    self.choice = choice
    configuredPrices = settings.modelPrices
    isPrivate = HostPort(url)?.isPrivate(further: settings.ownHosts) ?? false
    guard isPrivate || url.hasPrefix("https://") else {
      throw NoModel(
        description: "\(url) is plain http, so that anybody on the way could read the key and the "
          + "pictures; only a server in your own network may have such an address. If it is one, "
          + "name its host in own-network:")
    }
    let endpoint = Endpoint(
      transport: transport, url: url,
      destination: .of(settings.providerURLs[kind] ?? (description.company == nil ? url : nil)),
      timeoutMilliseconds: settings.modelTimeoutSeconds * 1000, isPrivate: isPrivate)
    let key = try Self.key(of: kind, description, configuration)
    addressAndKeyFile =
      "\(url), \(key == nil ? "no key" : "key of \(configuration.keyFile(of: kind))")"
    guard let plain = description.provider(at: endpoint, key: key) else {
      throw NoModel(description: "there is no key in \(configuration.keyFile(of: kind))")
    }
    provider = ErrorsWithoutKey(base: plain, key: key ?? "")
  }

  /// Whether a provider is named or has a key, so that a scan waits for a correct setting instead of
  /// ending without a model.
  package static func isWanted(by configuration: Configuration) -> Bool {
    configuration.hasModel || provider(of: configuration) != .sample
  }

  /// Nil for a model of unknown price.
  package func price(of model: String) -> Price? {
    ModelTable.price(of: model, configured: configuredPrices)
  }
}

extension ModelSetup {
  /// The name of the company and the address of the server that get the data of scans; nil without a
  /// model. The name is nil where the host has chosen the server.
  package static func receiver(
    of configuration: Configuration
  ) -> (name: String?, address: String)? {
    let (kind, settings) = (provider(of: configuration), configuration.services)
    guard let description = ProviderTable.description(of: kind) else { return nil }
    let company = settings.providerURLs[kind] == nil ? description.company : nil
    return (company, origin(of: url(of: kind, description, settings)))
  }

  /// Scheme, host and port of an address.
  private static func origin(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return url }
    let authority = parts[2].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return "\(parts[0])//\(authority.split(separator: "@").last ?? "")"
  }

  /// The configured provider, else the first with a key, else `sample`.
  static func provider(of configuration: Configuration) -> Provider {
    if let provider = configuration.provider { return provider }
    return Provider.withModel.first { kind in
      ProviderTable.description(of: kind).flatMap { keyText(of: kind, $0, configuration) } != nil
    } ?? .sample
  }

  /// A provider's base URL.
  private static func url(
    of kind: Provider, _ description: ProviderDescription, _ settings: ServiceSettings
  ) -> String {
    settings.providerURLs[kind] ?? description.url
  }

  /// The key of the provider; nil without a key file and without a variable.
  private static func key(
    of kind: Provider, _ description: ProviderDescription, _ configuration: Configuration
  ) throws(NoModel) -> String? {
    guard let key = keyText(of: kind, description, configuration) else { return nil }
    guard key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw NoModel(
        description:
          "the key in \(configuration.keyFile(of: kind)) has characters that no key has")
    }
    return key
  }

  /// The first line of the key file, else a variable of the worker's environment. Source: docs/interface.md
  /// "Keys".
  private static func keyText(
    of kind: Provider, _ description: ProviderDescription, _ configuration: Configuration
  ) -> String? {
    let file = try? Files.read(configuration.keyFile(of: kind), limit: 4096)
    let line = file.map { String(decoding: $0, as: UTF8.self) }?
      .split(whereSeparator: \.isNewline).first.map(String.init)
    let variable = description.keyVariable.flatMap { Programs.environment($0) }
    return line ?? variable.flatMap { $0.isEmpty ? nil : $0 }
  }
}
