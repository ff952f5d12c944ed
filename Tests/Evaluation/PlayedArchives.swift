// MusicBrainz and the Cover Art Archive of the made-up albums, as a transport without a network.

import Books
import HTTP
import Host
import MusicBrainz
import Photos
import Scanning
import Services
import Text

enum PlayedArchives {
  private static let (search, covers) = ("http://search.test/ws/2", "http://covers.test")

  /// No made-up album has an ISBN, so this server is never asked.
  private static let books = "http://books.test"

  /// The stage of the program that finds the album of a sleeve. Nothing is cached. `folder` is for temporary files. Each
  /// answer takes `answerMilliseconds`. Without such a time, MusicBrainz is asked without pauses, else at its pace.
  static func stage(
    _ catalogue: MadeCatalogue, _ fronts: MadeFronts, reader: SleeveReader,
    _ photoProgram: PhotoProgram, in folder: String, answerMilliseconds: Int?
  ) -> SleeveStage {
    let answers = transport(catalogue, fronts)
    let pace =
      answerMilliseconds == nil
      ? Pace("\(folder)/pace", gapMilliseconds: 0) : Pace("\(folder)/pace")
    let transport = Transport { (request, receive) async throws(HTTPError) -> HTTPResponse in
      if let answerMilliseconds {
        do { try await Task.sleep(for: .milliseconds(answerMilliseconds)) } catch {
          throw .cancelled
        }
      }
      return try await answers.send(request, receive)
    }
    return SleeveStage(
      reader: reader,
      musicBrainz: MusicBrainz(
        transport: transport, url: search,
        destination: .configured(host: "search.test", port: 80),
        pace: pace, cache: AnswerCache(read: { _ in nil }, write: { _, _ in })),
      archive: CoverArtArchive(
        transport: transport, url: covers,
        destination: .configured(host: "covers.test", port: 80)),
      books: OpenLibrary(
        transport: transport, url: books,
        destination: .configured(host: "books.test", port: 80),
        pace: Pace("\(folder)/books-pace", gapMilliseconds: 0),
        cache: AnswerCache(read: { _ in nil }, write: { _, _ in }),
        covers: OpenLibraryCovers(
          transport: transport, url: books, destination: .configured(host: "books.test", port: 80),
          pace: Pace("\(folder)/covers-pace", gapMilliseconds: 0))),
      artworkKeeping: ArtworkKeeping(photoProgram: photoProgram, folder: folder))
  }

  private static func transport(_ catalogue: MadeCatalogue, _ fronts: MadeFronts) -> Transport {
    Transport { (request, _) async throws(HTTPError) -> HTTPResponse in
      let path = request.url
      if path.hasPrefix(search) {
        let (status, body) = answer(String(path.dropFirst(search.count + 1)), catalogue)
        return HTTPResponse(status: status, body: body, url: path)
      }
      let parts = path.dropFirst(covers.count).split(separator: "/")
      guard parts.count == 3, let side = ["front-250": 250, "front-500": 500][parts[2]],
        let album = album(of: String(parts[1]))
      else { return HTTPResponse(status: 404, url: path) }
      do {
        guard let front = try fronts.archived(album, side: side) else {
          return HTTPResponse(status: 404, url: path)
        }
        return HTTPResponse(status: 200, body: front, url: path)
      } catch {
        preconditionFailure("a front cannot be drawn: \(error)")
      }
    }
  }

  /// `question`: `release?query=…&limit=100&fmt=json`.
  private static func answer(
    _ question: String, _ catalogue: MadeCatalogue
  ) -> (status: Int, body: [UInt8]) {
    let parts = question.split(separator: "?", maxSplits: 1)
    var (query, limit) = ("", 25)
    for pair in parts[1].split(separator: "&") {
      let value = pair.drop { $0 != "=" }.dropFirst()
      if pair.hasPrefix("limit=") { limit = Int(value) ?? limit }
      guard pair.hasPrefix("query="),
        let plain = percentDecoded(Array(value.utf8)[...], plusIsSpace: false)
      else { continue }
      query = String(decoding: plain, as: UTF8.self)
    }
    return catalogue.answer(String(parts[0]), query, limit: limit)
  }

  /// The number of the album with the id of a release group.
  static func album(of mbid: String) -> Int? {
    mbid.split(separator: "-").last.flatMap { Int($0, radix: 16) }
  }
}
