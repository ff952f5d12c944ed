// The published log as a site of Hugo, written from the finds of an installation: the same pages of
// finds, months, index pages with their overviews, statistics, front page, feeds and sitemap.
//
// Hugo does less in this comparison. AlbumScan also writes the files of the search, the archive with
// all files and the published database, and makes all links relative.

import Albums
import Host
import Services
import Support

enum HugoLog {
  /// Writes the site into the folder `hugo`, and returns its path.
  static func write(_ finds: [Find], to folder: TemporaryFolder) throws -> String {
    try folder.write(configuration, to: "hugo/config.toml")
    for (name, layout) in layouts { try folder.write(layout, to: "hugo/layouts/\(name)") }
    for find in finds { try folder.write(page(of: find), to: "hugo/content/album/\(find.id).md") }
    // Only tags have feeds.
    try folder.write(
      "---\ntitle: Tags\ncascade:\n  outputs: [\"HTML\", \"RSS\"]\n---\n",
      to: "hugo/content/tags/_index.md")
    try folder.write(
      "---\ntitle: Statistics\n---\n", to: "hugo/content/statistics/_index.md")
    for year in Set(finds.map { $0.found.isoDay.prefix(4) }) {
      try folder.write(
        "---\ntitle: \"\(year)\"\nfoundyear: \"\(year)\"\n---\n",
        to: "hugo/content/statistics/\(year).md")
    }
    return folder.file("hugo")
  }

  /// The numbers of finds on index pages and in feeds are those of AlbumScan.
  private static let configuration = """
    baseURL = "https://records.example/log/"
    title = "AlbumScan"
    paginate = 100
    enableRobotsTXT = true
    [taxonomies]
    artist = "artists"
    year = "years"
    tag = "tags"
    tier = "tiers"
    genre = "genres"
    label = "labels"
    month = "months"
    [outputs]
    home = ["HTML", "RSS", "JSON"]
    section = ["HTML"]
    taxonomy = ["HTML"]
    term = ["HTML"]
    """

  // MARK: Contents

  private static func page(of find: Find) -> String {
    let (album, review) = (find.album, find.review)
    let day = find.found.isoDay
    return """
      ---
      title: \(JSON.string(album.title))
      artist: \(JSON.string(album.artist))
      date: \(find.found.iso)
      foundyear: "\(day.prefix(4))"
      months: ["\(day.prefix(7))"]
      artists: \(list([album.artist]))
      years: \(list(album.year.map { ["\($0)"] } ?? []))
      tags: \(list(find.details.tags.map(\.text)))
      tiers: \(list(review.map { ["\($0.recommendation.tier)"] } ?? []))
      genres: \(list(album.genres))
      labels: \(list(album.recordLabel.map { [$0] } ?? []))
      rating: \(review?.rating.description ?? "0")
      badge: "\(review?.recommendation.rawValue ?? "")"
      status: "\(find.details.status?.rawValue ?? "")"
      tracks: \(list(review?.keyTracks ?? []))
      ---
      \(review?.summary ?? "")

      \((review?.bullets ?? []).map { "- \($0)" }.joined(separator: "\n"))
      """
  }

