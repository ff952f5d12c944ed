// A script in the place of rclone. It accepts exactly the options that publishing uses, records its
// steps, and copies files into a folder beside it.

enum PlayedRclone {
  /// What the script does at the run of the file `fail`.
  enum Deed: String, CaseIterable {
    case fails, killed, hangs

    /// A part of the error.
    var reason: String {
      switch self {
      case .fails: "the played remote is down"
      case .killed: "ended with 137"
      case .hangs: "ran too long"
      }
    }
  }

  /// `rclone.log` beside the script gets a line for each run and each file. The file `fail`
  /// has the number of a run and a `Deed` of the script at this run. The script waits while the file `hold` exists. It refuses the
  /// file whose path is in the file `refuse`, and every file if that file contains `*`. After a
  /// run, the published log's folder vanishes if the file `vanish` exists. If the file `left`
  /// contains a number, the script accepts that number of further files, and then fails in every
  /// run. It puts each file in place as a whole, like S3.
  static let script = #"""
    #!/bin/sh
    set -eu
    here=$(dirname "$0")
    refuse() { echo "played rclone: $1" >&2; exit 9; }
    command= list= headers= transfers= options=
    while [ $# -gt 0 ]; do
      case "$1" in
        --ask-password=false | --log-format=) shift ;;
        --ignore-times | --no-traverse | --no-update-modtime | --s3-no-head | --s3-no-head-object \
          | --s3-no-check-bucket | --recursive | --files-only) options="$options $1"; shift ;;
        --contimeout | --timeout | --transfers | --checkers | --retries | --low-level-retries \
          | --max-depth | --config | --count) shift 2 ;;
        --format) [ "$2" = sp ] || refuse "format $2"; shift 2 ;;
        --header-upload) headers="$headers${headers:+, }$2"; shift 2 ;;
        --files-from-raw) list=$2; shift 2 ;;
        --) shift; break ;;
        sync | lsf | cat) command=$1; shift ;;
        *) refuse "unknown option $1" ;;
      esac
    done

    count=$(cat "$here/count" 2>/dev/null || echo 0)
    count=$((count + 1))
    echo "$count" >"$here/count"
    while [ -e "$here/hold" ]; do sleep 0.05; done
    run=0 deed=
    [ ! -e "$here/fail" ] || read -r run deed <"$here/fail" || :
    if [ "$run" = "$count" ]; then
      case "$deed" in
        killed) kill -KILL $$ ;;
        hangs) exec sleep 60 ;;
      esac
      echo "Failed to $command: the played remote is down" >&2
      exit 1
    fi

    remote="$here/remote"
    refused=$(cat "$here/refuse" 2>/dev/null || true)
    code=0
    case "$command" in
      lsf)
        [ "$1" = played:log ] || refuse "remote $1"
        echo list >>"$here/rclone.log"
        [ -d "$remote" ] || { echo "directory not found" >&2; exit 3; }
        cd "$remote"
        find . -type f -printf '%s;%P\n'
        ;;
      cat)
        [ "$1" = played:log/.albumscan ] || refuse "file $1"
        cat "$remote/.albumscan"
        ;;
      sync)
        [ "$2" = played:log ] || refuse "remote $2"
        [ -n "$list" ] || refuse "no list"
        for option in --ignore-times --no-traverse --s3-no-head --s3-no-head-object --s3-no-check-bucket \
          --no-update-modtime; do
          case "$options " in *" $option "*) ;; *) refuse "without $option" ;; esac
        done
        echo "run $headers" >>"$here/rclone.log"
        left=$(cat "$here/left" 2>/dev/null || echo -1)
        while IFS= read -r path; do
          if [ "$left" = 0 ]; then
            echo 0 >"$here/left"
            echo "Failed to sync: the played remote is down" >&2
            exit 1
          fi
          left=$((left - 1))
          target="$remote/$path"
          if [ "$refused" = "$path" ] || [ "$refused" = "*" ]; then
            echo "Failed to copy $path: it is refused" >&2
            code=1
          elif [ -f "$1/$path" ]; then
            [ -d "${target%/*}" ] || mkdir -p "${target%/*}"
            cp "$1/$path" "$remote.part"
            mv "$remote.part" "$target"
            echo "put $path" >>"$here/rclone.log"
          else
            rm -f "$target"
            echo "delete $path" >>"$here/rclone.log"
          fi
        done <"$list"
        [ "$left" -lt 0 ] || echo "$left" >"$here/left"
        if [ -e "$here/vanish" ]; then mv "$1" "$1-away"; fi
        exit "$code"
        ;;
      *) refuse "no command" ;;
    esac
    """#
}
