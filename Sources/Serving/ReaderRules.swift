// The rules of lighttpd about readers, caches and large bodies, as a script for mod_magnet.

/// A script that refuses protected files to clients without a session, and sets `Cache-Control`. For a
/// request to the program, it refuses large bodies before lighttpd reads them.
///
/// lighttpd decodes and normalises the path, runs the script, and then opens the file of that path.
/// A path that is not in the list of public files is protected, however the client
/// has spelled it. Source: docs/interface.md "Sessions".
package struct ReaderRules {
  /// The folder of the session files, as an expression of Lua.
  private let sessions: String

  /// Whether `base-url` begins with `https:`; nil if the script asks the request instead, because it
  /// does not know `base-url`.
  private let isHTTPS: Bool?

  package init(sessions folder: String, isHTTPS: Bool) {
    self.init(expression: Self.quoted(folder), isHTTPS: isHTTPS)
  }

  private init(expression: String, isHTTPS: Bool?) {
    sessions = expression
    self.isHTTPS = isHTTPS
  }

  /// The script of `docs/servers/lighttpd.lua`, which is the same for every installation.
  package static let installed = ReaderRules(
    expression:
      #"(lighty.r.req_attr["physical.doc-root"] or ""):gsub("/site/?$", "/data/sessions")"#,
    isHTTPS: nil)

  package var text: String {
    #"""
    -- The rules of lighttpd about readers, caches and large bodies. A signed-in browser gets every file
    -- of the site; every other client gets only the public files. Each session has a file, whose name is
    -- the SHA-1 of the cookie. The file `open` exists while every client may read, the file `local` while
    -- every client of this computer may.

    -- A redirect has no folder, and needs none.
    local sessions = \#(sessions)
    local request = lighty.r
    local is_https = \#(scheme)
    local path = request.req_attr["uri.path"]
    -- lighttpd's own stat would remember a removed file for a second.
    local function exists(name)
      local file = io.open(sessions .. "/" .. name)
      return file ~= nil and file:close()
    end

    -- Whether the client runs on this computer, asks for a name of this computer, and comes through no proxy.
    local function is_local()
      local address = request.req_attr["request.remote-addr"] or ""
      local host = (request.req_header["Host"] or ""):lower():gsub(":%d+$", "")
      if address ~= "::1" and not address:find("^127%.") and not address:find("^::ffff:127%.") then return false end
      if host ~= "localhost" and host ~= "[::1]" and not host:find("^127%.%d+%.%d+%.%d+$") then return false end
      for name in pairs(request.req_header) do
        name = name:lower()
        if name:find("^x%-forwarded") or name == "forwarded" or name == "via" or name == "x-real-ip" then return false end
      end
      return true
    end
    local is_open = exists("open") or (exists("local") and is_local())

    local public = {
      ["/sign-in/"] = true, ["/sign-in/index.html"] = true, ["/404.html"] = true,
      ["/offline/"] = true, ["/offline/index.html"] = true,
      ["/style.css"] = true, ["/logo.svg"] = true,
      ["/manifest.webmanifest"] = true, ["/robots.txt"] = true,
    }
    -- The name of an asset contains a digest of its bytes.
    local is_asset = path:find("^/assets/[%w_.-]+%-" .. ("%x"):rep(12) .. "%.%w+$")
    local is_public = public[path] or is_asset or path:find("^/[%w_-]+%.js$") or path:find("^/icons/[%w_.-]+$")
      or (path:find("^/error/[%w_./-]+$") and not path:find("..", 1, true))

    local function lives(token)
      if not token or #token ~= 43 or token:find("[^%w_-]") then return false end
      return exists(lighty.c.md("sha1", token):lower())
    end

    -- The cookie of a session. Its name may end in the port of the address. Over HTTPS, only a name with the
    -- prefix counts: another host of the domain can set the other ones.
    local function is_session(name)
      local found, rest = name:match("^(.-)albumscan(.*)$")
      if rest ~= "" and not (rest or "x"):find("^%-%d+$") then return false end
      return found == "__Host-" or not is_https and found == ""
    end

    -- Two cookies with one name have no value.
    local function has_session()
      local values = {}
      for name, value in (request.req_header["Cookie"] or ""):gmatch("([^=;%s]+)=([^;]*)") do
        values[name] = values[name] and "" or value
      end
      for name, value in pairs(values) do
        if is_session(name) and lives(value) then return true end
      end
      return false
    end
    local is_signed_in = has_session()

    local function refuse(status, page)
      local file = request.req_attr["physical.doc-root"] .. page
      request.resp_header["Content-Type"] = "text/html; charset=utf-8"
      request.resp_body:set({ { filename = file } })
      return status
    end

    -- lighttpd stores a body on the disk before the program starts. While the file `people` exists, a
    -- body above 1 MB needs a session or an API token. All unfinished bodies above 100 kB together have
    -- at most 512 MB; those without a session or token get only the first 128 MB.
    local small, large, longest, bound = 100000, 1000000, 64 * 1024 * 1024, 512 * 1024 * 1024

    local function length(request)
      local length = request.req_body.len
      -- A chunked body may be as long as a body can be.
      return length < 0 and longest or length
    end

    local function has_token()
      local token = request.req_header["X-Albumscan-Token"]
      if not token or #token ~= 53 or not token:find("^albumscan_[%w_-]+$") then return false end
      return exists(lighty.c.md("sha256", token):lower())
    end

    local function check_body()
      if length(request) < small then return end
      local is_known = is_signed_in or has_token() or not exists("people")
      if length(request) >= large and not is_known then
        request.resp_header["Cache-Control"] = "no-store"
        return refuse(401, "/error/signIn/index.html")
      end
      local sum = 0
      for other in lighty.server.irequests() do
        if length(other) >= small then sum = sum + length(other) end
      end
      if sum > (is_known and bound or bound / 4) then
        request.resp_header["Retry-After"] = "10"
        return refuse(503, "/error/busy/index.html")
      end
    end

    if path:find("^/cgi%-bin/albumscan") then return check_body() end

    local function cache_control(status)
      if status == 401 then return "no-store" end
      if status ~= 404 and is_asset then return "public, max-age=31536000, immutable" end
      -- The name of a picture contains a digest of its bytes.
      if status ~= 404 and path:find("^/%a+/%w+/%x+%-%d+%.jpg$") then
        return "private, max-age=31536000, immutable"
      end
      if is_open or is_public then return "no-cache" end
      -- Without no-store, the Back button would show a page after the sign-out.
      return (path:find("/$") or path:find("%.html$")) and "no-store" or "private, no-cache"
    end

    -- lighttpd runs this script before it opens the file, and again when it knows the status.
    local status = request.req_item["http_status"]
    if status ~= 0 then
      request.resp_header["Cache-Control"] = cache_control(status)
    elseif not (is_open or is_public or is_signed_in) then
      -- Without the folder, no answer about sessions is right: a 401 would end the session of the browser.
      if not exists(".") then return refuse(503, "/error/busy/index.html") end
      return refuse(401, "/sign-in/index.html")
    end

    """#
  }

  /// Whether the pages are opened over HTTPS, as an expression of Lua.
  private var scheme: String {
    isHTTPS.map { "\($0)" } ?? #"request.req_attr["uri.scheme"] == "https""#
  }

  /// A string of Lua.
  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

/// A script that refuses requests with a header whose name can imitate another name: lighttpd passes
/// `Remote.User` and `Remote_User` on as `HTTP_REMOTE_USER`, like `Remote-User`. The setting
/// `proxy-user-header` needs this script, because a proxy removes only the names that it knows.
package enum HeaderRules {
  package static let text = """
    -- Refuses a request with a header whose name has other signs than letters, digits and hyphens.
    for name in pairs(lighty.r.req_header) do
      if name:find("[^%w-]") then return 400 end
    end

    """
}
