// The sites that a refresher can write.

package import Host

/// The properties of the site that a refresher writes.
package struct RefreshTarget: Sendable {
  /// The web root.
  let folder: String

  /// The path of the file that exists while a build is not finished.
  let buildingMarker: String

  /// The settings of the household; nil for the published log. Only the household gets pages and
  /// texts for the CGI, and marker files that say who may read its pages.
  let household: Configuration?

  package static func household(_ configuration: Configuration) -> RefreshTarget {
    RefreshTarget(
      folder: configuration.site, buildingMarker: configuration.buildingMarker,
      household: configuration)
  }

  /// The published log in `folder`. Its refresher gets the database of the published log, in which
  /// the published log is the only site.
  package static func published(folder: String, buildingMarker: String) -> RefreshTarget {
    RefreshTarget(folder: folder, buildingMarker: buildingMarker, household: nil)
  }
}
