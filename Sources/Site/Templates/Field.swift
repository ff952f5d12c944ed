// The values that a template can name. Every view lists its fields in a `switch`, so that rendering
// needs no reflection and no dynamic cast. Source: docs/decisions/069-own-template-renderer.md.

/// The value of a field.
enum Field {
  /// The view has no such field, or the field has no value.
  case nothing

  /// Text, which is always escaped.
  case text(String)

  /// HTML that has been checked or escaped already. `{{{…}}}` writes only this value unescaped.
  case markup(String)
  case flag(Bool)
  case view(any View)
  case views([any View])
  case texts([String])

  init(_ text: String?) { self = text.map(Field.text) ?? .nothing }
  init(_ flag: Bool) { self = .flag(flag) }
  init(_ texts: [String]) { self = .texts(texts) }
  init<V: View>(_ view: V?) { self = view.map { .view($0) } ?? .nothing }
  init<V: View>(_ views: [V]) { self = .views(views) }
  init(markup: String?) { self = markup.map(Field.markup) ?? .nothing }
}

/// A page or a part of a page. Its fields are its stored properties, under their own names; a test
/// compares the two.
protocol View {
  func field(_ name: FieldName) -> Field
}

/// A view with an own template.
protocol Page: View {
  /// The template's file name without `.mustache`, which is also the page's URL word.
  static var template: String { get }
}
