// Every command first finishes a restore that was interrupted, so that it finds a complete history.

import Albums
import Exchange
import Host

extension Setup {
  /// Finishes an interrupted restore if its new folder is complete, and prints the result.
  static func putRight(_ configuration: Configuration, _ words: Phrasebook) throws {
    do throws(BackupError) {
      switch try Restore.putRight(configuration) {
      case .finished: Terminal.note(words("cli.restore.finished"))
      case .unchanged(let remains):
        Terminal.note(words("cli.restore.unchanged", ["folder": .text(remains)]))
      case nil: break
      }
    } catch {
      throw Ending(error, refused: .no)
    }
  }
}
