# Functions of postinst and prerm. The files of a web server name files of this package, so without the package the
# server could not start, with all its other sites. Removal therefore takes these files out of the folders that servers
# read, and a later installation puts them back. Nothing here asks, fails, or touches a folder of data.

removed=/etc/albumscan/removed
installed=/usr/share/albumscan/
mark='#albumscan-removed '

# The files that a web server reads, and the units. One line for each folder: the service, and a pattern.
places() {
  cat <<END
lighttpd /etc/lighttpd/conf-enabled/*
lighttpd /etc/lighttpd/lighttpd.conf
apache2 /etc/apache2/sites-enabled/*
apache2 /etc/apache2/conf-enabled/*
apache2 /etc/apache2/apache2.conf
nginx /etc/nginx/conf.d/*
nginx /etc/nginx/sites-enabled/*
nginx /etc/nginx/nginx.conf
caddy /etc/caddy/*
systemd /etc/systemd/system/albumscan*
systemd /etc/tmpfiles.d/albumscan*
cron /etc/cron.d/albumscan*
END
}

# The files of all places: the service, and the path.
files_of_places() {
  places | while read -r service pattern; do
    for path in $pattern; do
      if [ -e "$path" ] || [ -L "$path" ]; then echo "$service $path"; fi
    done
  done
}

# Whether a line that is no comment names a file of this package, or whether the path is a link to such a file.
needs_package() {
  case $(readlink "$1") in "$installed"*) return 0 ;; esac
  [ -f "$1" ] && grep -q "^[[:space:]]*[^#[:space:]].*$installed" "$1"
}

# The third column of the records of setup has the paths, the first one the kind.
is_recorded() { cut -f 3 /etc/albumscan/*.setup 2>/dev/null | grep -qxF -e "$1"; }

move_out() { mkdir -p "$removed$(dirname "$1")" && mv -f "$1" "$removed$1"; }

# A file that setup wrote, a link and a job of cron are moved. In any other file, which may have other sites, the lines
# that name files of this package become comments.
take_out() {
  files_of_places | while read -r service path; do
    [ "$service" != systemd ] || [ -L "$path" ] || continue
    [ "$service" = cron ] || needs_package "$path" || continue
    if [ "$service" = cron ] || [ -L "$path" ] || is_recorded "$path"; then
      move_out "$path"
    else
      sed -i "s|^[[:space:]]*[^#[:space:]].*$installed|$mark&|" "$path"
    fi
    echo "$service"
  done
  take_out_lines
}

# The lines that setup added to a file of the host, such as Caddyfile.
take_out_lines() {
  tab=$(printf '\t')
  cat /etc/albumscan/*.setup 2>/dev/null | while IFS="$tab" read -r kind line path; do
    if [ "$kind" = line ] && grep -qsxF -e "$line" "$path"; then
      LINE="$line" MARK="$mark" awk '$0 == ENVIRON["LINE"] { $0 = ENVIRON["MARK"] $0 } { print }' "$path" \
        > "$path.albumscan" && cat "$path.albumscan" > "$path"
      rm -f "$path.albumscan"
      basename "$(dirname "$path")"
    fi
  done
}

# Stops and disables the units. Those that were enabled are listed in a file.
stop_units() {
  [ -d /run/systemd/system ] || return 0
  for path in /etc/systemd/system/albumscan*; do
    unit=$(basename "$path")
    case $unit in *.service | *.path | *.timer) ;; *) continue ;; esac
    if [ "$(systemctl is-enabled "$unit" 2>/dev/null)" = enabled ]; then
      mkdir -p "$removed" && echo "$unit" >> "$removed/units"
    fi
    if [ -L "$path" ]; then mkdir -p "$removed/etc/systemd/system" && cp -P "$path" "$removed$path"; fi
    systemctl disable --now "$unit" >/dev/null 2>&1
    systemctl stop "$unit" >/dev/null 2>&1
  done
  systemctl daemon-reload >/dev/null 2>&1
}

has_mark() { [ -f "$1" ] && [ ! -L "$1" ] && grep -q "^$mark" "$1"; }

is_taken_out() {
  [ -d "$removed" ] || [ -n "$(files_of_places | while read -r service path; do ! has_mark "$path" || echo "$path"; done)" ]
}

# The inverse of take_out. A file that the host has made since then stays.
put_back() {
  find "$removed" ! -type d ! -path "$removed/units" 2>/dev/null | while read -r file; do
    path=${file#"$removed"}
    if [ ! -e "$path" ] && [ ! -L "$path" ]; then mkdir -p "$(dirname "$path")" && mv "$file" "$path"; fi
  done
  files_of_places | while read -r service path; do
    if has_mark "$path"; then
      sed -i "s|^$mark||" "$path"
      echo "$service"
    elif needs_package "$path"; then
      echo "$service"
    fi
  done
}

# The services that read files of this package.
servers_of_package() {
  files_of_places | while read -r service path; do
    if needs_package "$path"; then echo "$service"; fi
  done | sort -u
}

start_units() {
  [ -d /run/systemd/system ] || return 0
  systemctl daemon-reload >/dev/null 2>&1
  [ -e /etc/tmpfiles.d/albumscan.conf ] && systemd-tmpfiles --create albumscan.conf >/dev/null 2>&1
  [ -e "$removed/units" ] || return 0
  while read -r unit; do
    deb-systemd-invoke enable "$unit" >/dev/null 2>&1 || systemctl enable "$unit" >/dev/null 2>&1
    deb-systemd-invoke start "$unit" >/dev/null 2>&1 || echo "$unit did not start; see: systemctl status $unit" >&2
  done < "$removed/units"
  rm -f "$removed/units"
}

# Removes the folders of what was taken out and put back.
remove_empty_folders() {
  if [ -d "$removed" ]; then find "$removed" -depth -type d -exec rmdir --ignore-fail-on-non-empty {} +; fi
}

# Whether a web server could start with its present files; true if it is not installed.
examine() {
  case $1 in
  lighttpd) program=lighttpd && set -- lighttpd -tt -f /etc/lighttpd/lighttpd.conf ;;
  apache2) program=apache2ctl && set -- apache2ctl configtest ;;
  nginx) program=nginx && set -- nginx -t ;;
  caddy) program=caddy && set -- caddy validate --config /etc/caddy/Caddyfile ;;
  *) return 0 ;;
  esac
  command -v "$program" >/dev/null || return 0
  HOME=${HOME:-/root} "$@" >/dev/null 2>&1
}

# Restarts the servers that run, if their own test accepts their files.
restart_servers() {
  for service in "$@"; do
    case $service in lighttpd | apache2 | nginx | caddy) ;; *) continue ;; esac
    if ! examine "$service"; then
      echo "$service refuses its configuration and was not restarted." >&2
    elif [ -d /run/systemd/system ]; then
      if systemctl is-active --quiet "$service"; then deb-systemd-invoke restart "$service" >/dev/null 2>&1; fi
    elif service "$service" status >/dev/null 2>&1; then
      invoke-rc.d "$service" restart >/dev/null 2>&1
    fi
  done
}
