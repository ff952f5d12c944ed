// The doctor's check of the text reader: its files, and the words of a drawn sleeve.

import Host
import Installing
import Photos
import Pictures

extension Examination {
  /// Nil if sleeves are not read, or if this processor has no text reader. A fault is a warning, because
  /// scans go on without words.
  func textReader() async -> Finding? {
    guard configuration.services.readsSleeves, let processor = ReaderPackage.Processor.present
    else {
      return nil
    }
    let installation = ReaderInstallation(for: processor)
    let subject = "text reader \(installation.folder)"
    let isOfCheckout = ControlFileChoice.checkout(of: Surroundings.current.programs) != nil
    let install = "\(isOfCheckout ? "" : "sudo ")albumscan reader install"
    if let fault = installation.fault() {
      let reason =
        Files.isDirectory(installation.folder)
        ? "\(fault) is missing or damaged" : "it is not installed"
      return Finding(
        subject: subject, remedy: "\(reason), so scans read no lettering; \(install)",
        isWarning: true)
    }
    do throws(ReaderError) {
      let reader = ReaderProgram(programs: Surroundings.current.programs)
      let isRead = ReaderSample.isRead(in: try await reader.read(ReaderSample.sleeve))
      return Finding(
        subject: subject, remedy: isRead ? nil : "it did not read a drawn sleeve; \(install)",
        isWarning: true)
    } catch {
      return Finding(subject: subject, remedy: "\(error)", isWarning: true)
    }
  }
}
