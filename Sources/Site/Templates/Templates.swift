// The templates, read once. The host can edit them without rebuilding the program. A template that
// could output untrusted text without escaping is refused here, before any page is written.

import Albums
import Host

/// All templates of a directory, parsed.
struct Templates: Sendable {
  /// The only fields that `{{{…}}}` may contain: libcmark's output, checked by an allow-list; the
  /// texts of a script, which are escaped once for all pages; and JSON in which `<`, `>` and `&` are
  /// escaped.
  static let rawFields: Set<String> = [
    "summaryHTML", "lineHTML", "noteHTML", "aboutHTML", "frame.words", dataField,
  ]

  /// The field with JSON. Its quotation marks are not escaped, so it may stand only in the element
  /// that begins with `dataElement`.
  private static let dataField = "structuredData"
  private static let dataElement = "<script type=\"application/ld+json\">"

  private let program: Program

  /// The number of each template in `program`.
  private let numbers: [String: Int]

  /// SHA-256 in hexadecimal of the templates' names and texts.
  let digest: String

  /// The template of the certificate page, whose port has the plain names only.
  private static let withPlainAddresses = "certificate"

  /// Reads every `*.mustache` file of `directories`, and inserts the texts of `words` and the hashed
  /// addresses of `assets`. If several folders have a template of one name, the first folder counts.
  /// Files whose names begin with `_` are partials.
  init(
    directories: [String], words: Phrasebook, assets: Assets = .none
  ) throws(SiteError) {
    let sources = try TemplateSources(directories: directories)
    var texts: [(name: String, text: String)] = []
    for name in sources.names { texts.append((name, try sources.text(of: name))) }
    try self.init(texts, words: words, assets: assets)
  }

  /// Parses templates.
  init(
    _ texts: [(name: String, text: String)], words: Phrasebook, assets: Assets = .none
  ) throws(SiteError) {
    var hash = FieldHash()
    var program = Program()
    let numbers = Dictionary(
      uniqueKeysWithValues: texts.enumerated().map { ($1.name, $0) })
    for (name, text) in texts {
      hash.add(name)
      hash.add(text)
      if let objection = Self.objection(to: text) { throw .template(name, objection) }
      let text =
        name == Self.withPlainAddresses ? text : assets.replaced(inTemplate: text)
      let whole = try TemplateWords(words: words, template: name)
        .expanded(text)
      var parser = TemplateParser(name, whole, partials: numbers)
      try parser.parse(into: &program)
    }
    self.program = program
    self.numbers = numbers
    digest = hexadecimal(hash.finish())
  }

  /// The names in the templates that no view has.
  var unknownFields: [UnknownField] { program.unknown }

  /// Whether the directory has a template of that name.
  func has(_ name: String) -> Bool { numbers[name] != nil }

  /// The page's bytes.
  func render<P: Page>(_ page: P) throws(SiteError) -> [UInt8] {
    try render(page.view, template: P.template)
  }

  /// The bytes of a page whose fields serve several templates; `name` chooses one.
  func render(_ page: View, template name: String) throws(SiteError) -> [UInt8] {
    guard let number = numbers[name] else {
      throw .template(name, "there is no such template")
    }
    let bytes = try Renderer(program, page: page).render(program.templates[number].code)
    return ProductAttribute.added(to: bytes)
  }

  func text<P: Page>(of page: P) throws(SiteError) -> String {
    String(decoding: try render(page), as: UTF8.self)
  }

  /// The reason why a template is unsafe; nil if it is safe. Other delimiters or content types
  /// would bypass the escaping. `{{{x}}}` and `{{&x}}` also bypass it, and are safe only for fields
  /// with checked markup.
  static func objection(to text: String) -> String? {
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      let before = rest[..<open.lowerBound]
      rest = rest[open.upperBound...]
      let inside = rest.drop(while: \.isWhitespace)
      guard let sign = inside.first else { continue }
      switch sign {
      case "=": return "{{= changes the delimiters"
      case "%": return "{{% changes the content type"
      case "{", "&":
        let name = inside.dropFirst().drop(while: \.isWhitespace)
          .prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-" }
        guard rawFields.contains(String(name)) else { return "{{{\(name)}}} is not escaped" }
        guard name != dataField || before.hasSuffix(dataElement) else {
          return "{{{\(name)}}} may stand only directly after \(dataElement)"
        }
      default: continue
      }
    }
    return nil
  }
}
