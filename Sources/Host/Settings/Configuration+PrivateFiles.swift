// The private files of an installation.

extension Configuration {
  /// The data folder. The site links to artwork, and `serve` sends the certificate page to everybody.
  package var privateFiles: PrivateFiles { PrivateFiles(data, shared: ["artwork", "certificate"]) }
}
