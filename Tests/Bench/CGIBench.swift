// The CGI: its start compared with the start of Fossil's CGI, its size, its memory during a large
// upload, and the time of its response.

import Glibc
import Host
import Support

struct CGIBench {
  let house: BenchHouse

  func figures() throws -> [Figure] {
    [try start(), try size(), try uploadMemory(), try release()] + (try people())
  }

  /// Compares two requests with Fossil's timeline: `GET …/session` of a signed-in person among ten,
  /// and the check of a session for web servers. Also measures a protected history behind nginx.
  private func people() throws -> [Figure] {
    let house = try BenchHouse(settings: "pages: protected")
    let cookie = "HTTP_COOKIE=albumscan-\(house.port)=\(try house.addPeople())"
    house.albumscan(["refresh"])
    return [
      try ratio("/session", cookie, house, "session of a person / fossil timeline", 0.65),
      try ratio("/session/check", cookie, house, "session/check / fossil timeline", 0.45),
      try protectedHistory(house, cookie),
    ]
  }

  private func ratio(
    _ path: String, _ cookie: String, _ house: BenchHouse, _ name: String, _ target: Double
  ) throws -> Figure {
    guard Files.exists("/usr/bin/fossil") else {
      return Figure(name: name, value: "fossil is not installed", target: "≤ \(target)", isMet: nil)
    }
    let script = try fossilScript()
    var (ours, fossils): ([Double], [Double]) = ([], [])
    for _ in 0..<300 {
      ours.append(
        Measure.run(house.controlFile, environment: house.environment("GET", path, [cookie]))
          .milliseconds)
      fossils.append(
        Measure.run(script, environment: house.environment("GET", "/timeline")).milliseconds)
    }
    let ratio = Measure.median(ours) / Measure.median(fossils)
    return Figure(
      name: name,
      value:
        "\(rounded(ratio)) (\(rounded(Measure.median(ours))) ms / \(rounded(Measure.median(fossils))) ms)",
      target: "≤ \(target)", isMet: ratio <= target)
  }

  /// The time in which a browser with six connections gets the history and 100 pictures. nginx asks
  /// the CGI for the session.
  private func protectedHistory(_ house: BenchHouse, _ cookie: String) throws -> Figure {
    let name = "protected history and 100 pictures, nginx"
    guard BenchNginx.isInstalled, Files.exists("/usr/bin/curl") else {
      return Figure(name: name, value: "nginx is not installed", target: "≤ 1000 ms", isMet: nil)
    }
    let picture = try Files.read("\(Checkout.root)/sample/catalogue/Adele - 21.jpg")
    var addresses = ["/history/"]
    for number in 0..<100 {
      let file = "album/picture\(number)/abc-500.jpg"
      try Files.makeDirectories(house.folder.file("site/album/picture\(number)"))
      try Files.replace(house.folder.file("site/\(file)"), with: picture, durably: false)
      addresses.append("/\(file)")
    }
    let server = try BenchNginx(house)
    let list = try house.folder.write(
      addresses.map { "url = http://127.0.0.1:\(house.port)\($0)\noutput = /dev/null\n" }.joined(),
      to: "addresses")
    var times: [Double] = []
    var isWhole = true
    for round in 0..<7 {
      let start = Measure.now()
      let output = try Programs.run(
        "/usr/bin/curl",
        [
          "-s", "--no-progress-meter", "--parallel", "--parallel-max", "6", "-w", "%{http_code}\n",
          "-b",
          String(cookie.dropFirst("HTTP_COOKIE=".count)), "-K", list,
        ], input: "/dev/null", limit: 1 << 20, timeoutMilliseconds: 60_000)
      times.append(Measure.now() - start)
      let codes = String(decoding: output.bytes, as: UTF8.self).split(separator: "\n")
      if codes.count != 101 || codes.contains(where: { $0 != "200" }) { isWhole = false }
      // The first run begins with an empty cache of sessions; the others wait until the cache is
      // stale.
      if round < 6 { pause(milliseconds: 5100) }
    }
    withExtendedLifetime(server) {}
    let time = Measure.median(times)
    return Figure(
      name: name, value: isWhole ? "\(rounded(time)) ms" : "an answer was not 200",
      target: "≤ 1000 ms", isMet: isWhole && time <= 1000)
  }

