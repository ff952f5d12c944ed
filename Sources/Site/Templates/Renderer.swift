// Runs the instructions of a template. All output is appended to one buffer.

/// Renders one page.
struct Renderer: ~Copyable {
  /// Maximum number of sections and partials within each other. A partial may contain itself.
  static let depthLimit = 100

  private let program: Program
  private var output: [UInt8] = []

  /// The page and the values of the open sections, the innermost last. Each is a view or a text.
  private var contexts: [Field] = []

  /// The view of each context; for a text, a view without fields.
  private var views: [View] = []

  /// The indentation of each line of the current partial.
  private var indentation: [UInt8] = []
  private var depth = 0

  init(_ program: Program, page: View) {
    self.program = program
    contexts.reserveCapacity(8)
    views.reserveCapacity(8)
    output.reserveCapacity(16 << 10)
    open(.view(page))
  }

  /// The page's bytes.
  consuming func render(_ code: Range<Int>) throws(SiteError) -> [UInt8] {
    try run(code)
    return output
  }

  private mutating func run(_ code: Range<Int>) throws(SiteError) {
    var next = code.lowerBound
    while next < code.upperBound {
      let this = next
      next += 1
      switch program.code[this] {
      case .text(let range): append(program.text[range])
      case .value(let path): append(field(path), asMarkup: false)
      case .markup(let path): append(field(path), asMarkup: true)
      case .section(let path, let end):
        try runSection(field(path), next..<end, of: this)
        next = end
      case .inverted(let path, let end):
        if field(path).isEmpty { try descend(next..<end, of: this) }
        next = end
      case .partial(let number, let added):
        let outer = indentation
        indentation += program.text[added]
        try descend(program.templates[number].code, of: this)
        indentation = outer
      }
    }
  }

  private mutating func runSection(
    _ field: Field, _ code: Range<Int>, of tag: Int
  ) throws(SiteError) {
    switch field {
    case .nothing, .flag(false): break
    case .flag(true): try descend(code, of: tag)
    case .text, .markup, .view: try run(code, of: tag, in: field)
    case .views(let views): for view in views { try run(code, of: tag, in: .view(view)) }
    case .texts(let texts): for text in texts { try run(code, of: tag, in: .text(text)) }
    }
  }

  private mutating func run(
    _ code: Range<Int>, of tag: Int, in context: Field
  ) throws(SiteError) {
    open(context)
    try descend(code, of: tag)
    contexts.removeLast()
    views.removeLast()
  }

  private mutating func open(_ context: Field) {
    contexts.append(context)
    if case .view(let view) = context { views.append(view) } else { views.append([]) }
  }

  /// Runs the instructions within a section or a partial. `tag` is the instruction of its tag.
  private mutating func descend(_ code: Range<Int>, of tag: Int) throws(SiteError) {
    guard depth < Self.depthLimit else {
      let position = program.position(of: tag)
      throw .template(
        position.template,
        "line \(position.line): more than \(Self.depthLimit) sections and partials are within each other"
      )
    }
    depth += 1
    try run(code)
    depth -= 1
  }
}

extension Renderer {
  /// The value of a field. The innermost context that has the first name of the path gives the value.
  private func field(_ path: FieldPath) -> Field {
    guard let first = path.names.first else { return contexts[contexts.count - 1] }
    guard let name = program.names[first] else { return .nothing }
    var field = path.isLocal ? views[views.count - 1][name] : found(name)
    for index in path.names.dropFirst() {
      guard let name = program.names[index] else { return .nothing }
      field = field.field(name)
    }
    return field
  }

  private func found(_ name: FieldName) -> Field {
    for view in views.indices.reversed() {
      if let index = views[view].index(of: name) { return views[view][index] }
    }
    return .nothing
  }

  private mutating func append(_ field: Field, asMarkup: Bool) {
    switch field {
    case .markup(var markup) where asMarkup:
      guard !markup.isEmpty else { return }
      indent()
      markup.withUTF8 { output.append(contentsOf: $0) }
    case .text(let text), .markup(let text):
      guard !text.isEmpty else { return }
      indent()
      PlainText.escape(text, into: &output)
    case .flag(let flag):
      indent()
      output += (flag ? "true" : "false").utf8
    case .nothing, .view, .views, .texts: break
    }
  }

  private mutating func append(_ text: ArraySlice<UInt8>) {
    guard !indentation.isEmpty else { return output += text }
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let isWhole = line.endIndex < text.endIndex
      guard isWhole || !line.isEmpty else { continue }
      indent()
      output += line
      if isWhole { output.append(UInt8(ascii: "\n")) }
    }
  }

  /// Begins a line with the indentation of the partial.
  private mutating func indent() {
    if !indentation.isEmpty, output.last == UInt8(ascii: "\n") { output += indentation }
  }
}

extension Field {
  /// The field of a view; other values have no fields.
  fileprivate func field(_ name: FieldName) -> Field {
    if case .view(let view) = self { view[name] } else { .nothing }
  }

  /// Whether an inverted section is rendered. An empty text is a value.
  fileprivate var isEmpty: Bool {
    switch self {
    case .nothing, .flag(false): true
    case .views(let views): views.isEmpty
    case .texts(let texts): texts.isEmpty
    case .text, .markup, .view, .flag(true): false
    }
  }
}
