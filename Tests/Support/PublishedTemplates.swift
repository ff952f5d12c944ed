// Small templates and files of public/ for tests of the published log. They contain every kind of
// address, and every field with a text of a find.

import Host

package enum PublishedTemplates {
  /// Writes `published/` and `public/` below `folder`.
  package static func write(into folder: String) throws {
    for (name, text) in templates {
      try write(text, "\(folder)/published/\(name).mustache")
    }
    for (name, text) in publicFiles { try write(text, "\(folder)/public/\(name)") }
  }

  private static func write(_ text: String, _ path: String) throws {
    try Files.makeDirectories(Files.parent(of: path))
    try Files.replace(path, with: Array(text.utf8), durably: false)
  }

  /// The content security policy of the pages.
  package static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"

  package static let templates: [String: String] = [
    "_head": """
    <!DOCTYPE html>
    <html lang="{{frame.language}}" class="{{frame.look}}" data-root="/">
    <head>
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <meta charset="utf-8">
    {{#frame.words}}
    <meta name="words" content="{{{frame.words}}}">
    {{/frame.words}}
    <title>{{frame.title}}</title>
    <meta name="description" content="{{frame.summary}}">
    {{^frame.isIndexed}}
    <meta name="robots" content="noindex">
    {{/frame.isIndexed}}
    <meta property="og:type" content="{{frame.kind}}">
    {{#frame.canonical}}
    <link rel="canonical" href="{{.}}">
    {{/frame.canonical}}
    {{#frame.picture}}
    <meta property="og:image" content="{{.}}">
    {{/frame.picture}}
    <link rel="stylesheet" href="/style.css">
    <link rel="preload" as="font" href="/faces/own.woff2">
    {{#frame.hasFeeds}}
    <link rel="alternate" type="application/atom+xml" href="/feed.atom">
    <link rel="alternate" type="application/feed+json" href="/feed.json">
    {{/frame.hasFeeds}}
    {{#feed}}
    <link rel="alternate" type="application/atom+xml" title="{{heading}}" href="{{.}}">
    {{/feed}}
    {{#frame.script}}
    <script type="module" src="/{{.}}.js"></script>
    {{/frame.script}}
    {{#frame.modules}}
    <link rel="modulepreload" href="{{.}}">
    {{/frame.modules}}
    <link rel="stylesheet" href="{{frame.colours}}">

    """,
    "_top": "<a class=\"site\" href=\"/\">{{frame.siteTitle}}</a> {{frame.siteAuthor}}\n",
    "_foot": "",
    "_find": """
    <a class="find" href="{{page}}" title="{{title}}">
    {{#thumbnail}}
    <img src="{{small}}" srcset="{{small}} 200w, {{medium}} 500w" alt="">
    {{/thumbnail}}
    {{title}} {{artist}} {{#verdict}}{{#badge}}{{{lineHTML}}}{{/badge}} {{rating}}{{/verdict}} {{status}} {{finder}} {{day}}</a>

    """,
    "album": """
    {{> _head}}
    <script type="application/ld+json">{{{structuredData}}}</script>
    </head>
    <body>
    {{> _top}}
    <h1 title="{{title}}">{{#artistAddress}}<a href="{{.}}">{{artist}}</a>{{/artistAddress}}{{^artistAddress}}{{artist}}{{/artistAddress}} {{title}}</h1>
    {{#before}}<p>{{opening}}<a href="{{address}}">{{when}}</a>{{closing}}</p>{{/before}}
    {{#cover}}
    <img src="{{large}}" srcset="{{small}} 200w, {{medium}} 500w, {{large}} 1000w" alt="{{title}}">
    {{/cover}}
    {{^cover}}
    <img src="/icons/record.svg" alt="">
    {{/cover}}
    <p>{{#yearAddress}}<a href="{{.}}">{{year}}</a>{{/yearAddress}} {{genres}} {{recordLabel}} {{place}} {{status}} {{finder}} {{agreement}} {{unreviewed}} {{day}}</p>
    <p>{{#genreLinks}}{{before}}{{#address}}<a href="{{.}}">{{name}}</a>{{/address}}{{/genreLinks}} {{#tagLinks}}{{before}}{{#address}}<a href="{{.}}">{{name}}</a>{{/address}}{{/tagLinks}}</p>
    {{#correct}}<p>{{action}}{{#candidates}}{{reason}}{{/candidates}}</p>{{/correct}}
    {{#statuses}}<button name="status" value="{{value}}">{{name}}</button>{{/statuses}}
    {{#review}}
    {{{summaryHTML}}}<ul>{{#bullets}}<li>{{{lineHTML}}}</li>{{/bullets}}</ul>
    {{#writer}}
    <p class="writer">{{model}} <time datetime="{{isoDay}}">{{day}}</time></p>
    {{/writer}}
    {{#sources}}<a href="{{address}}">{{title}}</a>{{/sources}}
    {{/review}}
    {{#noteHTML}}
    <section>{{{noteHTML}}}</section>
    {{/noteHTML}}
    {{#mailAddress}}
    <a class="mail" href="{{.}}">mail</a>
    {{/mailAddress}}
    {{#more}}
    {{> _find}}
    {{/more}}
    </body>
    </html>

    """,
    "history": """
    {{> _head}}
    <script src="/history-view.js"></script>
    </head>
    <body>
    {{> _top}}
    <h1>{{heading}}</h1>
    {{#isSelectable}}<form id="selection"></form>{{/isSelectable}}
    {{#days}}
    <h2>{{day}}</h2>
    {{#albums}}
    {{#newest}}
    {{> _find}}
    {{/newest}}
    {{#repeats}}
    {{> _find}}
    {{/repeats}}
    {{/albums}}
    {{/days}}
    {{#older}}<a href="{{.}}">older</a>{{/older}}
    {{#newer}}<a href="{{.}}">newer</a>{{/newer}}
    {{#months}}<a href="/history/{{month}}/">{{words}}</a>{{/months}}
    {{^isMonth}}{{^isEmpty}}{{> _browse}}{{/isEmpty}}{{/isMonth}}
    </body>
    </html>

    """,
    "front": """
    {{> _head}}
    </head>
    <body>
    <h1>{{heading}}</h1>
    {{{aboutHTML}}}
    <p class="total">{{total}}</p>
    {{#hasFavourites}}
    <div class="favourites">
    {{#favourites}}
    {{> _find}}
    {{/favourites}}
    </div>
    {{/hasFavourites}}
    <div class="newest">
    {{#newest}}
    {{> _find}}
    {{/newest}}
    </div>
    {{#hasBest}}
    <div class="best">
    {{#best}}
    {{> _find}}
    {{/best}}
    </div>
    {{/hasBest}}
    {{#hasTags}}
    <p class="tags">{{#tagLinks}}{{before}}<a href="{{address}}">{{name}}</a>{{/tagLinks}}</p>
    {{/hasTags}}
    {{^isEmpty}}<a href="/history/">history</a>{{/isEmpty}}
    </body>
    </html>

    """,
    "notFound": """
    {{> _head}}
    </head>
    <body>
    {{> _top}}
    <a href="/history/">history</a>
    </body>
    </html>

    """,
  ]

  package static let publicFiles: [String: String] = [
    "style.css": "body { background: url(\"/icons/ground.svg\"); }",
    "history.css": "p {}", "index.css": "p {}", "statistics.css": "p {}", "year.css": "p {}",
    "history-view.js": "document.documentElement.dataset.view = \"list\";",
    "published.js":
      "import { say } from \"./say.js\"; import(\"/late.js\"); say(\"/icons/arrow.svg\");",
    "published-album.js": "import { say } from \"./say.js\"; say(\"x\");",
    "say.js": "export const say = (text) => text;",
    "late.js": "export {};",
    "icons/record.svg": "<svg>record</svg>", "icons/book.svg": "<svg>book</svg>",
    "icons/ground.svg": "<svg>ground</svg>",
    "icons/arrow.svg": "<svg>arrow</svg>",
    "faces/own.woff2": "a typeface",
    // The published log never gets these files.
    "camera.js": "import \"./say.js\"; fetch(\"/cgi-bin/albumscan/scans\");",
    "sw.js": "const all = [\"/assets/*\"];", "manifest.webmanifest": "{}",
    "icons/screenshot-wide.png": "a screenshot", "logo.svg": "<svg>logo</svg>",
  ]
}
