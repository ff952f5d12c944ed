// Pages and parts of pages as lists of fields: the values that a template can name.
// Source: docs/decisions/069-own-template-renderer.md, docs/decisions/129-views-are-lists.md.

/// The value of a field.
enum Field: Sendable {
  /// The view has no such field, or the field has no value.
  case nothing

  /// Text, which is always escaped.
  case text(String)

  /// HTML that has been checked or escaped already. `{{{…}}}` writes only this value unescaped.
  case markup(String)
  case flag(Bool)
  case view(View)
  case views([View])
  case texts([String])
}

/// A page or a part of a page: its fields, each written once, beside the template that names them.
/// A field without a value has the same effect as no field.
struct View: Sendable, ExpressibleByArrayLiteral {
  /// A field with its name.
  struct Entry: Sendable {
    let name: FieldName
    let value: Field

    static func text(_ name: FieldName, _ text: String?) -> Entry {
      Entry(name: name, value: text.map(Field.text) ?? .nothing)
    }

    static func markup(_ name: FieldName, _ markup: String?) -> Entry {
      Entry(name: name, value: markup.map(Field.markup) ?? .nothing)
    }

    static func flag(_ name: FieldName, _ flag: Bool) -> Entry {
      Entry(name: name, value: .flag(flag))
    }

    static func view(_ name: FieldName, _ view: View?) -> Entry {
      Entry(name: name, value: view.map(Field.view) ?? .nothing)
    }

    static func views(_ name: FieldName, _ views: [View]) -> Entry {
      Entry(name: name, value: .views(views))
    }

    static func texts(_ name: FieldName, _ texts: [String]) -> Entry {
      Entry(name: name, value: .texts(texts))
    }
  }

  /// A name is searched from the beginning of the list, because a view has few fields.
  private let entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  init(arrayLiteral entries: Entry...) { self.entries = entries }

  subscript(name: FieldName) -> Field { index(of: name).map { self[$0] } ?? .nothing }

  subscript(index: Int) -> Field { entries[index].value }

  /// The index of a field in the list; nil if the view has no such field, or the field has no value. A
  /// loop over the entries themselves would copy each of them.
  func index(of name: FieldName) -> Int? {
    for index in entries.indices where entries[index].name == name {
      if case .nothing = entries[index].value { return nil }
      return index
    }
    return nil
  }

  /// The names of the fields, in the order of the list.
  var names: [FieldName] { entries.map(\.name) }
}

/// A view with a template of its own.
protocol Page {
  /// The template's file name without `.mustache`; often also a word of the page's address.
  static var template: String { get }
  var view: View { get }
}
