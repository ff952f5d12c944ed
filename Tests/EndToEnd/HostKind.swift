// The web servers that the tests run AlbumScan behind: the packages of each and its smallest configuration.

import Host
import Support
import Testing

/// A web server that runs CGI programs, configured as its documentation says.
enum HostKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case apachePrefork = "Apache prefork, mod_cgi"
  case apacheEvent = "Apache event, mod_cgid"
  case lighttpd = "lighttpd, mod_cgi (albumscan serve)"
  case busybox = "busybox httpd"
  case lighttpdFcgiwrap = "lighttpd, fcgiwrap"
  case nginxFcgiwrap = "nginx, fcgiwrap"

  var testDescription: String { rawValue }

  /// The servers without which a test fails; `./setup test` installs them.
  static let required: [HostKind] = [.apachePrefork, .apacheEvent, .lighttpd, .busybox]

  /// The servers to test on this machine. A missing required server fails with the name of its package.
  static let present = allCases.filter { required.contains($0) || $0.missingPackages.isEmpty }

  private var programs: [(path: String, package: String)] {
    switch self {
    case .apachePrefork: [(Self.apache, "apache2"), (module("mpm_prefork"), "apache2-bin")]
    case .apacheEvent: [(Self.apache, "apache2"), (module("cgid"), "apache2-bin")]
    case .lighttpd: [(Self.lighttpdProgram, "lighttpd")]
    case .busybox: [(Self.busyboxProgram, "busybox")]
    case .lighttpdFcgiwrap: [(Self.lighttpdProgram, "lighttpd"), (Self.fcgiwrap, "fcgiwrap")]
    case .nginxFcgiwrap: [(Self.nginx, "nginx"), (Self.fcgiwrap, "fcgiwrap")]
    }
  }

  /// The Debian packages that are not installed.
  var missingPackages: [String] {
    programs.filter { !Files.exists($0.path) }.map(\.package)
  }

  private static let apache = "/usr/sbin/apache2"
  private static let lighttpdProgram = "/usr/sbin/lighttpd"
  private static let nginx = "/usr/sbin/nginx"
  private static let fcgiwrap = "/usr/sbin/fcgiwrap"
  private static let busyboxProgram =
    ["/bin/busybox", "/usr/bin/busybox"].first(where: Files.exists) ?? "/bin/busybox"

  private func module(_ name: String) -> String { "/usr/lib/apache2/modules/mod_\(name).so" }
}

extension HostKind {
  /// The server's configuration file for `installation`; the server writes all its files into `run`.
  func configuration(for installation: Installation, run: String) -> String {
    switch self {
    case .apachePrefork: apache("mpm_prefork", "cgi", for: installation, run: run)
    case .apacheEvent: apache("mpm_event", "cgid", for: installation, run: run)
    case .lighttpd: ""
    case .busybox: "I:index.html\n"
    case .lighttpdFcgiwrap: lighttpd(for: installation, run: run)
    case .nginxFcgiwrap: nginx(for: installation, run: run)
    }
  }

  /// The shell command that starts the server in the foreground.
  func command(for installation: Installation, run: String, configuration file: String) -> String {
    switch self {
    case .apachePrefork, .apacheEvent: "exec \(Self.apache) -D FOREGROUND -f \(file)"
    case .lighttpd:
      "exec \(installation.programs)/albumscan --config \(installation.controlFile) serve --port \(installation.port)"
    case .busybox:
      "exec \(Self.busyboxProgram) httpd -f -p 127.0.0.1:\(installation.port) -h \(installation.site) -c \(file)"
    case .lighttpdFcgiwrap:
      "\(wrapper(run)); exec \(Self.lighttpdProgram) -D -f \(file)"
    case .nginxFcgiwrap:
      "\(wrapper(run)); exec \(Self.nginx) -c \(file)"
    }
  }

  /// Starts fcgiwrap in the background and waits for its socket: lighttpd does not retry a backend that is down.
  private func wrapper(_ run: String) -> String {
    "\(Self.fcgiwrap) -c 4 -s unix:\(run)/socket & "
      + "until [ -S \(run)/socket ]; do sleep 0.01; done"
  }

  private func apache(
    _ mpm: String, _ cgi: String, for installation: Installation, run: String
  ) -> String {
    let modules = [mpm, "authz_core", "dir", "mime", "alias", cgi]
      .map { "LoadModule \($0)_module \(module($0))" }.joined(separator: "\n")
    return """
      \(modules)
      ServerRoot "\(run)"
      DefaultRuntimeDir "\(run)"
      PidFile "\(run)/apache.pid"
      ErrorLog "\(run)/error.log"
      ServerName 127.0.0.1
      Listen 127.0.0.1:\(installation.port)
      \(cgi == "cgid" ? "ScriptSock \"\(run)/cgid\"" : "")
      TypesConfig /dev/null
      AddType text/html .html
      AddType application/json .json
      DocumentRoot "\(installation.site)"
      DirectoryIndex index.html
      ErrorDocument 404 /404.html
      ScriptAlias /cgi-bin/albumscan "\(installation.controlFile)"
      <Directory "\(installation.folder.path)">
        Require all granted
      </Directory>

      """
  }

  private func lighttpd(for installation: Installation, run: String) -> String {
    """
    server.modules = ( "mod_fastcgi" )
    server.document-root = "\(installation.site)"
    server.bind = "127.0.0.1"
    server.port = \(installation.port)
    server.errorlog = "\(run)/error.log"
    server.upload-dirs = ( "\(run)" )
    index-file.names = ( "index.html" )
    mimetype.assign = ( ".html" => "text/html", ".json" => "application/json" )
    server.errorfile-prefix = "\(installation.site)/"
    $HTTP["url"] =~ "^/cgi-bin/" {
      server.document-root = "\(installation.folder.path)"
      fastcgi.server = ( "/cgi-bin/albumscan" =>
        (( "socket" => "\(run)/socket", "check-local" => "disable" )) )
    }

    """
  }

  private func nginx(for installation: Installation, run: String) -> String {
    let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(run)/\($0);" }.joined(separator: " ")
    let parameters = [
      "SCRIPT_FILENAME \(installation.controlFile)", "PATH_INFO $fastcgi_path_info",
      "REQUEST_METHOD $request_method", "CONTENT_TYPE $content_type",
      "CONTENT_LENGTH $content_length", "QUERY_STRING $query_string", "REMOTE_ADDR $remote_addr",
      "SERVER_NAME $server_name", "SERVER_PROTOCOL $server_protocol", "GATEWAY_INTERFACE CGI/1.1",
    ].map { "fastcgi_param \($0);" }.joined(separator: "\n")
    return """
      daemon off;
      pid \(run)/nginx.pid;
      error_log \(run)/error.log;
      worker_processes 1;
      events { worker_connections 64; }
      http {
        access_log off;
        \(folders)
        types { text/html html; application/json json; }
        client_max_body_size 64m;
        server {
          listen 127.0.0.1:\(installation.port);
          root \(installation.site);
          index index.html;
          error_page 404 /404.html;
          location /cgi-bin/albumscan {
            fastcgi_split_path_info (?s)^(/cgi-bin/albumscan)(.*)$;
            \(parameters)
            fastcgi_pass unix:\(run)/socket;
          }
        }
      }

      """
  }
}
