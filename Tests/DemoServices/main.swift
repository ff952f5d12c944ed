// `make demo-services`: a model, MusicBrainz and the Cover Art Archive on this machine, at the pace of
// the real ones, so that the whole program can be tried without an account. Any picture is called one
// of twelve albums, in turn.

import Glibc
import Host
import Services

/// At once, also where it goes to a file.
@Sendable func say(_ line: String) {
  print(line)
  fflush(nil)
}

let firstPort = CommandLine.arguments.dropFirst().first.map { UInt16($0) ?? 0 } ?? 8031
guard (1024...65_000).contains(firstPort), CommandLine.arguments.count <= 2 else {
  say("Usage: demo-services [first of three ports, 8031 where none is given]")
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

do {
  let model = try OpenAIService(.inTurn(Awkward.albums), port: firstPort, watch: report)
  let musicBrainz = try MusicBrainzService(port: firstPort + 1, watch: report)
  let archive = try CoverArtService(port: firstPort + 2, watch: report)
  DemoPace.phone.set(model: model, musicBrainz: musicBrainz, archive: archive)
  say(
    """
    Three services on this machine. Put these lines into the control file (cgi-bin/albumscan):

    provider: openai
    openai-url: \(model.url)
    musicbrainz-url: \(musicBrainz.url)
    cover-art-url: \(archive.url)
    contact: you@example.org

    and the key they know into the data folder:

    install -d -m 700 data/keys && (umask 077; echo \(OpenAIService.key) > data/keys/openai)

    Then: make run, and scan anything. Ctrl-C ends this.

    """)
  while true { pause() }
} catch {
  say(
    "The services could not start: \(error). Is one of the ports \(firstPort)–\(firstPort + 2) taken?"
  )
  exit(1)
}
