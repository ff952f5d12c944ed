// The name of a browser in the list of devices: `Safari on iPhone`.

/// Names the browser and the system of a User-Agent. The names help people who look at their devices;
/// the program decides nothing by them.
struct DeviceName {
  let text: String

  init(_ userAgent: String?) {
    let agent = userAgent ?? ""
    let browser = Self.name(in: agent, Self.browsers)
    let system = Self.name(in: agent, Self.systems)
    text = [browser, system].compactMap(\.self).joined(separator: " · ")
  }

  /// The name of the first product token that the header contains. The order matters: Chrome also
  /// says Safari, and Edge also says Chrome.
  private static func name(in agent: String, _ tokens: [(token: String, name: String)]) -> String? {
    tokens.first { contains(agent, $0.token) }?.name
  }

  private static func contains(_ agent: String, _ token: String) -> Bool {
    let (text, token) = (Array(agent.utf8), Array(token.utf8))
    guard text.count >= token.count else { return false }
    return (0...(text.count - token.count)).contains { text[$0...].starts(with: token) }
  }

  private static let browsers = [
    ("EdgA/", "Edge"), ("Edg/", "Edge"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"), ("SamsungBrowser/", "Samsung Internet"), ("OPR/", "Opera"),
    ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
  ].map { (token: $0.0, name: $0.1) }

  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"), ("Windows", "Windows"), ("Linux", "Linux"),
  ].map { (token: $0.0, name: $0.1) }
}
