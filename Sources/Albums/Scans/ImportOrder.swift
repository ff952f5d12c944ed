// An import from the web: its steps, and the parameters of a step.

/// A step of an import. Each step is a job.
package enum ImportStep: String, CaseIterable, Hashable, Sendable {
  /// The dry run: judges each row, and changes nothing.
  case check

  /// Imports the rows.
  case run

  /// Deletes the finds of an import that were not edited since.
  case undo
}

/// The parameters of a step.
package struct ImportOrder: Hashable, Sendable {
  /// The uploaded file. An undo has an id of its own, but no file.
  package let upload: UploadID

  /// The name of the file, for pages only.
  package let name: String
  package let step: ImportStep

  /// The id of the import in the table `imports`; nil before the first row is imported.
  package var number: Int64?

  /// For an undo: the number of imported rows at the time of the request.
  package var rowCount: Int?

  /// Whether the import takes rows that may already be finds of the history.
  package var takesAmbiguous = false

  /// Whether imported albums without a review get one.
  package var writesReviews = false

  package init(_ step: ImportStep, of upload: UploadID, name: String) {
    self.step = step
    self.upload = upload
    self.name = name
  }
}