  private static func list(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  // MARK: Layouts

  private static let head = """
    <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }} – {{ .Site.Title }}</title>
    <meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
    <meta property="og:title" content="{{ .Title }}"><meta property="og:site_name" content="{{ .Site.Title }}">
    <link rel="canonical" href="{{ .Permalink }}"><meta property="og:url" content="{{ .Permalink }}">
    <link rel="stylesheet" href="/style.css"><link rel="icon" href="/icons/icon.svg" type="image/svg+xml">
    <link rel="alternate" type="application/atom+xml" href="/index.xml">
    <link rel="alternate" type="application/feed+json" href="/index.json"></head>
    <body><header><a href="/">{{ .Site.Title }}</a> <a href="/album/">Finds</a> <a href="/artists/">Artists</a>
    <a href="/years/">Years</a> <a href="/tags/">Tags</a> <a href="/statistics/">Statistics</a></header><main>
    <h1>{{ .Title }}</h1>

    """

  private static let foot = """

    </main><footer><a href="/">{{ .Site.Title }}</a> <a href="/index.xml">Atom</a> <a href="/index.json">JSON</a></footer>
    </body></html>
    """

  private static let row = """
    <li><a href="{{ .RelPermalink }}"><b>{{ .Title }}</b> {{ .Params.artist }} {{ .Params.badge }} {{ .Params.rating }}
    {{ .Params.status }} <time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 January 2006" }}</time></a></li>
    """

  private static let allFinds = #"(.Site.GetPage "/album").RegularPages.ByDate.Reverse"#

  /// Links from a find to its index pages.
  private static func links(_ taxonomy: String) -> String {
    #"{{ range .GetTerms "\#(taxonomy)" }}<a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a> {{ end }}"#
  }

  private static let find = """
    \(head)<p>\(links("artists"))</p><p class="badge">{{ .Params.badge }} {{ .Params.rating }}/10</p>
    <dl><dt>Released</dt><dd>\(links("years"))</dd><dt>Genre</dt><dd>\(links("genres"))</dd>
    <dt>Label</dt><dd>\(links("labels"))</dd><dt>Tags</dt><dd>\(links("tags"))</dd>
    <dt>Found</dt><dd><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 January 2006" }}</time></dd></dl>
    <h2>Key Tracks</h2><ul>{{ range .Params.tracks }}<li>{{ . }}</li>{{ end }}</ul>
    {{ .Content }}
    <h2>Listen</h2><ul>{{ $q := urlquery (print .Params.artist " " .Title) }}<li><a href="https://bandcamp.com/search?q={{ $q }}">Bandcamp</a></li>
    <li><a href="https://www.youtube.com/results?search_query={{ $q }}">YouTube</a></li></ul>
    <h2>More</h2><ul>{{ range .GetTerms "artists" }}{{ range first 4 .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}
    {{ .Params.artist }}</a></li>{{ end }}{{ end }}</ul>\(foot)
    """

  private static let front = """
    \(head)<p>{{ len (.Site.GetPage "/album").RegularPages }}</p>
    <ol>{{ range first 24 \(allFinds) }}\(row){{ end }}</ol>
    <ol>{{ range first 12 (sort (.Site.GetPage "/album").RegularPages "Params.rating" "desc") }}\(row){{ end }}</ol>
    <ul>{{ range .Site.Taxonomies.tags.ByCount }}<li><a href="{{ .Page.RelPermalink }}">{{ .Page.Title }}</a></li>{{ end }}</ul>\(foot)
    """

  private static let history = """
    \(head)<ol>{{ range first 100 \(allFinds) }}\(row){{ end }}</ol>
    <ul>{{ range .Site.Taxonomies.months.Alphabetical }}<li><a href="{{ .Page.RelPermalink }}">{{ .Page.Title }}</a></li>{{ end }}</ul>\(foot)
    """

  private static let overview = """
    \(head)<ul>{{ range .Data.Terms.Alphabetical }}<li><a href="{{ .Page.RelPermalink }}">{{ .Page.Title }}</a> {{ .Count }}</li>{{ end }}</ul>\(foot)
    """

  private static let index = """
    \(head)<p>{{ len .Pages }}</p>{{ $part := .Paginate .Pages }}
    {{ if eq .Data.Plural "months" }}{{ range $part.Pages.GroupByDate "2 January 2006" }}<h2>{{ .Key }}</h2><ol>{{ range .Pages }}\(row){{ end }}</ol>{{ end }}
    {{ else }}<ol>{{ range $part.Pages }}\(row){{ end }}</ol>{{ end }}
    {{ with $part.Prev }}<a href="{{ .URL }}">Newer</a>{{ end }}{{ with $part.Next }}<a href="{{ .URL }}">Older</a>{{ end }}\(foot)
    """

  private static let statistics = """
    \(head){{ range $name, $terms := .Site.Taxonomies }}<h2>{{ $name }}</h2><table>{{ range first 12 $terms.ByCount }}
    <tr><th><a href="{{ .Page.RelPermalink }}">{{ .Page.Title }}</a></th><td>{{ .Count }}</td></tr>{{ end }}</table>{{ end }}
    <ul>{{ range .RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>\(foot)
    """

  private static let year = """
    \(head){{ $finds := where (.Site.GetPage "/album").RegularPages "Params.foundyear" .Params.foundyear }}
    <p>{{ len $finds }}</p><table>{{ range $finds.GroupByDate "2006-01" }}<tr><th>{{ .Key }}</th><td>{{ len .Pages }}</td></tr>{{ end }}</table>
    {{ range slice "badge" "artist" }}<table>{{ range first 24 ($finds.GroupByParam .) }}<tr><th>{{ .Key }}</th><td>{{ len .Pages }}</td></tr>{{ end }}</table>{{ end }}
    <ol>{{ range first 12 (sort $finds "Params.rating" "desc") }}\(row){{ end }}</ol>\(foot)
    """

  private static let atom = #"""
    {{ printf "<?xml version=\"1.0\" encoding=\"utf-8\"?>" | safeHTML }}
    <feed xmlns="http://www.w3.org/2005/Atom"><id>{{ .Permalink }}</id><title>{{ .Title }}</title>
    <author><name>{{ .Site.Title }}</name></author>{{ $finds := .Pages }}{{ if .IsHome }}{{ $finds = (.Site.GetPage "/album").RegularPages }}{{ end }}
    {{ range first 50 $finds.ByDate.Reverse }}<entry><id>{{ .Permalink }}</id><title>{{ .Title }}</title><link href="{{ .Permalink }}"/>
    <updated>{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}</updated><content type="html">{{ .Content | html }}</content></entry>{{ end }}</feed>
    """#

  private static let jsonFeed = #"""
    {"version":"https://jsonfeed.org/version/1.1","title":{{ .Site.Title | jsonify }},"items":[{{ range $number, $find := first 50 (.Site.GetPage "/album").RegularPages.ByDate.Reverse }}{{ if $number }},{{ end }}
    {{ dict "id" $find.Permalink "url" $find.Permalink "title" $find.Title "content_html" $find.Content "date_published" ($find.Date.Format "2006-01-02T15:04:05Z07:00") | jsonify }}{{ end }}]}
    """#

  private static let layouts = [
    ("album/single.html", find), ("index.html", front), ("album/list.html", history),
    ("_default/terms.html", overview), ("_default/term.html", index),
    ("statistics/list.html", statistics), ("statistics/single.html", year),
    ("_default/rss.xml", atom), ("index.json", jsonFeed), ("404.html", "\(head)\(foot)"),
  ]
}
