// The list of all commands.

import ArgumentParser

extension AlbumScan {
  static let configuration = CommandConfiguration(
    commandName: "albumscan",
    abstract: "Photograph a record sleeve; learn which album it is and whether it matters.",
    discussion: """
      Exit codes: 0 done · 1 it ran and the answer is no · 2 usage or configuration · \
      3 the input is unusable · 4 a provider or the network failed.
      """,
    version: "albumscan \(number)",
    subcommands: [
      SetupCommand.self, SetupReadsCommand.self, SetupInsideCommand.self,
      SetupTakesBackCommand.self,
      Init.self, Serve.self, ScanPhotos.self, Work.self,
      Build.self, RefreshPages.self, Show.self,
      Doctor.self, Status.self,
      Correct.self, ReviewAgain.self, OwnArtwork.self, Edit.self, Delete.self,
      Undelete.self,
      CropPhoto.self, FindCovers.self, FindSpines.self, ReadCodes.self, ReadPhoto.self,
      ReaderCommand.self, CatalogueCommand.self, Recognise.self,
      Evaluate.self, Check.self, BackupHistory.self, RestoreHistory.self, Nightly.self, Export.self,
      Import.self,
      Publish.self, PersonCommand.self,
    ])
}
