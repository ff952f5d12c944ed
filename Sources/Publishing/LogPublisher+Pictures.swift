// Draws the pictures to share that wait, and writes their pages again. The document of a picture waits until its
// page names the picture. So if the process is killed, the next publish continues.

import Host
import Refresh
import Site
import Store

extension LogPublisher {
  /// The number of pictures after which their pages are written.
  private static let picturesPerStep = 50

  /// Draws for at most `drawMilliseconds`; the other pictures wait for the next publish. A document that cannot be
  /// drawn is set aside, and its page keeps the bare cover.
  func drawPictures(
    of published: borrowing Store, with refresher: PageRefresher, _ options: PublishOptions
  ) throws(PublishError) {
    guard let queue = site.pictureQueue, let drawer else {
      return try hosting { () throws(HostError) in
        try PictureQueue(configuration.pictureQueue).removeAll()
      }
    }
    let waiting = try hosting { () throws(HostError) in
      try queue.removeTemporaryFiles()
      return try queue.pictures()
    }
    guard !waiting.isEmpty else { return }
    let fonts = FontCoverage.installed()
    let end = options.drawMilliseconds.map { Clock.bootMilliseconds() + $0 }
    var drawn: [WaitingPicture] = []
    for (index, picture) in waiting.enumerated() {
      if let end, Clock.bootMilliseconds() >= end { break }
      progress(.drawing(done: index, of: waiting.count))
      if try draw(picture, from: queue, with: drawer, fonts) { drawn.append(picture) }
      guard drawn.count == Self.picturesPerStep else { continue }
      try finish(drawn, in: queue, of: published, with: refresher)
      drawn = []
    }
    try finish(drawn, in: queue, of: published, with: refresher)
  }

  /// Returns whether the picture is drawn.
  private func draw(
    _ picture: WaitingPicture, from queue: PictureQueue, with drawer: PictureDrawer,
    _ fonts: FontCoverage
  ) throws(PublishError) -> Bool {
    let document = try hosting { () throws(HostError) in try queue.document(of: picture) }
    guard let document, site.hasPage(of: picture) else {
      try hosting { () throws(HostError) in try queue.remove(picture) }
      return false
    }
    if site.hasPicture(picture, document) { return true }
    guard fonts.missing(in: document).isEmpty, let jpeg = try drawer.jpeg(of: document) else {
      try hosting { () throws(HostError) in try queue.setAside(picture) }
      return false
    }
    do { try site.keep(jpeg, of: picture, document) } catch { throw .site(error) }
    Failpoint.pass("publish-drawn")
    return true
  }

  /// Writes the pages of drawn pictures, then forgets their documents.
  private func finish(
    _ drawn: [WaitingPicture], in queue: PictureQueue, of published: borrowing Store,
    with refresher: PageRefresher
  ) throws(PublishError) {
    guard !drawn.isEmpty else { return }
    try refreshing { () throws(RefreshError) in
      try refresher.rewritePages(of: drawn.map(\.page), in: published)
    }
    try hosting { () throws(HostError) in
      for picture in drawn {
        guard let document = try queue.document(of: picture) else { continue }
        if site.hasPicture(picture, document) { try queue.remove(picture) }
      }
    }
  }
}
