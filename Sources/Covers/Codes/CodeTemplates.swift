// The templates of all kinds of codes under all blurs.

struct CodeTemplates: Sendable {
  static let deviations: [Float] = [0.3, 0.55, 0.8, 1.1]
  /// The deviation that is tried first.
  static let usual = 1
  static let growths: [Float] = [-0.6, -0.3, 0.3, 0.6]

  /// The templates of one layout.
  struct OfLayout: Sendable {
    let layout: CodeLayout
    /// For each deviation the templates of bars that did not grow.
    let plain: [LayoutTemplates]
    /// For each deviation and each growth.
    let grown: [[LayoutTemplates]]

    init(_ layout: CodeLayout) {
      self.layout = layout
      plain = deviations.map { LayoutTemplates(layout, BarBlur(deviation: $0, growth: 0)) }
      grown = deviations.map { deviation in
        growths.map { LayoutTemplates(layout, BarBlur(deviation: deviation, growth: $0)) }
      }
    }
  }

  /// In the order in which they are tried.
  let layouts = [OfLayout(.thirteen), OfLayout(.eight), OfLayout(.six)]
}
