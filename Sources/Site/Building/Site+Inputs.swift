// Computes a digest of all inputs of pages except the database. If the stored digest of a site
// differs, the site is built again. Source: docs/decisions/052-serial-for-each-site.md.

import Albums
import Host

extension Site {
  /// SHA-256 in hexadecimal of the settings, the texts, the templates and the public files; for the
  /// published log, of the public files that its pages use.
  /// `program` identifies the build of the program. Throws if a file cannot be read.
  package func inputsDigest(program: String) throws(SiteError) -> String {
    var hash = FieldHash()
    hash.add(program)
    for setting in [
      settings.baseURL, settings.programPath, "\(settings.isOpenToLAN)",
      "\(settings.needsHTTPS)", "\(settings.isProtected)", "\(settings.hasModel)",
      "\(settings.reviewsBooks)", settings.contact ?? "", settings.publicLog?.rule.text ?? "",
      settings.publicLog?.url ?? "",
      settings.words.language, settings.words.zone.name, "\(settings.showsNotes)",
      "\(settings.usesCoverColours)",
    ] + settings.outside.inputs {
      hash.add(setting)
    }
    for key in settings.words.keys {
      hash.add(key)
      settings.words.source(of: key).forEach { hash.add($0) }
    }
    hash.add(templates.digest)
    if let appearance = settings.appearance {
      hash.add("published")
      for choice in [
        appearance.title, appearance.author, appearance.about ?? "", appearance.url ?? "",
        "\(appearance.isIndexed)",
        appearance.colour, appearance.background, "\(appearance.showsNotes)",
        "\(appearance.showsRatings)",
        "\(settings.pictureQueue != nil)",
      ] {
        hash.add(choice)
      }
      for asset in settings.assets.contents {
        hash.add(asset.name)
        hash.add(asset.bytes)
      }
    }
    for name in copiedNames {
      hash.add(name)
      // A hashed name changes with the content of its file.
      let address = settings.assets.address(of: name)
      hash.add(address == "/\(name)" ? try publicFiles.bytes(of: name) : Array(address.utf8))
    }
    return hexadecimal(hash.finish())
  }
}
