// Pages that the build writes and the CGI fills with values of one reader. So the CGI needs no
// template engine, and no file of the web root has personal values.

/// A page below `data/pages`. A template has placeholders for values, and blocks that are repeated
/// or left out; `PageFill` of albumscan-cgi names them.
///
///     [[person]]                            a value, escaped by the CGI
///     <!--[device]-->…<!--[/device]-->      a block: written once for each entry, or not at all
package enum FilledPage: String, CaseIterable, Hashable, Sendable {
  /// The question before a sign-in: the person's name, and one button.
  case confirm
  case settings
  /// The owner's list of people.
  case people
  /// A new sign-in code with its link and its QR code.
  case code
  /// The owner's status page: queue, services, spending and disk.
  case status
  /// The owner's page about the published log, with the button *Publish now*.
  case publishing
  /// The answer to the deletion of a find, with its undo.
  case deleted
  /// The deleted finds that the reader can restore.
  case deletedFinds
  /// The form that adds a find without a photo.
  case add
  /// The form with a find's details.
  case edit
  /// The result of an edit of several finds, with its undo.
  case edited
  /// The form that uploads a file for an import, and the earlier imports.
  case `import`
  /// The state of an uploaded file: its dry run, the import, or an undo.
  case imported
  /// The items of a shelf photo.
  case shelfItems = "shelf-items"

  /// The file's name in `data/pages`.
  package var fileName: String { "\(rawValue).html" }
}
