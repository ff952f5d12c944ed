// All templates of a directory in the form that the renderer runs: one flat list of instructions.
// The instructions contain only numbers, so that running them copies no text and counts no
// references.

/// A step of rendering.
enum Instruction {
  /// Appends a part of `Program.text`.
  case text(Range<Int>)

  /// Appends a field, escaped.
  case value(FieldPath)

  /// Appends a field, unescaped if it is `Field.markup`.
  case markup(FieldPath)

  /// Runs the instructions from the next one to `end` for each value of a field.
  case section(FieldPath, end: Int)

  /// Runs the instructions from the next one to `end` if a field has no value.
  case inverted(FieldPath, end: Int)

  /// Runs another template. `indentation` is the part of `Program.text` that precedes each of its
  /// lines.
  case partial(Int, indentation: Range<Int>)
}

/// The name in a tag: `{{a.b}}`.
struct FieldPath {
  /// The part of `Program.names` with the names between the dots; empty for `{{.}}`.
  let names: Range<Int>

  /// Whether the first name is looked up only in the innermost context: `{{.a}}`.
  let isLocal: Bool
}

/// The instructions of all templates, one template after the other.
struct Program {
  private(set) var code: [Instruction] = []

  /// The text between the tags of all templates.
  private(set) var text: [UInt8] = []

  /// The names of all tags; nil for a name that no view has.
  private(set) var names: [FieldName?] = []

  /// The names in templates that no view has. They stay empty on the pages.
  private(set) var unknown: [UnknownField] = []

  /// The templates' names, and their parts of `code`.
  private(set) var templates: [(name: String, code: Range<Int>)] = []

  /// The line of each instruction in its template.
  private var lines: [Int] = []

  /// The template and the line of an instruction, for errors.
  func position(of instruction: Int) -> (template: String, line: Int) {
    let template = templates.first { $0.code.contains(instruction) }
    return (template?.name ?? "", lines[instruction])
  }
}

/// A name in a template that no view has, as in a template that a host copied from an earlier version.
package struct UnknownField: Equatable, Sendable, CustomStringConvertible {
  /// The name without `.mustache`.
  package let template: String
  package let line: Int
  package let name: String

  package var description: String { "\(template).mustache, line \(line): {{\(name)}}" }
}

extension Program {
  mutating func add(_ instruction: Instruction, line: Int) {
    code.append(instruction)
    lines.append(line)
  }

  mutating func add(text: some Collection<UInt8>) -> Range<Int> {
    let start = self.text.count
    self.text += text
    return start..<self.text.count
  }

  /// `template` and `line` are the position of the path.
  mutating func add(path: String, template: String, line: Int) -> FieldPath {
    let start = names.count
    for part in path.split(separator: ".") {
      let name = FieldName(rawValue: String(part))
      if name == nil {
        unknown.append(UnknownField(template: template, line: line, name: String(part)))
      }
      names.append(name)
    }
    return FieldPath(names: start..<names.count, isLocal: path.utf8.first == UInt8(ascii: "."))
  }

  /// Gives a section its end: the next instruction.
  mutating func close(_ section: Int) {
    switch code[section] {
    case .section(let path, _): code[section] = .section(path, end: code.count)
    case .inverted(let path, _): code[section] = .inverted(path, end: code.count)
    case .text, .value, .markup, .partial: break
    }
  }

  /// Names the instructions from `start` on as a template.
  mutating func endTemplate(_ name: String, from start: Int) {
    templates.append((name, start..<code.count))
  }
}
