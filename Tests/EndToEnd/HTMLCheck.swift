// The Nu HTML Checker (vnu) on files. Source: <https://validator.github.io/validator/>.

import FoundationEssentials
import Host
import Support

enum HTMLCheck {
  /// The errors in files of HTML, with their lines.
  static func problems(in files: [String]) throws -> [String] {
    let jar = try Checkers.path("\(Checkers.folder)/vnu.jar")
    let output = try Checkers.run(
      "/usr/bin/java", ["-jar", jar, "--format", "json", "--errors-only", "--stdout"] + files)
    let answer = try JSONDecoder().decode(WebDriverValue.self, from: Data(output.utf8))
    return (answer["messages"]?.items ?? []).compactMap { message in
      let text = message["message"]?.text ?? ""
      guard message["type"]?.text == "error", !isNewerThanTheChecker(text) else { return nil }
      let line = Int(message["lastLine"]?.number ?? 0)
      return "\(message["url"]?.text ?? ""):\(line): \(text) \(message["extract"]?.text ?? "")"
    }
  }

  /// The checker dates from 2020; these parts of the standards are newer. A message about a
  /// directive must be equal as a whole, and a message about an attribute must name the attribute,
  /// so that the lists hide no other error.
  private static func isNewerThanTheChecker(_ message: String) -> Bool {
    youngerDirectives.contains(message.replacing("  ", with: " ").trimmingSuffix(" "))
      || youngerAttributes.contains {
        message.hasPrefix("Attribute “\($0)” not allowed on element")
      }
      || message.hasPrefix("Attribute “media” not allowed on element “meta”")
  }

  /// Trusted Types. Source: <https://www.w3.org/TR/trusted-types/>, "Integration with CSP".
  private static let youngerDirectives = [
    "Bad value for attribute “content” on element “meta”: Unrecognised directive-name: "
      + "\"require-trusted-types-for\". Unrecognised directive-name: \"trusted-types\"."
  ]

  /// Source: <https://html.spec.whatwg.org/multipage/interaction.html>, "The inert attribute",
  /// "Autocorrection", "The popover attribute". For `media` of a theme colour: "The meta element".
  private static let youngerAttributes = [
    "autocorrect", "inert", "popover", "popovertarget", "popovertargetaction", "fetchpriority",
  ]
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
