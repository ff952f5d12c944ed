// Settings of a control file are changed in their lines; all other lines stay.

import Installing
import Testing

@Suite struct ControlTextTests {
  @Test(arguments: [
    ("", "language: de\n"), ("language: en\n", "language: de\n"),
    ("language:   de\n", "language:   de\n"),
    ("# language: de\nsite: ../site\n", "language: de\nsite: ../site\n"),
    (
      "# languages are spoken\nsite: ../site",
      "# languages are spoken\nsite: ../site\nlanguage: de\n"
    ),
    (
      "#!/usr/bin/albumscan-cgi\nlanguage: en\n\n# mine\n",
      "#!/usr/bin/albumscan-cgi\nlanguage: de\n\n# mine\n"
    ),
  ])
  func `a setting is changed in its line, in the line of its example, or at the end`(
    before: String, after: String
  ) {
    var text = ControlText(before)
    text.set("language", to: "de")
    #expect(text.text == after)
    #expect(text["language"] == "de")
  }

  @Test func `a value has the text behind the first colon, and a comment has no value`() {
    let text = ControlText(
      "#!/usr/bin/albumscan-cgi\n base-url : https://records.example \n# contact: x\n")
    #expect(text["base-url"] == "https://records.example")
    #expect(text["contact"] == nil)
  }
}
