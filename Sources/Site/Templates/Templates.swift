// The templates, read once. The host can edit them without rebuilding the program. A template that
// could output untrusted text without escaping is refused here, before any page is written.

import Albums
import Host
import Mustache

/// A page for a template: the name of the template, and the fields that the tags of the template
/// name.
protocol Page {
  /// The template's file name without `.mustache`, which is also the page's URL word.
  static var template: String { get }
}

/// All templates of a directory, parsed, with AlbumScan's own escaping.
struct Templates: Sendable {
  /// The only fields that `{{{…}}}` may contain: libcmark's output, checked by an allow-list, and
  /// the texts of a script, which are escaped once for all pages.
  static let rawFields: Set<String> = ["summaryHTML", "lineHTML", "frame.words"]

  private let library: MustacheLibrary

  /// SHA-256 in hexadecimal of the templates' names and texts.
  let digest: String

  /// Reads every `*.mustache` file of `directory` and inserts the texts of `words`. Files whose
  /// names begin with `_` are partials.
  init(directory: String, words: Phrasebook) throws(SiteError) {
    MustacheContentTypes.register(EscapedBytes(), named: contentType)
    var library = MustacheLibrary()
    var hash = FieldHash()
    for file in try files({ () throws(HostError) in try Files.entries(of: directory) }).sorted()
    where file.hasSuffix(suffix) {
      let name = String(file.dropLast(suffix.count))
      let text = try Self.text(of: name, in: directory)
      hash.add(name)
      hash.add(text)
      library.register(try Self.template(name, text, words), named: name)
    }
    self.library = library
    digest = hexadecimal(hash.finish())
  }

  /// Whether the directory has a template of that name.
  func has(_ name: String) -> Bool { library.getTemplate(named: name) != nil }

  /// The page's bytes.
  func render<P: Page>(_ page: P) throws(SiteError) -> [UInt8] { Array(try text(of: page).utf8) }

  func text<P: Page>(of page: P) throws(SiteError) -> String {
    let fields: any MustacheParent = page as? any MustacheParent ?? Fields(of: page)
    guard let text = library.render(fields, withTemplate: P.template) else {
      throw .template(P.template, "there is no such template")
    }
    return text
  }

  private static func text(of name: String, in directory: String) throws(SiteError) -> String {
    let bytes = try files { () throws(HostError) in
      try Files.read("\(directory)/\(name)\(suffix)", limit: 1 << 20)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .template(name, "it is not UTF-8")
    }
    return text
  }

  /// Parses one template after adding a pragma before its text. swift-mustache resets the content
  /// type in every partial, so each partial needs the pragma.
  /// Source: swift-mustache 2.1.1, `MustacheContext.withPartial`.
  private static func template(
    _ name: String, _ text: String, _ words: Phrasebook
  ) throws(SiteError) -> MustacheTemplate {
    if let objection = objection(to: text) { throw .template(name, objection) }
    let whole = try TemplateWords(words: words, template: name).expanded(withScriptWords(text))
    do {
      return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(contentType)}}\n" + whole)
    } catch {
      throw .template(name, "it does not parse: \(error)")
    }
  }

  /// Adds the attribute for the scripts' texts to a head template that lacks it. A host may have
  /// copied the templates before the catalogues existed.
  private static func withScriptWords(_ text: String) -> String {
    let place = "data-program=\"{{frame.program}}\""
    guard text[...].firstRange(of: "frame.words") == nil, let old = text[...].firstRange(of: place)
    else { return text }
    let attribute = "{{#frame.words}} data-words=\"{{{frame.words}}}\"{{/frame.words}}"
    return text[..<old.upperBound] + attribute + text[old.upperBound...]
  }

  /// The reason why a template is unsafe; nil if it is safe. Other delimiters or content types
  /// would bypass the escaping. `{{{x}}}` and `{{&x}}` also bypass it, and are safe only for fields
  /// with checked markup.
  static func objection(to text: String) -> String? {
    for tag in text.split(separator: "{{", omittingEmptySubsequences: false).dropFirst() {
      let inside = tag.drop(while: \.isWhitespace)
      guard let mark = inside.first else { continue }
      switch mark {
      case "=": return "{{= changes the delimiters"
      case "%": return "{{% changes the content type"
      case "{", "&":
        let name = inside.dropFirst().drop(while: \.isWhitespace)
          .prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-" }
        guard rawFields.contains(String(name)) else { return "{{{\(name)}}} is not escaped" }
      default: continue
      }
    }
    return nil
  }
}

private let suffix = ".mustache"
private let contentType = "AlbumScan"

/// Escaping by Unicode scalars. It replaces swift-mustache's escaping, which works by graphemes.
private struct EscapedBytes: MustacheContentType {
  func escapeText(_ text: String) -> String { PlainText.escaped(text) }
}
