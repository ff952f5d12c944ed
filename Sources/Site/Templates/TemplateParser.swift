// Parses templates: the Mustache language without functions, inheritance and other delimiters.
// Source: <https://mustache.github.io/mustache.5.html>.

/// Adds one template to a program.
struct TemplateParser {
  private let template: String
  private var text: TemplateText

  /// The number of each template of the directory.
  private let partials: [String: Int]
  private var position = 0

  /// The sections that are not closed yet: their tags and their instructions.
  private var open: [(tag: TemplateTag, instruction: Int, line: Int)] = []

  init(_ template: String, _ text: TemplateText, partials: [String: Int]) {
    self.template = template
    self.text = text
    self.partials = partials
  }

  mutating func parse(into program: inout Program) throws(SiteError) {
    let start = program.code.count
    while let tag = text.bytes.firstIndex(of: "{{", from: position) {
      try parseTag(at: tag, into: &program)
    }
    addText(upTo: text.bytes.count, line: 0, to: &program)
    if let section = open.last {
      throw error(line: section.line, "\(section.tag.spelled) is not closed")
    }
    program.endTemplate(template, from: start)
  }

  /// Parses the text before a tag, and the tag.
  private mutating func parseTag(at start: Int, into program: inout Program) throws(SiteError) {
    let line = text.line(at: start)
    var rest = text.bytes[(start + 2)...]
    let tag: TemplateTag
    do throws(TagError) {
      tag = try TemplateTag.read(&rest)
    } catch {
      throw self.error(line: line, error.reason)
    }
    let indentation = text.bytes[..<start].reversed().prefix(while: isBlank).count
    let nextLine = tag.mayStandAlone ? lineEnd(after: rest.startIndex) : nil
    guard let nextLine, isLineStart(start - indentation) else {
      addText(upTo: start, line: line, to: &program)
      position = rest.startIndex
      return try add(tag, indentation: 0..<0, line: line, to: &program)
    }
    // The blanks before a partial are a part of the page, and indent all lines of the partial.
    addText(
      upTo: tag.kind == .partial ? start : start - indentation, line: line, to: &program)
    position = nextLine
    let blanks = program.text.count - indentation..<program.text.count
    try add(
      tag, indentation: tag.kind == .partial ? blanks : 0..<0, line: line, to: &program)
  }

  private mutating func add(
    _ tag: TemplateTag, indentation: Range<Int>, line: Int, to program: inout Program
  ) throws(SiteError) {
    switch tag.kind {
    case .value:
      program.add(.value(program.add(path: tag.name, template: template, line: line)), line: line)
    case .markup:
      program.add(.markup(program.add(path: tag.name, template: template, line: line)), line: line)
    case .section, .inverted:
      open.append((tag, program.code.count, line))
      let path = program.add(path: tag.name, template: template, line: line)
      program.add(
        tag.kind == .section ? .section(path, end: 0) : .inverted(path, end: 0), line: line)
    case .end:
      guard let section = open.popLast() else {
        throw error(line: line, "\(tag.spelled) closes no section")
      }
      guard section.tag.name == tag.name else {
        let opened = "\(section.tag.spelled) of line \(section.line)"
        throw error(line: line, "\(tag.spelled) does not close \(opened)")
      }
      program.close(section.instruction)
    case .partial:
      // A missing partial is empty. Source: the specification of Mustache, partials.yml.
      guard let partial = partials[tag.name] else { return }
      program.add(.partial(partial, indentation: indentation), line: line)
    case .comment: break
    }
  }

  private func addText(upTo end: Int, line: Int, to program: inout Program) {
    guard position < end else { return }
    let range = program.add(text: text.bytes[position..<end])
    program.add(.text(range), line: line)
  }

  private func isLineStart(_ position: Int) -> Bool {
    position == 0 || text.bytes[position - 1] == UInt8(ascii: "\n")
  }

  /// The beginning of the next line, if only blanks precede it. The end of the text counts as the
  /// beginning of a line.
  private func lineEnd(after position: Int) -> Int? {
    let rest = text.bytes[position...].drop(while: isBlank)
    if rest.isEmpty || rest.first == UInt8(ascii: "\n") {
      return min(rest.startIndex + 1, text.bytes.count)
    }
    return rest.starts(with: "\r\n".utf8) ? rest.startIndex + 2 : nil
  }

  private func error(line: Int, _ reason: String) -> SiteError {
    .template(template, "line \(line): \(reason)")
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