  /// Runs `GET …/session` and the timeline of an empty repository in Fossil's CGI, in alternation.
  private func start() throws -> Figure {
    let name = "albumscan-cgi session / fossil timeline"
    guard Files.exists("/usr/bin/fossil") else {
      return Figure(name: name, value: "fossil is not installed", target: "≤ 0.65", isMet: nil)
    }
    let script = try fossilScript()
    var ours: [Double] = []
    var fossils: [Double] = []
    for _ in 0..<300 {
      ours.append(
        Measure.run(house.controlFile, environment: house.environment("GET", "/session"))
          .milliseconds)
      fossils.append(
        Measure.run(script, environment: house.environment("GET", "/timeline")).milliseconds)
    }
    let ratio = Measure.median(ours) / Measure.median(fossils)
    return Figure(
      name: name,
      value:
        "\(rounded(ratio)) (\(rounded(Measure.median(ours))) ms / \(rounded(Measure.median(fossils))) ms)",
      target: "≤ 0.65", isMet: ratio <= 0.65)
  }

  private func fossilScript() throws -> String {
    let repository = house.folder.file("empty.fossil")
    _ = Measure.run(
      "/usr/bin/fossil", ["init", "--admin-user", "bench", repository],
      environment: ["HOME=\(house.folder.path)", "PATH=/usr/bin:/bin"])
    let script = try house.folder.write(
      "#!/usr/bin/fossil\nrepository: \(repository)\n", to: "fossil.cgi")
    chmod(script, 0o755)
    return script
  }

  private func size() throws -> Figure {
    let bytes = try Files.read("\(house.programs)/albumscan-cgi").count
    return Figure(
      name: "albumscan-cgi, stripped, Swift runtime inside",
      value: "\(rounded(Double(bytes) / 1_000_000)) MB", target: "≤ 8 MB",
      isMet: bytes <= 8_000_000)
  }

  /// Peak resident memory of the CGI while it receives a photo of 20 MB.
  private func uploadMemory() throws -> Figure {
    let name = "peak memory, 20 MB upload"
    guard Files.exists("/usr/bin/time") else {
      return Figure(name: name, value: "time is not installed", target: "≤ 10 MB", isMet: nil)
    }
    let body = try uploadBody(photoBytes: 20_000_000)
    let report = house.folder.file("time.txt")
    let run = Measure.run(
      "/usr/bin/time", ["-f", "%M", "-o", report, house.controlFile],
      environment: house.environment(
        "POST", "/scans",
        ["CONTENT_LENGTH=\(body.length)", "CONTENT_TYPE=multipart/form-data; boundary=benchbound"]),
      input: body.path)
    let last = try house.folder.text("time.txt").split(separator: "\n").last ?? ""
    let kilobytes = Int(last) ?? Int.max
    return Figure(
      name: name,
      value:
        "\(rounded(Double(kilobytes) * 1024 / 1_000_000)) MB in \(rounded(run.milliseconds)) ms",
      target: "≤ 10 MB", isMet: kilobytes * 1024 <= 10_000_000 && run.exitCode == 0)
  }

  private func uploadBody(photoBytes: Int) throws -> (path: String, length: Int) {
    let photo = try Files.read("\(Checkout.root)/sample/other.jpg")
    let head = Array(
      "--benchbound\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        .utf8)
    let tail = Array("\r\n--benchbound--\r\n".utf8)
    let body = head + photo + Array(repeating: 0, count: max(0, photoBytes - photo.count)) + tail
    let path = house.folder.file("body-\(photoBytes)")
    try Files.replace(path, with: body, durably: false)
    return (path, body.count)
  }

  /// The time from the last byte of an upload to the end of the response, behind lighttpd, while a
  /// worker runs.
  private func release() throws -> Figure {
    let name = "answer after the last byte of an upload, behind lighttpd"
    guard Files.exists("/usr/sbin/lighttpd") else {
      return Figure(name: name, value: "lighttpd is not installed", target: "≤ 50 ms", isMet: nil)
    }
    let server = try BenchServer(house: house)
    let body = try uploadBody(photoBytes: 3_000_000)
    let bytes = try Files.read(body.path)
    var times: [Double] = []
    for _ in 0..<20 {
      // Each upload has another photo, because two uploads of the same photo are one scan.
      let photo = bytes.dropLast(19) + Randomness.bytes(16) + bytes.suffix(19)
      times.append(server.post(Array(photo)))
      usleep(300_000)
    }
    let (middle, worst) = (Measure.median(times), Measure.percentile(times, 0.99))
    return Figure(
      name: name, milliseconds: middle, detail: ", worst of 20 \(rounded(worst)) ms", atMost: 50)
  }
}
