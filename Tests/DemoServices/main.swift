// `make demo-services`: four kinds of model, MusicBrainz, the Cover Art Archive and Open Library on this machine, at
// the pace of the real services. With them, the whole program runs without an account. The models name twelve albums
// one after another, whatever the pictures show.

import Glibc
import Host
import Services

/// Flushes each line, also when the output is a file.
@Sendable func say(_ line: String) {
  print(line)
  fflush(nil)
}

let firstPort = CommandLine.arguments.dropFirst().first.map { UInt16($0) ?? 0 } ?? 8031
guard (1024...65_000).contains(firstPort), CommandLine.arguments.count <= 2 else {
  say("Usage: demo-services [first of seven ports, 8031 where none is given]")
  exit(2)
}

let start = Clock.bootMilliseconds()

@Sendable func report(_ request: LoggedRequest) {
  let seconds = Double(request.atMilliseconds - start) / 1000
  let took = (request.finishedMilliseconds ?? request.atMilliseconds) - request.atMilliseconds
  let status = request.status.map { "\($0)" } ?? "—"
  let about = request.refusal.map { "refused: \($0)" } ?? request.subject
  say(
    "\(seconds) s  \(request.service)  \(request.method) \(request.path)  \(status)  \(took) ms  \(about)"
  )
}

/// The lines that choose one of the models, and its key.
func lines(for model: any PlayedModel) -> String {
  let settings = model.settings.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
  guard let key = model.key else { return settings }
  return """
    \(settings)

    and the key it knows into the data folder:

    install -d -m 700 data/keys && (umask 077; echo \(key) > data/keys/\(model.provider))
    """
}

do {
  let openAI = try OpenAIService(.inTurn(Awkward.albums), port: firstPort, watch: report)
  // The names of two more albums stand on their sleeves, so a scan finds them without a model.
  let catalogue = Awkward.catalogue + [Awkward.lettered, Awkward.otherLettered]
  let musicBrainz = try MusicBrainzService(catalogue, port: firstPort + 1, watch: report)
  let archive = try CoverArtService(catalogue, port: firstPort + 2, watch: report)
  let anthropic = try AnthropicService(
    .inTurn(Awkward.albums), port: firstPort + 3, watch: report)
  let local = try CompatibleService(
    .ollama, .inTurn(Awkward.albums), port: firstPort + 4, watch: report)
  let gemini = try GeminiService(.inTurn(Awkward.albums), port: firstPort + 5, watch: report)
  let books = try OpenLibraryService(port: firstPort + 6, watch: report)
  DemoPace.streamed.set(model: openAI, musicBrainz: musicBrainz, archive: archive)
  DemoPace.streamed.set(model: anthropic)
  DemoPace.streamed.set(model: local)
  DemoPace.streamed.set(model: gemini)
  DemoPace.streamed.set(books: books)
  say(
    """
    Seven services on this machine. Put these lines into the control file (cgi-bin/albumscan):

    musicbrainz-url: \(musicBrainz.url)
    cover-art-url: \(archive.url)
    open-library-url: \(books.url)
    open-library-covers-url: \(books.url)
    contact: you@example.org
    \(lines(for: openAI))

    For Anthropic's Claude instead of OpenAI's models:

    \(lines(for: anthropic))

    For Google's Gemini:

    \(lines(for: gemini))

    For a model server of your own (here one like Ollama), which asks for no key:

    \(lines(for: local))

    Then: make run, and scan anything. Ctrl-C ends this.

    """)
  while true { pause() }
} catch {
  say(
    "The services could not start: \(error). Is one of the ports \(firstPort)–\(firstPort + 6) taken?"
  )
  exit(1)
}
